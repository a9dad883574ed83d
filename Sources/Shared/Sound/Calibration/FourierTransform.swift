import Glibc

/// The discrete Fourier transform of a power of two of complex numbers, in place (Cooley and Tukey 1965, radix 2).
package struct FourierTransform: Sendable {
    package let size: Int
    private let cosines: [Double]
    private let sines: [Double]

    /// - Precondition: `size` is a power of two.
    package init(size: Int) {
        precondition(size > 0 && size & (size - 1) == 0, "\(size) is no power of two")
        self.size = size
        let angles = (0..<size / 2).map { 2 * Double.pi * Double($0) / Double(size) }
        cosines = angles.map(cos)
        sines = angles.map(sin)
    }

    /// Makes a transform for a signal of at least `count` values.
    package init(atLeast count: Int) {
        var size = 2
        while size < count { size *= 2 }
        self.init(size: size)
    }

    /// Turns a signal into its spectrum, not scaled.
    package func forward(_ real: inout [Double], _ imaginary: inout [Double]) { transform(&real, &imaginary) }

    /// Turns a spectrum into its signal, not scaled.
    package func inverse(_ real: inout [Double], _ imaginary: inout [Double]) {
        // Swapped parts turn the sense of rotation round.
        transform(&imaginary, &real)
    }

    private func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        precondition(real.count == size && imaginary.count == size, "\(real.count) values for a transform of \(size)")
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                cosines.withUnsafeBufferPointer { cosines in
                    sines.withUnsafeBufferPointer { sines in
                        Self.reorder(real, imaginary)
                        Self.combine(real, imaginary, cosines, sines)
                    }
                }
            }
        }
    }

    /// Moves each value to the index whose bits are its own, read backwards.
    private static func reorder(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>
    ) {
        var mirrored = 0
        for index in 1..<max(1, real.count) {
            var bit = real.count >> 1
            while mirrored & bit != 0 {
                mirrored ^= bit
                bit >>= 1
            }
            mirrored |= bit
            if index < mirrored {
                real.swapAt(index, mirrored)
                imaginary.swapAt(index, mirrored)
            }
        }
    }

    private static func combine(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>,
        _ cosines: UnsafeBufferPointer<Double>, _ sines: UnsafeBufferPointer<Double>
    ) {
        let size = real.count
        var half = 1
        while half < size {
            let stride = size / (2 * half)
            for offset in 0..<half {
                let (c, s) = (cosines[offset * stride], sines[offset * stride])
                var low = offset
                while low < size {
                    let high = low + half
                    let (a, b) = (real[high], imaginary[high])
                    let (x, y) = (a * c + b * s, b * c - a * s)
                    real[high] = real[low] - x
                    imaginary[high] = imaginary[low] - y
                    real[low] += x
                    imaginary[low] += y
                    low += 2 * half
                }
            }
            half *= 2
        }
    }
}

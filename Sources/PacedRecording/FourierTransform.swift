import Glibc

/// Forward transform of a power-of-two number of complex values, in place (Cooley and Tukey, radix 2).
///
/// The inverse is the forward transform with real and imaginary parts exchanged on the way in and out, divided by the
/// size, which is why there is only this one.
struct FourierTransform {
    let size: Int
    private let cosines: [Double]
    private let sines: [Double]

    init(atLeast count: Int) {
        var size = 2
        while size < count { size *= 2 }
        self.size = size
        let step = -2 * Double.pi / Double(size)
        cosines = (0..<size / 2).map { cos(step * Double($0)) }
        sines = (0..<size / 2).map { sin(step * Double($0)) }
    }

    func forward(_ real: inout [Double], _ imaginary: inout [Double]) {
        precondition(real.count == size && imaginary.count == size)
        real.withUnsafeMutableBufferPointer { real in
            imaginary.withUnsafeMutableBufferPointer { imaginary in
                reverseBits(real, imaginary)
                var half = 1
                while half < size {
                    butterflies(real, imaginary, half: half)
                    half *= 2
                }
            }
        }
    }

    private func reverseBits(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>
    ) {
        var target = 0
        for index in 1..<size {
            var bit = size / 2
            while target & bit != 0 {
                target ^= bit
                bit /= 2
            }
            target |= bit
            if index < target {
                real.swapAt(index, target)
                imaginary.swapAt(index, target)
            }
        }
    }

    private func butterflies(
        _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>, half: Int
    ) {
        let stride = size / (2 * half)
        var start = 0
        while start < size {
            for offset in 0..<half {
                let (cosine, sine) = (cosines[offset * stride], sines[offset * stride])
                let (low, high) = (start + offset, start + offset + half)
                let turnedReal = real[high] * cosine - imaginary[high] * sine
                let turnedImaginary = real[high] * sine + imaginary[high] * cosine
                real[high] = real[low] - turnedReal
                imaginary[high] = imaginary[low] - turnedImaginary
                real[low] += turnedReal
                imaginary[low] += turnedImaginary
            }
            start += 2 * half
        }
    }
}

internal import ClockSound
internal import Glibc

/// Finds a known waveform, played at any volume, by normalised cross-correlation.
///
/// For each position the correlation of the reference with the samples there is divided by the energy of both, so that
/// 1 means the same waveform and loud neighbours do not win over a quiet match. The products come from a Fourier
/// transform over overlapping blocks; the energies are exact sums of integers. A parabola through the best value and
/// its two neighbours gives the position between frames (a few hundredths of a frame for sounds well below half the
/// rate), and the correlation and gain there.
public struct ReferenceFinder: Sendable {
    private let reference: [Double]
    private let energy: Double

    /// - Parameter reference: one channel, at the recording's rate; the first 50 ms of a clip are enough. Silence is
    ///   found nowhere.
    public init(reference: [Int16]) {
        self.reference = reference.map(Double.init)
        energy = self.reference.reduce(0) { $0 + $1 * $1 }
    }

    /// The best match in a channel of a recording, or in part of it; nil when nothing there is louder than digital
    /// noise or the reference is silent or longer than the part.
    public func bestMatch(
        in recording: Recording, channel: Int = 0, frames: Range<Int>? = nil
    ) throws(RecordingError) -> ReferenceMatch? {
        let first = max(frames?.lowerBound ?? 0, 0)
        let samples = try recording.samples(ofChannel: channel, in: frames)
        guard var match = bestMatch(in: samples) else { return nil }
        match.frame += Double(first)
        return match
    }

    /// The best match in one channel of samples.
    public func bestMatch(in samples: [Int16]) -> ReferenceMatch? {
        guard energy > 0, samples.count >= reference.count else { return nil }
        let products = crossProducts(with: samples)
        let energies = windowEnergies(of: samples)
        // Windows quieter than 2 units of 65536 on average hold rounding noise, whose likeness means nothing.
        let leastEnergy = 4 * Double(reference.count)
        func correlation(_ index: Int) -> Double {
            guard energies[index] >= leastEnergy else { return 0 }
            return products[index] / (energies[index] * energy).squareRoot()
        }
        guard let best = products.indices.max(by: { correlation($0) < correlation($1) }), correlation(best) > 0 else {
            return nil
        }
        var match = ReferenceMatch(frame: Double(best), correlation: correlation(best), gain: products[best] / energy)
        guard best > 0, best + 1 < products.count else { return match }
        let (before, peak, after) = (correlation(best - 1), correlation(best), correlation(best + 1))
        let curvature = before - 2 * peak + after
        guard curvature < 0 else { return match }
        match.frame += 0.5 * (before - after) / curvature
        // Half a frame beside the sound a sum of products is less than that of the sound itself.
        let product = Self.value(of: products, at: match.frame)
        match.correlation = min(1, product / (energies[best] * energy).squareRoot())
        match.gain = product / energy
        return match
    }

    /// A band-limited signal between its frames: a sinc of 33 frames under a Hann window.
    private static func value(of signal: [Double], at position: Double) -> Double {
        let nearest = Int(position.rounded())
        let frames = max(0, nearest - 16)...min(signal.count - 1, nearest + 16)
        return frames.reduce(0) { sum, frame in
            let angle = Double.pi * (position - Double(frame))
            guard angle != 0 else { return sum + signal[frame] }
            let window = cos(angle / 34)
            return sum + signal[frame] * sin(angle) / angle * window * window
        }
    }

    /// For each start at which the reference fits, the sum of products of reference and samples.
    private func crossProducts(with samples: [Int16]) -> [Double] {
        let count = samples.count - reference.count + 1
        let transform = FourierTransform(atLeast: max(4 * reference.count, 4096))
        let usable = transform.size - reference.count + 1

        var referenceReal = reference + [Double](repeating: 0, count: transform.size - reference.count)
        var referenceImaginary = [Double](repeating: 0, count: transform.size)
        transform.forward(&referenceReal, &referenceImaginary)

        var products: [Double] = []
        products.reserveCapacity(count)
        for start in stride(from: 0, to: count, by: usable) {
            var real = [Double](repeating: 0, count: transform.size)
            var imaginary = real
            for offset in 0..<min(transform.size, samples.count - start) {
                real[offset] = Double(samples[start + offset])
            }
            transform.forward(&real, &imaginary)
            // Times the conjugate of the reference, with the parts exchanged for the way back.
            for index in 0..<transform.size {
                let (a, b) = (real[index], imaginary[index])
                let (c, d) = (referenceReal[index], -referenceImaginary[index])
                imaginary[index] = a * c - b * d
                real[index] = a * d + b * c
            }
            transform.forward(&real, &imaginary)
            for offset in 0..<min(usable, count - start) {
                products.append(imaginary[offset] / Double(transform.size))
            }
        }
        return products
    }

    private func windowEnergies(of samples: [Int16]) -> [Double] {
        let length = reference.count
        var energies: [Double] = []
        energies.reserveCapacity(samples.count - length + 1)
        var sum: Int64 = 0
        for index in samples.indices {
            sum += Int64(samples[index]) * Int64(samples[index])
            if index >= length { sum -= Int64(samples[index - length]) * Int64(samples[index - length]) }
            if index >= length - 1 { energies.append(Double(sum)) }
        }
        return energies
    }
}

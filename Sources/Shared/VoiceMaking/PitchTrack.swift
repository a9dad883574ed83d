// The pitch of a voice, by the normalised autocorrelation of frames of 40 ms: if a voiced sound repeats itself after
// its period, the product of the frame with itself so much later is nearly its energy (Rabiner, "On the use of
// autocorrelation analysis for pitch detection", IEEE Trans. ASSP 25, 1977). The shortest lag that is nearly as good as
// the best decides the octave.

internal import ClockLoudness
internal import Glibc

/// The pitch and the loudness of a voice, every 10 ms.
struct PitchTrack: Sendable {
    private static let pitches = 60.0...450.0
    private static let frameSeconds = 0.04
    /// The track reads frames at this many samples a second or a little more: pitch needs no more.
    private static let rate = 8_000
    /// Least likeness of a voiced sound to itself one period later.
    private static let voiced: Float = 0.8
    private static let nearlyBest: Float = 0.85

    private let samples: [Float]
    private let rate: Double
    private let powers: [Double]

    init(_ frames: [Float], rate: Int, powers: [Double]) {
        let factor = max(1, rate / Self.rate)
        self.rate = Double(rate) / Double(factor)
        samples = stride(from: 0, to: frames.count - factor + 1, by: factor).map { start in
            frames[start..<start + factor].reduce(0, +) / Float(factor)
        }
        self.powers = powers
    }

    /// K-weighted mean square of a block, see ``ClipLoudness``.
    func power(_ block: Int) -> Double { powers[block] }

    /// Returns the hertz in the block that begins 10 ms times `block` after the beginning; `nil` for a sound without
    /// pitch, such as an "s".
    func pitch(_ block: Int) -> Double? {
        let size = Int(Self.frameSeconds * rate)
        let middle = (Double(block) + 0.5) * Double(ClipLoudness.blockMilliseconds) / 1000 * rate
        let longest = Int(rate / Self.pitches.lowerBound)
        let start = max(0, min(Int(middle) - (size + longest) / 2, samples.count - size - longest))
        let end = min(samples.count, start + size + longest)
        guard end - start > size else { return nil }
        return pitch(samples[start..<end], size: size)
    }

    private func pitch(_ frame: ArraySlice<Float>, size: Int) -> Double? {
        let lags = Int(rate / Self.pitches.upperBound)...min(frame.count - size, Int(rate / Self.pitches.lowerBound))
        guard lags.count > 2 else { return nil }
        let likeness = frame.withUnsafeBufferPointer { frame in
            var own: Float = 0
            for index in 0..<size { own += frame[index] * frame[index] }
            return lags.map { lag -> Float in
                var (product, energy): (Float, Float) = (0, 0)
                for index in 0..<size {
                    product += frame[index] * frame[index + lag]
                    energy += frame[index + lag] * frame[index + lag]
                }
                return product / max(1e-9, (own * energy).squareRoot())
            }
        }
        guard let best = likeness.max(), best >= Self.voiced else { return nil }
        let peaks = likeness.indices.dropFirst().dropLast().filter {
            likeness[$0] >= likeness[$0 - 1] && likeness[$0] > likeness[$0 + 1]
        }
        guard let peak = peaks.first(where: { likeness[$0] >= Self.nearlyBest * best }) else { return nil }
        // The top of the parabola through the peak and its neighbours.
        let (before, at, after) = (likeness[peak - 1], likeness[peak], likeness[peak + 1])
        let bend = before - 2 * at + after
        let shift = bend < 0 ? Double((before - after) / (2 * bend)) : 0
        return rate / (Double(lags.lowerBound + peak) + shift)
    }
}

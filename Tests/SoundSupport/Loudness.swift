import ClockSound
import Glibc

/// Loudness as ears have it, by ITU-R BS.1770-4: a mean of the power behind a filter that lifts what ears hear well.
package enum Loudness {
    /// LUFS of the whole sound, without the gate that leaves out pauses.
    package static func unitsOfFullScale(_ frames: some Sequence<Int16>) -> Double {
        var shelf = Biquad.shelf
        var highPass = Biquad.highPass
        var power = 0.0
        var count = 0.0
        for frame in frames {
            let value = highPass.filter(shelf.filter(Double(frame) / 32_768))
            power += value * value
            count += 1
        }
        return -0.691 + 10 * log10(power / max(1, count))
    }

    private struct Biquad {
        var b: (Double, Double, Double)
        var a: (Double, Double)
        private var state = (0.0, 0.0)

        mutating func filter(_ input: Double) -> Double {
            let output = b.0 * input + state.0
            state = (b.1 * input - a.0 * output + state.1, b.2 * input - a.1 * output)
            return output
        }

        /// The recommendation's two filters, which it gives for 48 kHz, at the rate of clips.
        static let shelf: Biquad = {
            let k = tan(.pi * 1681.974450955533 / Double(RenderedPlan.sampleRate))
            let (q, high) = (0.7071752369554196, pow(10, 3.999843853973347 / 20))
            let band = pow(high, 0.4996667741545416)
            let a0 = 1 + k / q + k * k
            return Biquad(
                b: ((high + band * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - band * k / q + k * k) / a0),
                a: (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))
        }()

        static let highPass: Biquad = {
            let k = tan(.pi * 38.13547087602444 / Double(RenderedPlan.sampleRate))
            let q = 0.5003270373238773
            let a0 = 1 + k / q + k * k
            return Biquad(b: (1, -2, 1), a: (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))
        }()

        private init(b: (Double, Double, Double), a: (Double, Double)) {
            self.b = b
            self.a = a
        }
    }
}

import ClockSound
import Glibc

/// Sounds whose every part can be told from every other.
package enum TestSound {
    /// Noise, the same for the same seed, that starts at once.
    package static func noise(milliseconds: Int, peak: Int = 12_000, seed: UInt64 = 1) -> [Int16] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<RenderedPlan.sampleRate * milliseconds / 1000).map { index in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return index == 0 ? Int16(peak) : Int16(Int(state % UInt64(2 * peak + 1)) - peak)
        }
    }

    /// Noise without its highest tones, which survives a change of rate.
    package static func softNoise(milliseconds: Int, seed: UInt64 = 1) -> [Int16] {
        let noise = noise(milliseconds: milliseconds, seed: seed)
        return noise.indices.map { index in
            let near = noise[max(0, index - 5)...min(noise.count - 1, index + 5)]
            return Int16(near.reduce(0) { $0 + Int($1) } / 4)
        }
    }

    /// The sine of `step` radians a frame that fits best.
    package struct Fit {
        package var sine: Double
        package var cosine: Double
        /// Root mean square of the rest.
        package var residue: Double

        package var amplitude: Double { (sine * sine + cosine * cosine).squareRoot() }
    }

    package static func fit(_ samples: some Collection<Int16>, step: Double) -> Fit {
        // Normal equations of a sum of sine and cosine; both are near orthogonal over many waves, but not quite.
        var (ss, cc, sc, xs, xc, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let (s, c, x) = (sin(step * Double(index)), cos(step * Double(index)), Double(sample))
            ss += s * s
            cc += c * c
            sc += s * c
            xs += x * s
            xc += x * c
            xx += x * x
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
        let rest = xx - a * xs - b * xc
        return Fit(sine: a, cosine: b, residue: (max(0, rest) / Double(samples.count)).squareRoot())
    }

    /// A 441 Hz triangle: its steepest step is 4 % of its peak.
    package static func triangle(milliseconds: Int, peak: Int = 20_000) -> [Int16] {
        (0..<RenderedPlan.sampleRate * milliseconds / 1000).map { index in
            let phase = index % 100
            let position = phase < 25 ? phase : phase < 75 ? 50 - phase : phase - 100
            return Int16(peak * position / 25)
        }
    }

    /// Returns the first place of `part` in `samples`; every sample must match.
    package static func position(of part: ArraySlice<Int16>, in samples: [Int16]) -> Int? {
        guard samples.count >= part.count, let first = part.first else { return nil }
        return samples.withUnsafeBufferPointer { samples in
            (0...(samples.count - part.count)).first { start in
                samples[start] == first && part.indices.allSatisfy { samples[start + $0 - part.startIndex] == part[$0] }
            }
        }
    }

    /// Returns a known sound's level in some frames of `samples`, where its frame 0 is at `start`: 1 is as before.
    package static func level(of sound: [Int16], from start: Int, in samples: [Int16], _ frames: Range<Int>) -> Double {
        var product = 0.0
        var energy = 0.0
        for frame in frames {
            let expected = Double(sound[frame - start])
            product += expected * Double(samples[frame])
            energy += expected * expected
        }
        return product / energy
    }

    package static func steepestStep(of samples: some Sequence<Int16>) -> Int {
        var last: Int?
        var steepest = 0
        for sample in samples {
            if let last { steepest = max(steepest, abs(Int(sample) - last)) }
            last = Int(sample)
        }
        return steepest
    }

    /// Returns the steepest step that an output may make of a triangle.
    ///
    /// Between its frames a triangle turns more steeply by 28 %. A cancelled sound fades over 441 frames. Rounding and
    /// dither add a few.
    package static func steepestStep(playing triangle: [Int16]) -> Int {
        steepestStep(of: triangle) * 128 / 100 + triangle.reduce(0) { max($0, Int($1.magnitude)) } / 441 + 3
    }
}

/// A sine of `hertz` at a frame, within ±1.
package func sine(_ hertz: Double, _ frame: Int) -> Double {
    sin(2 * .pi * hertz * Double(frame) / Double(RenderedPlan.sampleRate))
}

import Glibc

/// The sound that marks the time when clips are missing: two soft bell notes, a falling major third.
///
/// Its partials die away like a struck bar's, so it sounds like a chime and not like an error; it needs no file, and
/// its first note starts at frame 0.
enum FallbackTone {
    /// 1.5 s of 16-bit mono frames at 44,100 Hz, peak at about a third of full scale.
    static func make() -> [Int16] {
        let rate = Double(RenderedPlan.sampleRate)
        let frameCount = RenderedPlan.sampleRate * 3 / 2
        return (0..<frameCount).map { frame in
            let time = Double(frame) / rate
            let remaining = Double(frameCount - 1 - frame) / rate
            let sound = note(frequency: 659.26, at: time) + note(frequency: 523.25, at: time - 0.45)
            let tailFade = min(1, remaining / 0.05)
            return Int16((sound * tailFade * 9_000).rounded())
        }
    }

    /// One struck note at `time` seconds after its stroke, within about ±1.
    private static func note(frequency: Double, at time: Double) -> Double {
        guard time >= 0 else { return 0 }
        let attack = min(1, time / 0.004)
        return partials.reduce(0) { sum, partial in
            sum + partial.level * exp(-time * partial.decay) * sin(2 * .pi * frequency * partial.ratio * time)
        } * attack
    }

    /// Ratio to the fundamental, level, and decay per second.
    private static let partials: [(ratio: Double, level: Double, decay: Double)] = [
        (1, 0.7, 3.5), (2, 0.2, 6), (3.01, 0.08, 10),
    ]
}

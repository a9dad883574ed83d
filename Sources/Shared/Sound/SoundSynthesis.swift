import ClockDomain
import Glibc

/// Makes the built-in sounds. The same name gives the same sound every time.
enum SoundSynthesis {
    static func make(_ sound: AlarmSound) -> RingSound {
        switch sound {
        case .harp: harp()
        case .bells: bells()
        case .marimba: marimba()
        case .beeps: beeps()
        case .buzzer: buzzer()
        case .siren: siren()
        }
    }

    /// Returns the sound that rings in place of an unavailable one: the chime that also stands in for missing words,
    /// every 2 s.
    static func fallback(because problem: RingSoundProblem) -> RingSound {
        let chime = FallbackTone.make()
        let loudest = Double(chime.map(\.magnitude).max() ?? 1)
        let frames = chime.map { Int16((Double($0) * LoopCanvas.peak / loudest).rounded()) }
        let silence = [Int16](repeating: 0, count: 2 * RenderedPlan.sampleRate - frames.count)
        return RingSound(frames: frames + silence, problem: problem)
    }

    /// Returns the frequency of the equal-tempered note that many semitones above A4.
    private static func note(_ semitones: Int) -> Double { 440 * pow(2, Double(semitones) / 12) }

    /// A broken chord of plucked strings, up and back, that rings on: the gentlest.
    private static func harp() -> RingSound {
        var canvas = LoopCanvas(seconds: 4)
        // C major over two octaves from C4, with the sixth on the way back.
        for (index, semitones) in [-9, -5, -2, 3, 7, 10, 15, 12, 10, 7, 3, -2].enumerated() {
            let hertz = note(semitones)
            let partials = (1...8).map { (index: Int) -> LoopCanvas.Partial in
                let number = Double(index)
                // Strings are a little stiff, which spreads their harmonics.
                let stretched = hertz * number * (1 + 0.0001 * number * number)
                return .init(hertz: stretched, level: pow(number, -1.6), decay: 2.4 / (1 + 0.35 * (number - 1)))
            }
            canvas.strike(at: Double(index) * 0.25, level: index == 0 || index == 6 ? 1 : 0.8, partials)
        }
        return canvas.finished(decibels: 1.5, rise: 10)
    }

    /// A peal of three church bells. Partials as bell founders tune them: hum, prime, minor third, fifth, nominal, and
    /// the ones above it.
    private static func bells() -> RingSound {
        var canvas = LoopCanvas(seconds: 4)
        let partials: [(ratio: Double, level: Double, decay: Double)] = [
            // Signs in turn, so that not all of them swing the same way at the stroke.
            (0.5, 0.5, 2.6), (1, -0.8, 2.6), (1.183, 0.75, 2.4), (1.506, -0.35, 1.8), (2, 1, 2), (2.514, -0.35, 1.2),
            (2.662, 0.3, 1.1), (3.011, -0.4, 0.9), (4.166, 0.3, 0.6), (5.433, -0.2, 0.4), (6.796, 0.12, 0.3),
        ]
        for (index, semitones) in [7, 3, -2].enumerated() {
            let strike = partials.map {
                LoopCanvas.Partial(hertz: note(semitones) * $0.ratio, level: $0.level, decay: $0.decay)
            }
            canvas.strike(at: Double(index) * 0.9, level: 1, strike)
        }
        return canvas.finished(drive: 3, decibels: 1, rise: 8)
    }

    /// A hopping figure on wooden bars, whose partials are tuned to the double octave and die at once.
    private static func marimba() -> RingSound {
        var canvas = LoopCanvas(seconds: 2.4)
        let figure: [(step: Int, semitones: Int)] = [
            (0, 3), (1, 10), (2, 7), (3, 10), (5, 15), (6, 10), (8, 3), (9, 10), (10, 7), (11, 10), (13, 12),
        ]
        for (step, semitones) in figure {
            let hertz = note(semitones)
            canvas.strike(
                at: Double(step) * 0.15, level: step % 8 == 0 ? 1 : 0.85,
                [
                    .init(hertz: hertz, level: 1, decay: 0.55), .init(hertz: hertz * 3.98, level: 0.35, decay: 0.16),
                    .init(hertz: hertz * 9.2, level: 0.12, decay: 0.06),
                    // The mallet.
                    .init(hertz: 190, level: 0.25, decay: 0.03),
                ])
        }
        return canvas.finished(drive: 1.5, rise: 6)
    }

    /// Four short beeps a second: the bedside clock.
    private static func beeps() -> RingSound {
        var canvas = LoopCanvas(seconds: 2)
        for second in 0..<2 {
            for beep in 0..<4 {
                let start = Double(second) + Double(beep) * 0.125
                canvas.sound(from: start, to: start + 0.07) { time in
                    let angle = 2 * Double.pi * 2048 * time
                    return sin(angle) + sin(3 * angle) / 5
                }
            }
        }
        return canvas.finished(decibels: 3)
    }

    /// A low rasp in bursts: a pulse train of 120 Hz, its harmonics up to 6 kHz so that small speakers give it too.
    private static func buzzer() -> RingSound {
        var canvas = LoopCanvas(seconds: 1.8)
        let period = 2 * Double.pi * 120
        for burst in 0..<3 {
            let start = Double(burst) * 0.6
            canvas.sound(from: start, to: start + 0.4) { time in
                var sum = 0.0
                for harmonic in 1...50 {
                    let number = Double(harmonic)
                    // Quadratic phases spread the pulse, so that it is loud without a high peak.
                    let phase = -Double.pi * number * (number - 1) / 50
                    sum += sin(period * number * time + phase) / (1 + number / 8)
                }
                return sum
            }
        }
        return canvas.finished(drive: 2)
    }

    /// A tone that sweeps between 600 and 1,600 Hz twice a second without a pause: the most urgent.
    private static func siren() -> RingSound {
        // Whole numbers of cycles and sweeps in 2 s, so the wave goes on over the seam.
        let seconds = 2.0
        let frames = (0..<Int(seconds * LoopCanvas.rate)).map { frame in
            let time = Double(frame) / LoopCanvas.rate
            let sweep = 2 * Double.pi * 2 * time
            let angle = 2 * Double.pi * 1100 * time - 250 * (cos(sweep) - 1)
            return sin(angle) + sin(2 * angle) / 3 + sin(3 * angle) / 6
        }
        let factor = LoopCanvas.peak / (frames.map(abs).max() ?? 1)
        let loop = frames.map { Int16(($0 * factor).rounded()) }
        // The first round rises from silence within 5 ms (a click is shorter), in the last frames of a round before.
        let rise = 220
        let opening = loop.suffix(rise).enumerated().map { Int16(Int($1) * ($0 + 1) / rise) }
        return RingSound(frames: opening + loop, loopStart: rise, tail: EdgeEase.fading(loop.prefix(rise)))
    }
}

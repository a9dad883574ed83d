import Glibc

/// A loop under construction, note by note.
///
/// Notes may ring on past the loop's end: there they go on at its beginning, so that the loop has no seam. In the first
/// round no earlier note rings, so a finished sound has two parts: the first round, which begins from silence, and the
/// round that repeats.
struct LoopCanvas {
    /// A vibration that dies away by itself.
    struct Partial {
        var hertz: Double
        var level: Double
        /// Seconds until it is 60 dB softer.
        var decay: Double
    }

    private let loopFrames: Int
    /// The first round, and after it a second round for the notes that ring on.
    private var first: [Double]

    static let rate = Double(RenderedPlan.sampleRate)
    /// -1 dB of full scale.
    static let peak = 29_204.0
    /// -60 dB of full scale: nobody hears a note below it end.
    private static let heardMagnitude = 33
    /// 2 ms: the beginning of a struck or plucked note, without a click.
    private static let attackFrames = 88

    init(seconds: Double) {
        loopFrames = Int((seconds * Self.rate).rounded())
        first = .init(repeating: 0, count: 2 * loopFrames)
    }

    /// Strikes a note. Its partials must die away within a loop's length.
    mutating func strike(at seconds: Double, level: Double, _ partials: [Partial]) {
        let start = Int((seconds * Self.rate).rounded())
        first.withUnsafeMutableBufferPointer { canvas in
            for partial in partials where partial.hertz < Self.rate / 2 {
                // A decaying sine by recurrence: x[n] = 2 r cos(w) x[n-1] - r^2 x[n-2].
                let angle = 2 * Double.pi * partial.hertz / Self.rate
                let shrink = pow(10, -3 / (partial.decay * Self.rate))
                let (a, b) = (2 * shrink * cos(angle), -shrink * shrink)
                var before = 0.0
                var value = level * partial.level * shrink * sin(angle)
                let count = min(canvas.count - start, Int(1.5 * partial.decay * Self.rate), loopFrames)
                for frame in 0..<count {
                    let attack = frame < Self.attackFrames ? Double(frame + 1) / Double(Self.attackFrames) : 1
                    canvas[start + frame] += value * attack
                    (before, value) = (value, a * value + b * before)
                }
            }
        }
    }

    /// Adds a sound from one second to another, with edges of 2 ms; `wave` gives the sample at seconds since its start.
    mutating func sound(from start: Double, to end: Double, _ wave: (Double) -> Double) {
        let begin = Int((start * Self.rate).rounded())
        let count = Int(((end - start) * Self.rate).rounded())
        for frame in 0..<count {
            let edge = min(1, Double(min(frame + 1, count - frame)) / Double(Self.attackFrames))
            first[begin + frame] += wave(Double(frame) / Self.rate) * edge
        }
    }

    /// Returns the finished sound. In a loop without notes that ring on, the first round is the one that repeats.
    ///
    /// - Parameters:
    ///   - drive: compression of the loudest moments, which makes the rest louder; 0 for none.
    ///   - decibels: distance of the peak below -1 dB of full scale.
    ///   - rise: decibels by which the first round rises, so that nobody is startled.
    func finished(drive: Double = 0, decibels: Double = 0, rise: Double = 0) -> RingSound {
        let round = (0..<loopFrames).map { first[$0] + first[$0 + loopFrames] }
        let loudest = max(1e-9, first.reduce(round.reduce(0) { max($0, abs($1)) }) { max($0, abs($1)) })
        let peak = Self.peak * pow(10, -decibels / 20)
        func sample(_ value: Double) -> Double {
            let share = value / loudest
            return peak * (drive > 0 ? tanh(drive * share) / tanh(drive) : share)
        }
        let repeated = round.map { Int16(sample($0).rounded()) }
        let opening = first[..<loopFrames].enumerated().map { frame, value in
            let left = 1 - Double(frame) / Double(loopFrames)
            return Int16((sample(value) * pow(10, -rise * left / 20)).rounded())
        }
        if opening == repeated { return RingSound(frames: repeated) }
        // Silence behind the last note would only keep the output open.
        let tail = first[loopFrames...].map { Int16(sample($0).rounded()) }
        let end = tail.lastIndex { $0.magnitude > Self.heardMagnitude } ?? -1
        return RingSound(frames: opening + repeated, loopStart: loopFrames, tail: Array(tail[...end]))
    }
}

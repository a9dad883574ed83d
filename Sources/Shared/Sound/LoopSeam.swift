// Rounds without a seam.
//
// A file that is made to repeat goes on at its first frame as if it had never ended. Easing its edges (see EdgeEase)
// would make a dip each round, and another rate a kink: a converter takes silence for what is around a sound, and a
// round is no whole number of frames at the other rate. So such a file repeats as it is: the converter gets what is
// around each edge, and a round becomes a whole number of frames, which changes the pitch by less than anyone hears.

/// Makes a sound to ring from frames that repeat.
enum LoopSeam {
    /// The frames on each side in which the steepest step and the sharpest bend are looked for.
    private static let nearFrames = 1000
    /// The seam may be that much steeper, and sharper.
    private static let allowance: Float = 1.25
    /// Frames that a converter looks at beside an edge, and more.
    private static let aroundFrames = 2048

    /// - Parameters:
    ///   - frames: full scale 1; not empty.
    ///   - rate: of `frames`, in Hz.
    /// - Returns: a sound whose edges make no click, at 44,100 Hz.
    static func ringSound(of frames: [Float], rate: Int) -> RingSound {
        let isSeamless = isSeamless(frames)
        var round = (isSeamless ? convertRound(frames, from: rate) : convert(frames, from: rate)).map(SoundFile.sample)
        guard isSeamless, round.count > EdgeEase.headFrames else {
            EdgeEase.apply(to: &round)
            return RingSound(frames: round)
        }
        guard let first = round.first, first.magnitude > EdgeEase.quietMagnitude else {
            return RingSound(frames: round)
        }
        // Only the first of all rounds begins from silence.
        let head = round[..<EdgeEase.headFrames]
        round += head
        EdgeEase.applyToHead(of: &round)
        return RingSound(frames: round, loopStart: EdgeEase.headFrames, tail: EdgeEase.fading(head))
    }

    /// True when the step and the bends from the last frame to the first are as any others near them.
    static func isSeamless(_ frames: [Float]) -> Bool {
        guard frames.count > 4 else { return false }
        let near = min(nearFrames, frames.count / 2)
        func isSmooth(_ differences: (ArraySlice<Float>) -> [Float], across: Int) -> Bool {
            let usual = max(differences(frames.suffix(near)).max() ?? 0, differences(frames.prefix(near)).max() ?? 0)
            let seam = differences(frames.suffix(across) + frames.prefix(across)).max() ?? 0
            return seam <= usual * allowance
        }
        return isSmooth({ part in zip(part, part.dropFirst()).map { abs($1 - $0) } }, across: 1)
            && isSmooth(
                { part in
                    zip(zip(part, part.dropFirst()), part.dropFirst(2)).map { abs($0.0 - 2 * $0.1 + $1) }
                }, across: 2)
    }

    private static func convert(_ frames: [Float], from rate: Int) -> [Float] {
        Resampler.convert(frames, from: rate, to: RenderedPlan.sampleRate, quality: .medium)
    }

    private static func convertRound(_ frames: [Float], from rate: Int) -> [Float] {
        guard rate != RenderedPlan.sampleRate else { return frames }
        let ratio = Double(RenderedPlan.sampleRate) / Double(rate)
        let count = max(1, Int((Double(frames.count) * ratio).rounded()))
        let around = (0..<aroundFrames).map { frames[$0 % frames.count] }
        let before = (1...aroundFrames).reversed().map { frames[(frames.count - $0 % frames.count) % frames.count] }
        // Frames go in and come out in the ratio of the rounds.
        let all = Resampler.convert(before + frames + around, from: frames.count, to: count, quality: .medium)
        let first = Int((Double(aroundFrames) * Double(count) / Double(frames.count)).rounded(.up))
        return Array(all[first..<first + count])
    }
}

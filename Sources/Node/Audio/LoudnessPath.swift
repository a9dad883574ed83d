/// A sound's loudness over the frames of the mix: a function of the frame's number, so a frame after a rewind comes out
/// the same. A change takes 50 ms, so that it does not click.
struct LoudnessPath: Hashable, Sendable {
    /// A change, from a frame of the mix on.
    private struct Change: Hashable, Sendable {
        var start: Int
        var from: Loudness
        var to: Loudness

        func loudness(at frame: Int) -> Loudness {
            from.toward(to, Float(max(0, min(LoudnessPath.rampFrames, frame - start))) / Float(LoudnessPath.rampFrames))
        }

        func isSilent(in range: Range<Int>) -> Bool {
            range.isEmpty || (loudness(at: range.lowerBound).gain == 0 && loudness(at: range.upperBound).gain == 0)
        }
    }

    /// 50 ms.
    static let rampFrames = 2205

    /// The last change, and the one before, of which frames may be made again.
    private var last: Change
    private var former: Change

    init(_ loudness: Loudness) {
        last = Change(start: .min / 2, from: loudness, to: loudness)
        former = last
    }

    /// The loudness after the last change.
    var final: Loudness { last.to }

    /// Forgets the way to the loudness after the last change, because frames are numbered from zero again.
    mutating func restart() { self = LoudnessPath(final) }

    /// Changes the loudness from a frame on. Later changes are dropped: their frames were taken back.
    mutating func change(to loudness: Loudness, at frame: Int) {
        if last.start < frame { former = last }
        last = Change(start: frame, from: former.loudness(at: frame), to: loudness)
    }

    func loudness(at frame: Int) -> Loudness { change(at: frame).loudness(at: frame) }

    /// True when the loudness is the same in all of these frames.
    func isSteady(in range: Range<Int>) -> Bool {
        let change = change(at: range.lowerBound)
        guard change.start == last.start || range.upperBound <= last.start else { return false }
        return change.from == change.to || range.lowerBound >= change.start + Self.rampFrames
    }

    /// True when all of these frames are silent.
    func isSilent(in range: Range<Int>) -> Bool {
        let middle = max(range.lowerBound, min(range.upperBound, last.start))
        return former.isSilent(in: range.lowerBound..<middle) && last.isSilent(in: middle..<range.upperBound)
    }

    /// Returns 1 at a frame where the sound is audible, 0 where it is not, and a share on the way.
    func audibleShare(at frame: Int) -> Float {
        let change = change(at: frame)
        switch (change.from.gain > 0, change.to.gain > 0) {
        case (true, true): return 1
        case (false, false): return 0
        case (true, false): return change.loudness(at: frame).gain / change.from.gain
        case (false, true): return change.loudness(at: frame).gain / change.to.gain
        }
    }

    private func change(at frame: Int) -> Change { frame < last.start ? former : last }
}

/// A sound that rings: played once from its beginning and then round and round, until it is stopped or has had its
/// rounds.
public struct RingSound: Hashable, Sendable {
    /// Signed 16-bit mono frames at 44,100 Hz.
    public let frames: [Int16]
    /// Index in `frames` at which it goes on after the last frame.
    public let loopStart: Int
    /// The notes of the last round that ring on after its end.
    public let tail: [Int16]
    /// The reason for which this is the built-in fallback and not the requested sound; `nil` for the requested sound.
    public let problem: RingSoundProblem?

    /// - Precondition: `loopStart` is an index of `frames`.
    public init(frames: [Int16], loopStart: Int = 0, tail: [Int16] = [], problem: RingSoundProblem? = nil) {
        precondition(frames.indices.contains(loopStart), "loop start \(loopStart) is not one of \(frames.count) frames")
        self.frames = frames
        self.loopStart = loopStart
        self.tail = tail
        self.problem = problem
    }

    public var roundFrames: Int { frames.count - loopStart }
}

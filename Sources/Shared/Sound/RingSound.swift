/// A sound that rings: played once from its beginning and then round and round until it is stopped.
public struct RingSound: Hashable, Sendable {
    /// Signed 16-bit mono frames at 44,100 Hz.
    public let frames: [Int16]
    /// Index in `frames` at which it goes on after the last frame.
    public let loopStart: Int
    /// The reason for which this is the built-in fallback and not the requested sound; `nil` for the requested sound.
    public let problem: RingSoundProblem?

    /// - Precondition: `loopStart` is an index of `frames`.
    public init(frames: [Int16], loopStart: Int = 0, problem: RingSoundProblem? = nil) {
        precondition(frames.indices.contains(loopStart), "loop start \(loopStart) is not one of \(frames.count) frames")
        self.frames = frames
        self.loopStart = loopStart
        self.problem = problem
    }
}

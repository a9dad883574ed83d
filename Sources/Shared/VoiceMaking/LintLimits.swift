public struct LintLimits: Hashable, Sendable {
    /// Most LU by which a clip may be louder or softer than ``ClipLoudness/target``.
    public var loudness = 1.0
    /// Most seconds of a clip in a pack that speaks, and in a prompt set.
    public var wordSeconds = 2.5
    public var promptSeconds = 15.0
    /// Highest decibels of full scale of the first and the last sample of a clip: more is a click.
    public var step = -54.0
    /// Most LU between the end of a clip and the beginning of the next.
    public var levelJump = 13.0
    /// Most semitones between them.
    public var pitchJump = 8.0
    /// Most seconds of silence between them.
    public var gap = 0.1

    public init() {}
}

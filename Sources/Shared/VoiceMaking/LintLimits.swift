/// What the lint lets pass.
public struct LintLimits: Hashable, Sendable {
    /// LU that a clip may be louder or softer than ``ClipLoudness/target``.
    public var loudness = 1.0
    /// Seconds of a clip in a pack that speaks, and in a prompt set.
    public var wordSeconds = 2.5
    public var promptSeconds = 15.0
    /// Decibels of full scale of the first and the last sample of a clip: more is a click.
    public var step = -54.0
    /// LU between the end of a clip and the beginning of the next.
    public var levelJump = 13.0
    /// Semitones between them.
    public var pitchJump = 8.0
    /// Seconds of silence between them.
    public var gap = 0.1

    public init() {}
}

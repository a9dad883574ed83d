/// The findings of the lint in a pack.
public struct LintReport: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
        /// A time, date or duration has no words.
        case grammar
        case missing
        /// A file that is no readable sound.
        case broken
        case silent, clipped, long, loudness, format
        /// A clip begins or ends at full swing.
        case step
        /// Between two clips.
        case level, pitch, gap
        /// A sound file that no prompt names.
        case stray
    }

    public struct Finding: Hashable, Sendable {
        public var kind: Kind
        /// A clip, two clips of a join, a time, or a file.
        public var subject: String
        /// In words that follow the subject.
        public var message: String

        /// True when the pack is usable all the same.
        public var isHint: Bool { kind == .stray }
    }

    /// Two clips, one spoken directly after the other.
    public struct Join: Hashable, Sendable {
        public var first: String
        public var second: String
        /// A time at which they meet: `15:45`; a duration `0:59`.
        public var example: String
        /// LU from the first to the second; positive is louder.
        public var levelJump: Double
        /// Semitones, likewise; `nil` when one of them has no pitch there.
        public var pitchJump: Double?
        /// Seconds of silence between them.
        public var gap: Double
    }

    public var clips = 0
    /// Minutes of the day, dates and durations that have words.
    public var minutes = 0
    public var dates = 0
    public var durations = 0
    /// LUFS of the softest and the loudest clip.
    public var loudness: ClosedRange<Double>?
    public var joins: [Join] = []
    public var findings: [Finding] = []

    public var isWell: Bool { findings.allSatisfy(\.isHint) }
}

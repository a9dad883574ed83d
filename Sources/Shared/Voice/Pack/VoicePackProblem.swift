/// Why a `voice.yaml` cannot be used: where, what, which value, and what to do.
public struct VoicePackProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Path of the file, or another name of what was read.
    public var source: String
    /// From 1; `nil` where no line is at fault.
    public var line: Int?
    public var message: String
    /// Whether there is no such file at all.
    public var isMissing: Bool

    public init(source: String, line: Int? = nil, message: String, isMissing: Bool = false) {
        self.source = source
        self.line = line
        self.message = message
        self.isMissing = isMissing
    }

    /// One line: `voices/german/voice.yaml:14: …`.
    public var description: String { "\(source):\(line.map { "\($0):" } ?? "") \(message)" }
}

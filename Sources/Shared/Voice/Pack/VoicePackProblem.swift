/// The reason for which a `voice.yaml` is unusable: place, fault, value and remedy.
public struct VoicePackProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Path of the file, or another name of the source.
    public var source: String
    /// From 1; `nil` when no line is at fault.
    public var line: Int?
    public var message: String
    /// True when there is no such file at all.
    public var isMissing = false

    /// One line: `voices/german/voice.yaml:14: …`.
    public var description: String { "\(source):\(line.map { "\($0):" } ?? "") \(message)" }
}

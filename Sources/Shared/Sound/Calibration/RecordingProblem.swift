/// Why a recording tells nothing, and what to do next.
public struct RecordingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, with the value that is; follows the file's name.
    public let reason: String
    public let remedy: String

    init(_ reason: String, _ remedy: String) {
        self.reason = reason
        self.remedy = remedy
    }

    /// One line: reason, remedy.
    public var description: String { "\(reason); \(remedy)" }
}

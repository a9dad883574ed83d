/// The reason for which a recording is of no use, and the next thing to do.
public struct RecordingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The defect, with the offending value; follows the file's name.
    public let reason: String
    public let remedy: String

    init(_ reason: String, _ remedy: String) {
        self.reason = reason
        self.remedy = remedy
    }

    /// One line: reason, remedy.
    public var description: String { "\(reason); \(remedy)" }
}

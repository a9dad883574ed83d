/// A ring's sound that cannot be played: the path of the search, the reason, and the remedy.
public struct RingSoundProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The requested name.
    public let name: String
    /// Path of the file, or of the first one that the search tried.
    public let file: String
    /// The defect, with the offending value.
    public let reason: String
    /// The step that a person can do about it.
    public let remedy: String

    /// One line: file, reason, remedy.
    public var description: String { "\(file): \(reason); \(remedy)" }

    public init(name: String, file: String, reason: String, remedy: String) {
        self.name = name
        self.file = file
        self.reason = reason
        self.remedy = remedy
    }
}

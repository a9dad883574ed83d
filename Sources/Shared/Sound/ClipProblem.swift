public import ClockDomain

/// A clip that cannot be played: the path of the search, the reason, and the remedy.
public struct ClipProblem: Hashable, Sendable, CustomStringConvertible {
    public let clip: Clip
    /// Path of the file, or of the folder and name that the search tried.
    public let file: String
    /// The defect, with the offending value.
    public let reason: String
    /// The step that a person can do about it.
    public let remedy: String

    /// One line: file, reason, remedy.
    public var description: String { "\(file): \(reason); \(remedy)" }
}

public import ClockDomain

/// A clip that cannot be played: where it was looked for, why it is not there, and what to do about it.
public struct ClipProblem: Hashable, Sendable, CustomStringConvertible {
    public let clip: Clip
    /// Path of the file, or of the folder and name that were looked for.
    public let file: String
    /// What is wrong, with the value that is.
    public let reason: String
    /// What a person can do about it.
    public let remedy: String

    /// One line: file, reason, remedy.
    public var description: String { "\(file): \(reason); \(remedy)" }
}

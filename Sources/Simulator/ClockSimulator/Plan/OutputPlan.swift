public import ClockDomain

/// A node's sound output.
public struct OutputPlan: Hashable, Sendable, Codable {
    /// The time that opening takes.
    public var openDelay = Duration.milliseconds(40)
    /// The audible onset minus the target, fixed part: the missing trim.
    public var onsetError = Duration.zero
    /// The onset's spread around it, each way.
    public var onsetJitter = Duration.microseconds(20)
    public var clipLength = Duration.milliseconds(600)
    /// The extent of a user's own chime, by ``Quarter``.
    public var ownChime = [
        ChimeSpan(lead: .milliseconds(21_350), tail: .seconds(4)), ChimeSpan(lead: .zero, tail: .seconds(3)),
        ChimeSpan(lead: .milliseconds(400), tail: .seconds(5)), ChimeSpan(lead: .zero, tail: .zero),
    ]
}

/// A disk: the length of one durable write, drawn evenly between the two.
public struct DiskPlan: Hashable, Sendable, Codable {
    public var shortestWrite = Duration.milliseconds(2)
    public var longestWrite = Duration.milliseconds(12)
}

public import ClockDomain

/// A node's sound output.
public struct OutputPlan: Hashable, Sendable, Codable {
    /// The time that opening takes.
    public var openDelay: Duration
    /// The audible onset minus the target, fixed part: the missing trim.
    public var onsetError: Duration
    /// The onset's spread around it, each way.
    public var onsetJitter: Duration
    /// The length of one word.
    public var clipLength: Duration
    /// The extent of a user's own chime, by ``Quarter``.
    public var ownChime: [ChimeSpan]

    public init(
        openDelay: Duration = .milliseconds(40), onsetError: Duration = .zero,
        onsetJitter: Duration = .microseconds(20), clipLength: Duration = .milliseconds(600),
        ownChime: [ChimeSpan] = [
            ChimeSpan(lead: .milliseconds(21_350), tail: .seconds(4)), ChimeSpan(lead: .zero, tail: .seconds(3)),
            ChimeSpan(lead: .milliseconds(400), tail: .seconds(5)), ChimeSpan(lead: .zero, tail: .zero),
        ]
    ) {
        self.openDelay = openDelay
        self.onsetError = onsetError
        self.onsetJitter = onsetJitter
        self.clipLength = clipLength
        self.ownChime = ownChime
    }
}

/// A disk: the length of one durable write, drawn evenly between the two.
public struct DiskPlan: Hashable, Sendable, Codable {
    public var shortestWrite: Duration
    public var longestWrite: Duration

    public init(shortestWrite: Duration = .milliseconds(2), longestWrite: Duration = .milliseconds(12)) {
        self.shortestWrite = shortestWrite
        self.longestWrite = longestWrite
    }
}

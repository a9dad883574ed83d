public import ClockDomain

/// A node's sound output.
public struct OutputPlan: Hashable, Sendable, Codable {
    /// How long opening it takes.
    public var openDelay: Duration
    /// The onset as heard minus the target, fixed part: the trim that is missing.
    public var onsetError: Duration
    /// The onset's spread around it, each way.
    public var onsetJitter: Duration
    /// How long one word is.
    public var clipLength: Duration
    /// How far a chime that is somebody's own reaches, by ``Quarter``.
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

/// A disk: how long one durable write takes, evenly drawn between the two.
public struct DiskPlan: Hashable, Sendable, Codable {
    public var shortestWrite: Duration
    public var longestWrite: Duration

    public init(shortestWrite: Duration = .milliseconds(2), longestWrite: Duration = .milliseconds(12)) {
        self.shortestWrite = shortestWrite
        self.longestWrite = longestWrite
    }
}

public import ClockDomain

/// The coordinator's counts since its start, and its state.
public struct SiteMetrics: Hashable, Sendable, Codable {
    public var version: String
    /// The instant at which the coordinator started: every count begins then.
    public var started: WallTime
    /// True when the store accepts no changes.
    public var isDegraded: Bool
    /// The instant at which the next wake message is due.
    public var nextWake: WallTime
    /// The end of its certificate's validity; `nil` if it has none.
    public var certificateUntil: WallTime?
    public var process: ProcessReading
    /// From a wake being published to a node handling it.
    public var wakeLatency: Histogram
    /// From the decision to store something to the store's word.
    public var commits: Histogram
    public var failedCommits: Int
    /// Of messages to people; `nil` from a coordinator that does not count them.
    public var notices: NoticeMetrics?
    /// The emergency that is on: rooms in which it is not heard; `nil` while none is.
    public var emergencySilentRooms: Int?

    public init(
        version: String, started: WallTime, isDegraded: Bool, nextWake: WallTime, certificateUntil: WallTime?,
        process: ProcessReading, wakeLatency: Histogram, commits: Histogram, failedCommits: Int,
        notices: NoticeMetrics?, emergencySilentRooms: Int? = nil
    ) {
        self.version = version
        self.started = started
        self.isDegraded = isDegraded
        self.nextWake = nextWake
        self.certificateUntil = certificateUntil
        self.process = process
        self.wakeLatency = wakeLatency
        self.commits = commits
        self.failedCommits = failedCommits
        self.notices = notices
        self.emergencySilentRooms = emergencySilentRooms
    }

    enum CodingKeys: String, CodingKey {
        case version, started, process, commits, notices
        case isDegraded = "degraded"
        case nextWake = "next_wake"
        case certificateUntil = "certificate_until"
        case wakeLatency = "wake_latency"
        case failedCommits = "failed_commits"
        case emergencySilentRooms = "emergency_silent_rooms"
    }
}

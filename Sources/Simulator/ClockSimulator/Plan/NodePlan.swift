public import ClockDomain
public import ClockNodeCore

/// One node's machine.
public struct NodePlan: Hashable, Sendable, Codable {
    /// Two nodes of a plan may have the same id, as when somebody copied a card.
    public var id: NodeID
    /// Index in ``SimulationPlan/zones``.
    public var zone = 0
    /// The time from the start of the run until the machine is first switched on.
    public var startsAfter = Duration.zero
    /// The state on its disk then; `nil` for a new one.
    public var state: NodeState?
    public var clock = ClockPlan()
    public var output = OutputPlan()
    public var disk = DiskPlan()
    /// `nil`: ``SimulationPlan/network``.
    public var link: LinkPlan?
    /// The daemon's `audio.lead_in_ms`.
    public var leadIn = Duration.seconds(2)
    /// From power on until the daemon runs.
    public var bootLength = Duration.seconds(20)
    /// The daemon's `clock.source`. No time service keeps the clock of a machine that follows the coordinator's.
    public var clockSource = ClockSource.system
}

/// A coordinator's machine.
public struct CoordinatorPlan: Hashable, Sendable, Codable {
    /// The origin of its store when it is first switched on.
    public enum Store: Hashable, Sendable, Codable {
        /// A new one.
        case empty
        /// A copy of another coordinator's store at that moment, its name included.
        case copy(of: Int)
        /// The store of another coordinator of the plan, in a database: one of the two works, and the other stands by.
        case shared(with: Int)
    }

    public var startsAfter = Duration.zero
    public var store = Store.empty
    /// True if it has its own name at the broker. Two coordinators of one name displace each other.
    public var hasOwnName = false
    public var clock = ClockPlan()
    /// Latencies are those of a commit.
    public var disk = DiskPlan()
    public var link: LinkPlan?
    public var bootLength = Duration.seconds(20)
    /// The daemon's `wake.lead_seconds`, `wake.budget_seconds` and `history_days`.
    public var lead = Duration.seconds(15)
    public var budget = Duration.seconds(30)
    public var retention = Duration.hours(90 * 24)
}

/// A machine on which somebody uses `clockctl`. It connects at its first request and stays connected.
public struct ClientPlan: Hashable, Sendable, Codable {
    public var link: LinkPlan?
    /// The time-out for an answer.
    public var timeout = Duration.seconds(10)
}

public import ClockDomain

/// All of one run: the site, its machines, its faults and its people's requests.
///
/// The same plan gives the same run, to the byte, on every machine. Random choices during the run (a message's delay, a
/// torn write) come from generators that are seeded from ``seed`` separately for each host, link and purpose, so that
/// leaving one fault out changes the rest of the run as little as possible.
public struct SimulationPlan: Hashable, Sendable, Codable {
    public var seed: UInt64
    public var site = SimulationPlan.standardSite
    /// The beginning. Every host is off until its own ``NodePlan/startsAfter``.
    public var start: TrueTime
    /// The length of the faulty phase. Then everything heals.
    public var length: Duration
    /// The time after healing in which all hosts must come to agree.
    public var convergence = Duration.minutes(30)
    /// The zones of the run, named by their index wherever a plan names a zone. Not empty.
    ///
    /// The simulator has no files: the maker of a plan reads the rules, or invents some.
    public var zones = [TimeZoneRules.utc]
    public var nodes: [NodePlan]
    /// One, or two that do not know of each other. They share the client id, as two daemons of one site do, unless one
    /// has its own name.
    public var coordinators = [CoordinatorPlan()]
    public var broker = BrokerPlan()
    /// Every link that has no plan of its own.
    public var network = LinkPlan.local
    /// The links of the clients, by number; as many clients as there are. ``PlannedRequest/client`` names one.
    public var clients = [ClientPlan()]
    /// In any order; a fault is named by its index.
    public var faults: [PlannedFault] = []
    /// In any order; a request is named by its index.
    public var people: [PlannedRequest] = []
    /// One of this many messages passes through the codec as bytes and must come out equal; 0 for none.
    public var codecSampling = 4_096

    /// `home`
    public static let standardSite: SiteID = {
        guard let site = SiteID("home") else { preconditionFailure("home is an id") }
        return site
    }()

    /// True if two coordinators share a store; one of them works.
    public var sharesStore: Bool { coordinators.contains { if case .shared = $0.store { true } else { false } } }

    /// The instant at which the faulty phase ends and everything heals.
    public var healsAt: TrueTime { start + length }
    public var end: TrueTime { healsAt + convergence }
}

/// One of a run's machines, by its number in the plan.
public enum Host: Hashable, Sendable {
    case node(Int)
    case coordinator(Int)
    case client(Int)
    case broker
}

extension Host: CustomStringConvertible {
    public var description: String {
        switch self {
        case .node(let index): "node \(index)"
        case .coordinator(let index): "coordinator \(index)"
        case .client(let index): "client \(index)"
        case .broker: "broker"
        }
    }
}

public import ClockDomain

/// All of one run: the site, how its machines are, what goes wrong and what people ask.
///
/// The same plan gives the same run, to the byte, on every machine. What is decided while it runs (a message's delay,
/// whether a write was torn) comes from generators that are seeded from ``seed`` for each host, link and purpose apart,
/// so that leaving one fault out changes the rest of the run as little as can be.
public struct SimulationPlan: Hashable, Sendable, Codable {
    public var seed: UInt64
    public var site: SiteID
    /// When it begins. Every host is off until its own ``NodePlan/startsAfter``.
    public var start: TrueTime
    /// How long faults may happen. Then everything heals.
    public var length: Duration
    /// How long everything has, healed, to come to agree.
    public var convergence: Duration
    /// The zones of the run, named by their index wherever a plan names a zone. Not empty.
    ///
    /// The simulator has no files: whoever makes a plan reads the rules, or makes some up.
    public var zones: [TimeZoneRules]
    public var nodes: [NodePlan]
    /// One, or two that were not told of each other. They share the client id, as two daemons of one site do, unless one
    /// has a name of its own.
    public var coordinators: [CoordinatorPlan]
    public var broker: BrokerPlan
    /// Every link that has no plan of its own.
    public var network: LinkPlan
    /// The links of the clients, by number; as many clients as there are. ``PlannedRequest/client`` names one.
    public var clients: [ClientPlan]
    /// In any order; a fault is named by its index.
    public var faults: [PlannedFault]
    /// In any order; a request is named by its index.
    public var people: [PlannedRequest]
    /// Of how many messages one passes through the codec as bytes, to see that it comes out equal; 0 for none.
    public var codecSampling: Int

    public init(
        seed: UInt64, site: SiteID = SimulationPlan.standardSite, start: TrueTime, length: Duration,
        convergence: Duration = .minutes(30), zones: [TimeZoneRules] = [.utc], nodes: [NodePlan],
        coordinators: [CoordinatorPlan] = [CoordinatorPlan()], broker: BrokerPlan = BrokerPlan(),
        network: LinkPlan = .local, clients: [ClientPlan] = [ClientPlan()],
        faults: [PlannedFault] = [],
        people: [PlannedRequest] = [], codecSampling: Int = 4_096
    ) {
        self.seed = seed
        self.site = site
        self.start = start
        self.length = length
        self.convergence = convergence
        self.zones = zones
        self.nodes = nodes
        self.coordinators = coordinators
        self.broker = broker
        self.network = network
        self.clients = clients
        self.faults = faults
        self.people = people
        self.codecSampling = codecSampling
    }

    /// `home`
    public static let standardSite: SiteID = {
        guard let site = SiteID("home") else { preconditionFailure("home is an id") }
        return site
    }()

    /// Whether two coordinators have one store, of which one works.
    public var sharesStore: Bool {
        coordinators.contains { if case .shared = $0.store { true } else { false } }
    }

    /// When the faulty phase is over and everything heals.
    public var healsAt: TrueTime { start + length }
    /// When the run is over.
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

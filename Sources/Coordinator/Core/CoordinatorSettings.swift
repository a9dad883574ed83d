public import ClockDomain

/// The settings that a coordinator has from its start on.
public struct CoordinatorSettings: Hashable, Sendable {
    public var site: SiteID
    /// The program's version, for status.
    public var version: String
    /// The addresses of brokers as configured, `host:port`, at least one. The coordinator uses the first that answers.
    public var brokers: [String]
    /// The store's file, for people.
    public var storePath: String
    /// The time between a wake's publication and its quarter hour.
    public var lead: Duration
    /// The time that a node may be busy with a wake.
    public var budget: Duration
    /// The time for which the store keeps quarter hours and ledgers.
    public var retention: Duration
    /// True if the operator vouches for this machine's clock, though no time service does.
    public var isClockVouched: Bool
    /// The end of the coordinator's certificate; `nil` without one.
    public var certificateUntil: WallTime?
    /// Marks the generation of the store that this run begins; `nil` to continue the stored one.
    public var generationTag: GenerationTag?
    /// The site's, for alarms that follow the sun.
    public var position: Position?
    /// `nil` to publish nothing for Home Assistant.
    public var homeAssistant: HomeAssistantSettings?
    /// `nil` to send people no messages.
    public var notices: NoticeSettings?

    /// The addresses of the brokers, for people, with "or" between them.
    public var broker: String { brokers.joined(separator: " or ") }

    /// The time after its target until which a wake or a command still counts.
    public static let grace: Duration = .seconds(2)
    /// The number of messages waiting for the core at which the reading of nodes' messages stops. Their lines have room
    /// in the next commit.
    public static let readAhead = 256
    /// The part of a wake's budget that a node leaves unused.
    public static let reserve: Duration = .seconds(5)

    public init(
        site: SiteID, version: String, broker: String, otherBrokers: [String] = [], storePath: String,
        lead: Duration = .seconds(15), budget: Duration = .seconds(30), retention: Duration = .hours(90 * 24),
        isClockVouched: Bool = false, certificateUntil: WallTime? = nil, generationTag: GenerationTag? = nil,
        position: Position? = nil, homeAssistant: HomeAssistantSettings? = nil, notices: NoticeSettings? = nil
    ) {
        self.site = site
        self.version = version
        brokers = [broker] + otherBrokers
        self.storePath = storePath
        self.lead = lead
        self.budget = budget
        self.retention = retention
        self.isClockVouched = isClockVouched
        self.certificateUntil = certificateUntil
        self.generationTag = generationTag
        self.position = position
        self.homeAssistant = homeAssistant
        self.notices = notices
    }
}

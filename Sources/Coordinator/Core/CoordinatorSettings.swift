public import ClockDomain

/// What a coordinator is told about itself at start.
public struct CoordinatorSettings: Hashable, Sendable {
    public var site: SiteID
    /// The program's version, for status.
    public var version: String
    /// The addresses of brokers as configured, `host:port`, at least one. The coordinator uses the first that answers.
    public var brokers: [String]
    /// The store's file, for people.
    public var storePath: String
    /// How far ahead of a quarter hour its wake is published.
    public var lead: Duration
    /// How long a node may be busy with a wake.
    public var budget: Duration
    /// How long quarter hours and ledgers are kept.
    public var retention: Duration
    /// Whether somebody keeps this machine's clock right though no time service says so.
    public var isClockVouched: Bool
    /// Until when the certificate is valid by which it connects; `nil` where it has none.
    public var certificateUntil: WallTime?
    /// Marks the generation of the store that this run begins; `nil`: it goes on in the stored one.
    public var generationTag: GenerationTag?
    /// `nil` where Home Assistant is told nothing.
    public var homeAssistant: HomeAssistantSettings?
    /// `nil` where people are sent no messages.
    public var notices: NoticeSettings?

    /// The broker, for people; several with "or" between them.
    public var broker: String { brokers.joined(separator: " or ") }

    /// How long after its target a wake or a command may still be acted on.
    public static let grace: Duration = .seconds(2)
    /// Messages that wait for the core, up to which nodes' messages are read. What they bring has room in the next commit.
    public static let readAhead = 256
    /// What a node leaves unused of a wake's budget.
    public static let reserve: Duration = .seconds(5)

    public init(
        site: SiteID, version: String, broker: String, otherBrokers: [String] = [], storePath: String,
        lead: Duration = .seconds(15),
        budget: Duration = .seconds(30), retention: Duration = .hours(90 * 24), isClockVouched: Bool = false,
        certificateUntil: WallTime? = nil, generationTag: GenerationTag? = nil,
        homeAssistant: HomeAssistantSettings? = nil,
        notices: NoticeSettings? = nil
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
        self.homeAssistant = homeAssistant
        self.notices = notices
    }
}

/// The properties of the way between a host and the broker. Rates are per million messages and direction.
///
/// It is a TCP connection: the sender repeats a lost packet (after 200 ms, then twice that, …), and later packets wait
/// for it; after six losses in a row the sender gives the connection up.
public struct LinkPlan: Hashable, Sendable, Codable {
    /// From the host to the broker.
    public var outwardDelay: Duration
    /// From the broker to the host.
    public var homewardDelay: Duration
    /// Added to each, evenly drawn from zero to this.
    public var jitter: Duration
    public var lossPerMillion = 0
    /// An at-least-once message arrives twice.
    public var duplicatePerMillion = 0
    /// Later messages overtake a message, as MQTT allows for other topics (MQTT 5 section 4.6). Within a topic the
    /// order stands.
    public var reorderPerMillion = 0
    /// The extra delay of an overtaken message.
    public var reorderDelay = Duration.milliseconds(500)

    /// A cable in a house.
    public static let local = LinkPlan(
        outwardDelay: .microseconds(300), homewardDelay: .microseconds(300), jitter: .microseconds(500))
}

/// The broker, by mosquitto's defaults.
public struct BrokerPlan: Hashable, Sendable, Codable {
    /// Messages that wait for one client, beyond those under way to it; newer ones are dropped.
    public var queueLimit = 1_000
    /// At-least-once messages under way to one client that it has not acknowledged.
    public var inflightLimit = 20
    /// The interval at which it saves its state while it runs.
    public var autosaveInterval = Duration.seconds(1_800)
    /// The subscriptions to which it sends no retained messages; `nil`: none.
    public var withholding: Withholding?

    public enum Withholding: String, Hashable, Sendable, Codable {
        /// Those with wildcards, as RabbitMQ does.
        case wildcards
        /// All, as another member of a RabbitMQ cluster does.
        case all
    }
}

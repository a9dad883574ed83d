public import ClockCoordinatorCore
public import ClockDomain
public import ClockWire

/// One message on its way, as values in place of bytes.
///
/// A class, because one message goes to many receivers; immutable.
public final class Message: Sendable {
    public let topic: TopicID
    public let payload: Payload
    public let qos: Delivery.QualityOfService
    public let isRetained: Bool
    /// The instant at which the broker, or the sender's queue, drops it.
    public let expiry: TrueTime?
    /// Set on requests.
    public let responseTopic: TopicID?
    public let correlation: [UInt8]?

    public init(
        topic: TopicID, payload: Payload, qos: Delivery.QualityOfService = .atLeastOnce, isRetained: Bool = false,
        expiry: TrueTime? = nil, responseTopic: TopicID? = nil, correlation: [UInt8]? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.isRetained = isRetained
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }

    /// - Parameter now: the instant of publication.
    convenience init(
        topic: TopicID, payload: Payload, _ delivery: Delivery, at now: TrueTime, responseTopic: TopicID? = nil,
        correlation: [UInt8]? = nil
    ) {
        self.init(
            topic: topic, payload: payload, qos: delivery.qos, isRetained: delivery.isRetained,
            expiry: delivery.expirySeconds.map { now + .seconds($0) }, responseTopic: responseTopic,
            correlation: correlation)
    }

    /// True for a message that makes a node sound, keep silent, or set its clock by the coordinator's.
    var isWake: Bool {
        switch payload {
        case .wake, .ringActions, .emergency, .timeReply: true
        case .availability, .presence, .desired, .reported, .ledger, .acked, .command, .timeRequest, .change, .request,
            .answer, .contentReport, .bytes:
            false
        }
    }

    var isTimeReply: Bool { if case .timeReply = payload { true } else { false } }

    public enum Payload: Hashable, Sendable {
        indirect case wake(Wake)
        case availability(Availability)
        indirect case presence(CoordinatorPresence)
        indirect case desired(Desired)
        case reported(Boxed<Reported>)
        indirect case ledger(LedgerBatch)
        case acked(Acked)
        indirect case command(Command)
        case timeRequest(TimeRequest)
        /// - Parameter answered: true time, for a checker that judges the reply's error.
        case timeReply(TimeReply, answered: TrueTime)
        case ringActions(RingActionList)
        indirect case emergency(Emergency)
        indirect case change(ChangeEvent)
        indirect case request(CoordinatorRequest)
        indirect case answer(CoordinatorAnswer)
        indirect case contentReport(ContentReport)
        /// Anything else, as bytes; empty to remove a retained message.
        case bytes([UInt8])

        var isEmpty: Bool { if case .bytes(let bytes) = self { bytes.isEmpty } else { false } }
    }
}

/// A topic's number in its run's ``TopicTable``.
public struct TopicID: Hashable, Sendable {
    public let index: Int

    init(index: Int) { self.index = index }
}

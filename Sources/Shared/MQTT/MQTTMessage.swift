/// An application message with the MQTT 5 properties that are used here.
public struct MQTTMessage: Sendable, Equatable {
    /// Topic name: UTF-8, 1 to 65,535 bytes, no wildcards.
    public var topic: String
    public var payload: [UInt8]
    public var qos: MQTTQoS
    /// To publish: replace the topic's retained message. Received: the message was stored before the subscription, or,
    /// where the subscription takes none of these, its sender asked the broker to keep it.
    public var retain: Bool
    /// Seconds after which the message is no longer delivered, 1 to 4,294,967,295; `nil` is for ever. On a received
    /// message, the rest of it. The time a message waits in the client's own queue counts.
    public var messageExpirySeconds: UInt32?
    /// The topic on which the receiver shall publish its answer.
    public var responseTopic: String?
    /// Opaque bytes that the answer repeats, at most 65,535.
    public var correlationData: [UInt8]?
    /// MIME type of the payload.
    public var contentType: String?
    /// To publish: decides its turn. It stays on this side of the network.
    public var priority: Priority

    /// The order of sending among the messages that wait. Within one priority they keep their order.
    public enum Priority: Sendable, Hashable, CaseIterable {
        /// Before everything else, with room in the queue that nothing else takes.
        case urgent
        /// Before the others, with room in the queue that these do not take: an answer that is worth less each moment.
        case prompt
        case ordinary
        /// Goes when nothing else waits, and never so much of it that others wait for acknowledgements.
        case patient
    }

    public init(
        topic: String,
        payload: [UInt8],
        qos: MQTTQoS = .atLeastOnce,
        retain: Bool = false,
        messageExpirySeconds: UInt32? = nil,
        responseTopic: String? = nil,
        correlationData: [UInt8]? = nil,
        contentType: String? = nil,
        priority: Priority = .ordinary
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
        self.messageExpirySeconds = messageExpirySeconds
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.contentType = contentType
        self.priority = priority
    }
}

extension MQTTMessage {
    /// Bytes that count against the outgoing queue's bound: everything whose size the sender chooses.
    var queuedBytes: Int {
        let properties = [responseTopic?.utf8.count, correlationData?.count, contentType?.utf8.count]
        return topic.utf8.count + payload.count + properties.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// Throws `.invalidMessage` or `.invalidTopic` naming the offending value when MQTT does not allow this message.
    func validate() throws(MQTTError) {
        try MQTTTopicRules.validateName(topic)
        if payload.count > MQTTTopicRules.maximumPayloadBytes {
            throw MQTTError(
                .invalidMessage,
                "payload for \"\(topic)\" has \(payload.count) bytes; MQTT allows \(MQTTTopicRules.maximumPayloadBytes)"
            )
        }
        if messageExpirySeconds == 0 {
            throw MQTTError(
                .invalidMessage,
                "message expiry for \"\(topic)\" is 0 s, which the broker would never deliver; use 1 s or more, or none"
            )
        }
        if let responseTopic { try MQTTTopicRules.validateName(responseTopic) }
        if let correlationData, correlationData.count > MQTTTopicRules.maximumFieldBytes {
            throw MQTTError(
                .invalidMessage,
                "correlation data for \"\(topic)\" has \(correlationData.count) bytes; "
                    + "MQTT allows \(MQTTTopicRules.maximumFieldBytes)"
            )
        }
        if let contentType { try MQTTTopicRules.validateText(contentType, what: "content type", code: .invalidMessage) }
    }
}

public import ClockDomain
public import ClockMQTT
public import ClockWire

extension MQTTMessage {
    public init(
        topic: String, payload: [UInt8], _ delivery: Delivery, responseTopic: String? = nil,
        correlationData: [UInt8]? = nil
    ) {
        self.init(
            topic: topic, payload: payload, qos: MQTTQoS(delivery.qos), retain: delivery.isRetained,
            messageExpirySeconds: delivery.expirySeconds, responseTopic: responseTopic,
            correlationData: correlationData, priority: Priority(delivery.priority))
    }

    public init(_ message: NodeMessage, of node: NodeID, in topics: Topics) {
        self.init(
            topic: topics.name(of: message.topic(of: node)), payload: message.payload, message.delivery,
            responseTopic: message.responseTopic(of: node).map(topics.name(of:)))
    }

    public init(_ message: CoordinatorMessage, in topics: Topics) {
        self.init(
            topic: topics.name(of: message.topic), payload: message.payload, message.delivery,
            correlationData: message.correlation)
    }

    /// Somebody stops or snoozes occurrences, past the coordinator. It is retained, so rooms that are away receive it
    /// later.
    ///
    /// - Parameters:
    ///   - earlier: the broker's retained stops and snoozes of people, as far as they are known.
    ///   - by: the asker's name, for the record.
    ///   - at: the wall clock now.
    ///   - minutes: the length of a snooze; `nil` for each ring's own.
    public init(
        _ kind: RingAction.Kind, _ occurrences: [Occurrence], after earlier: RingActionList, by: String, at: WallTime,
        minutes: Int? = nil, in topics: Topics
    ) {
        var list = earlier
        list.expire(at: at)
        list.add(
            occurrences.map { occurrence in
                RingAction(
                    id: String(UInt64.random(in: .min ... .max), radix: 36), occurrence: occurrence, kind: kind,
                    at: at.truncatedToMilliseconds, by: by, minutes: minutes)
            })
        self.init(topic: topics.ring(.people), payload: WireCodec.encode(list), .ringActions)
    }
}

extension MQTTQoS {
    fileprivate init(_ qos: Delivery.QualityOfService) {
        self =
            switch qos {
            case .atMostOnce: .atMostOnce
            case .atLeastOnce: .atLeastOnce
            }
    }
}

extension MQTTMessage.Priority {
    fileprivate init(_ priority: Delivery.Priority) {
        self =
            switch priority {
            case .urgent: .urgent
            case .prompt: .prompt
            case .ordinary: .ordinary
            case .patient: .patient
            }
    }
}

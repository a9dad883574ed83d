internal import ClockMQTT
internal import ClockWire

/// What a link hears of besides its answers.
package enum Following: Hashable, Sendable {
    case nothing
    /// That something has changed.
    case hints
    /// What the nodes say of themselves, straight from them.
    case nodes
    /// What people define and change.
    case changes
    /// Which sites the broker knows.
    case sites

    /// - Parameter replyTopic: where the link's answers come; its last part is the link's own.
    func subscriptions(_ topics: Topics, replyTopic: String) -> [MQTTSubscription] {
        switch self {
        case .nothing: [MQTTSubscription(topics.coordinatorAvailability)]
        case .hints: topics.changeFilters.map { MQTTSubscription($0) }
        case .changes:
            [MQTTSubscription(topics.coordinatorAvailability), MQTTSubscription(topics.change, takesRetained: false)]
        case .sites:
            [MQTTSubscription(Topics.allCoordinators, qos: .atMostOnce), MQTTSubscription(Following.mark(replyTopic))]
        // At most once, so that no limit of messages in flight holds retained ones back behind the mark.
        case .nodes:
            (topics.changeFilters + [topics.ring(.people)]).map { MQTTSubscription($0, qos: .atMostOnce) }
                + [MQTTSubscription(Following.mark(replyTopic))]
        }
    }

    /// A topic that nothing is ever published to. A broker sends the retained messages of a subscription before it
    /// answers the next one, so when it has answered this one, all that it kept of the nodes is here.
    package static func mark(_ replyTopic: String) -> String { replyTopic + "-mark" }
}

internal import ClockMQTT
internal import ClockWire

/// The messages that a link receives besides its answers.
package enum Following: Hashable, Sendable {
    case nothing
    /// The nodes' own reports, straight from them.
    case nodes
    /// The same, and the site's word on an emergency.
    case emergency
    /// Definitions and changes that people make.
    case changes
    /// The sites that the broker knows.
    case sites

    /// - Parameter replyTopic: the topic of the link's answers; its last part is the link's own.
    func subscriptions(_ topics: Topics, replyTopic: String) -> [MQTTSubscription] {
        switch self {
        case .nothing: [MQTTSubscription(topics.coordinatorAvailability)]
        case .changes:
            [MQTTSubscription(topics.coordinatorAvailability), MQTTSubscription(topics.change, takesRetained: false)]
        case .sites:
            [MQTTSubscription(Topics.allCoordinators, qos: .atMostOnce), MQTTSubscription(Following.mark(replyTopic))]
        // At most once, so that no limit of messages in flight holds retained ones back behind the mark.
        case .nodes, .emergency:
            (topics.changeFilters + [self == .nodes ? topics.ring(.people) : topics.emergency]).map {
                MQTTSubscription($0, qos: .atMostOnce)
            }
                + [MQTTSubscription(Following.mark(replyTopic))]
        }
    }

    /// Returns a topic that nobody ever publishes to. A broker sends the retained messages of a subscription before it
    /// answers the next one, so its answer to this one shows that all it kept of the nodes is here.
    package static func mark(_ replyTopic: String) -> String { replyTopic + "-mark" }
}

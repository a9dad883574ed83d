internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import Synchronization

/// Passes messages from Home Assistant, and the broker's retained messages for it, to the core.
final class HomeAssistantDoor: Sendable {
    /// The default topic of every Home Assistant, whatever its discovery prefix.
    private static let birthTopic = "homeassistant/status"
    /// The longest wait of a command in nanoseconds: it carries no time of its own.
    private static let longestWait: Int64 = 5_000_000_000
    /// The most topics handed to the core at a time, with time in between to clear them.
    private static let topicsAtATime = 1_000
    /// The most topics that wait. Overflow policy: further ones stay; the next connection finds them.
    private static let maximumTopics = 100_000

    private struct Found {
        var topics: [String] = []
        /// True if the core will get the topics in a moment.
        var isAboutToBeTold = false
    }

    private let topics: Topics
    private let limited: LimitedLog
    private let post: @Sendable (CoordinatorEvent) -> Void
    private let rates = Mutex(RateLimits<SiteID>(perSecond: 20, burst: 100, capacity: 1))
    private let found = Mutex(Found())
    private let telling = DispatchQueue(label: "found for home assistant")

    init(topics: Topics, limited: LimitedLog, post: @escaping @Sendable (CoordinatorEvent) -> Void) {
        self.topics = topics
        self.limited = limited
        self.post = post
    }

    /// The subscriptions, also while Home Assistant is off: leftovers from a time when it was on must be cleared.
    static func subscriptions(_ topics: Topics, isEnabled: Bool) -> [MQTTSubscription] {
        topics.homeAssistantStateFilters.map { MQTTSubscription($0) }
            + (isEnabled
                ? [
                    // At most once: a broker that keeps a session would deliver commands long after people gave them.
                    MQTTSubscription(topics.homeAssistantCommandFilter, qos: .atMostOnce, takesRetained: false),
                    MQTTSubscription(birthTopic, takesRetained: false),
                ] : [])
    }

    /// Called on the network thread.
    ///
    /// - Returns: true if the message was one of these.
    func receive(_ message: MQTTMessage, _ receipt: MQTTReceipt) -> Bool {
        if message.topic == Self.birthTopic {
            if message.payload == Array("online".utf8) { post(.homeAssistantStarted) }
            return true
        }
        switch topics.parse(message.topic) {
        case .homeAssistantState: find(message)
        case .homeAssistantCommand(let subject, let entity): receive(command: message, subject, entity, receipt)
        case nil where message.topic.hasSuffix("/config"): find(message)
        case nil, .wake, .change, .ring, .emergency, .chunk, .coordinatorAvailability, .coordinatorPresence, .node,
            .request:
            return false
        }
        return true
    }

    private func receive(command message: MQTTMessage, _ subject: String, _ entity: String, _ receipt: MQTTReceipt) {
        // A broker would deliver a retained command again and again.
        if message.retain { return find(message) }
        guard receipt.waitedNanoseconds <= Self.longestWait else {
            return limited.log(
                .warning, about: "home assistant",
                "refused a command of Home Assistant on \(message.topic.prefix(120)): it waited up to "
                    + "\(receipt.waitedNanoseconds / 1_000_000_000) s while the coordinator was stopped")
        }
        let boot = BootTime(nanoseconds: receipt.bootNanoseconds)
        guard rates.withLock({ $0.allows(topics.site, at: boot) }) else {
            return limited.log(
                .warning, about: "home assistant",
                "Home Assistant sends over 20 commands a second: the coordinator drops some")
        }
        guard message.payload.count <= HomeAssistantCommand.maximumBytes else {
            return limited.log(
                .warning, about: message.topic,
                "refused a message on \(message.topic.prefix(120)): \(message.payload.count) bytes are over the limit of "
                    + "\(HomeAssistantCommand.maximumBytes)")
        }
        post(
            .homeAssistantCommand(
                HomeAssistantCommand(
                    subject: subject, entity: entity, payload: String(decoding: message.payload, as: UTF8.self))))
    }

    /// Notes a message that the broker kept. The coordinator's new messages also arrive here, without the mark of a
    /// kept one.
    private func find(_ message: MQTTMessage) {
        guard message.retain, !message.payload.isEmpty else { return }
        let begins = found.withLock { found in
            if found.topics.count < Self.maximumTopics { found.topics.append(message.topic) }
            defer { found.isAboutToBeTold = true }
            return !found.isAboutToBeTold
        }
        if begins { tellSoon() }
    }

    private func tellSoon() {
        telling.asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in
            let (topics, isMore) = found.withLock { found in
                let topics = Array(found.topics.prefix(Self.topicsAtATime))
                found.topics.removeFirst(topics.count)
                found.isAboutToBeTold = !found.topics.isEmpty
                return (topics, found.isAboutToBeTold)
            }
            post(.homeAssistantFound(topics))
            if isMore { tellSoon() }
        }
    }
}

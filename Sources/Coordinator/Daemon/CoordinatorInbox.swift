internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import Dispatch
internal import Logging
internal import Synchronization

/// Queues events for the core, from any thread. It also reports to the core the messages that were refused for want of
/// room, here or before.
final class CoordinatorInbox: Sendable {
    /// The most waiting messages from the network. Other readers stop early, so that only time questions can fill it;
    /// further ones are dropped and counted.
    private static let messageCapacity = 4_096
    /// The most waiting events of the coordinator itself. Every one but timers answers an effect of the core.
    private static let ownCapacity = 4_096

    let mailbox = Mailbox<CoordinatorEvent>(own: ownCapacity, messages: messageCapacity)
    let limited: LimitedLog
    private let logger: Logger
    /// The counts to report to the core in a moment; `nil` for none.
    private let turnedAway = Mutex<TurnedAway?>(nil)
    private let telling = DispatchQueue(label: "turned away")

    init(clock: SystemClock, logger: Logger) {
        limited = LimitedLog(logger, clock: clock)
        self.logger = logger
    }

    /// Queues an event, and logs it if there is no room.
    func post(_ event: CoordinatorEvent) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        switch event.source {
        case .message:
            count { turned in
                switch event {
                case .broker(.timeRequest): turned.questions += 1
                case .request: turned.requests += 1
                default: turned.reports += 1
                }
            }
            limited.log(.warning, about: "full", "more messages come than the coordinator can handle: it drops some")
        case .connection, .program:
            logger.error("the coordinator's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }

    /// Logs once per topic and minute that a message was refused, and the reason.
    func refuse(_ topic: String, _ reason: String) {
        limited.log(.warning, about: topic, "refused a message on \(topic.prefix(120)): \(reason)")
    }

    /// Counts a refused request, report or question. The core gets the counts once a second at most.
    func count(_ count: (inout TurnedAway) -> Void) {
        let begins = turnedAway.withLock { turned in
            let begins = turned == nil
            var sum = turned ?? TurnedAway()
            count(&sum)
            turned = sum
            return begins
        }
        guard begins else { return }
        telling.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
            if let turned = turnedAway.withLock({ $0.take() }) { post(.turnedAway(turned)) }
        }
    }
}

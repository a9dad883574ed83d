internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import Dispatch
internal import Logging
internal import Synchronization

/// Takes events for the core, from any thread. Of what is turned away for want of room, here or before, it tells the core as
/// well.
final class CoordinatorInbox: Sendable {
    /// Messages from the network that wait for the core. Others are read only while few wait, so that it is full of
    /// questions for the time alone; what comes beyond is dropped and counted.
    private static let messageCapacity = 4_096
    /// The coordinator's own events that wait. Every one but timers answers something that the core has asked for.
    private static let ownCapacity = 4_096

    let mailbox = Mailbox<CoordinatorEvent>(own: ownCapacity, messages: messageCapacity)
    let limited: LimitedLog
    private let logger: Logger
    /// What the core is to be told in a moment; `nil` where that is nothing.
    private let turnedAway = Mutex<TurnedAway?>(nil)
    private let telling = DispatchQueue(label: "turned away")

    init(clock: SystemClock, logger: Logger) {
        limited = LimitedLog(logger, clock: clock)
        self.logger = logger
    }

    /// Queues an event, and says so in the log where there is no room for it.
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

    /// Says once per topic and minute that a message was refused, and why.
    func refuse(_ topic: String, _ reason: String) {
        limited.log(.warning, about: topic, "refused a message on \(topic.prefix(120)): \(reason)")
    }

    /// A request, a report or a question was turned away. The core is told once a second at most.
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

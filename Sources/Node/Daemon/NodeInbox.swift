internal import ClockDomain
internal import ClockNodeCore
internal import ClockRuntime
internal import Logging

/// Queues events for the core, from any thread.
struct NodeInbox: Sendable {
    /// Messages that wait for the loop. A node gets a handful a minute; the inbox refuses more as a flood.
    private static let messageCapacity = 1_000
    /// The program's own events that wait. More than a few mean that the loop stands still.
    private static let ownCapacity = 1_000

    let mailbox = Mailbox<NodeCore.Event>(own: ownCapacity, messages: messageCapacity)
    let limited: LimitedLog
    private let logger: Logger

    init(clock: SystemClock, logger: Logger) {
        limited = LimitedLog(logger, clock: clock)
        self.logger = logger
    }

    /// Queues an event, or logs that there is no room for it.
    func post(_ event: NodeCore.Event) {
        guard !mailbox.post(event), !mailbox.isClosed else { return }
        switch event.source {
        case .message:
            limited.log(.warning, about: "full", "more messages come than this node can handle: it drops some")
        case .connection, .program:
            logger.error("the node's mailbox is full; lost \(String(describing: event).prefix(80))")
        }
    }
}

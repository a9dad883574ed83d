internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import Logging
internal import Synchronization

/// Reads nodes' messages before the core: beside the network thread, each at its sender's cost.
///
/// Reports have a connection of their own. An excess stays in its socket and at the broker; so nothing else waits
/// behind it, and no accepted message is lost. The waiting messages of one node are bounded, so that the others have
/// room: further ones of that node are dropped.
final class MessageIntake: Sendable {
    /// The longest time for which nodes' reports stay unread.
    private static let longestHold: Duration = .seconds(10)

    private let connection: MQTTClient
    private let clock: SystemClock
    private let inbox: CoordinatorInbox
    private let reports: MessageReader<NodeID, MQTTMessage>
    /// Nodes in a hurry ask for the time 16 times a second.
    private let timeRates = Mutex(RateLimits<NodeID>(perSecond: 64, burst: 128, capacity: 1_000))
    private let ringRates = Mutex(RateLimits<Bool>(perSecond: 200, burst: 1_000, capacity: 1))
    private let wakeRates = Mutex(RateLimits<SiteID>(perSecond: 1, burst: 16, capacity: 1))
    /// A coordinator publishes one with each change, and receives its own.
    private let presenceRates = Mutex(RateLimits<SiteID>(perSecond: 100, burst: 500, capacity: 1))
    private let held: Hold

    /// The instant until which nodes' reports stay unread.
    private final class Hold: Sendable {
        let until = Mutex<BootTime?>(nil)
    }

    /// - Parameters:
    ///   - connection: the reports' connection.
    ///   - read: decodes a message and passes on its content.
    init(
        connection: MQTTClient, clock: SystemClock, inbox: CoordinatorInbox,
        read: @escaping @Sendable (MQTTMessage) -> Void
    ) {
        self.connection = connection
        self.clock = clock
        self.inbox = inbox
        let held = Hold()
        self.held = held
        reports = MessageReader(
            // A node has at most 500 lines under way.
            "reports", .init(perSecond: 200, burst: 500, waitingOfOne: 512, waiting: 8_192, bytes: 64 << 20),
            clock: clock,
            hasRoom: { [mailbox = inbox.mailbox] in
                mailbox.messagesWaiting < CoordinatorSettings.readAhead
                    && held.until.withLock { $0.map { clock.now().boot >= $0 } ?? true }
            },
            read: read, whileLight: { connection.resumeReading() })
    }

    /// Queues a node's message to read in its turn.
    func enqueue(_ report: MQTTMessage, from node: NodeID) {
        let isTaken = reports.enqueue(report, of: node, bytes: report.payload.count)
        // The broker keeps the rest. There is still room for one turn of reading.
        if reports.load == .heavy { connection.holdReading() }
        guard !isTaken else { return }
        inbox.count { $0.reports += 1 }
        inbox.limited.log(
            .warning, about: "reports of \(node)", "node \(node) says more than can be read; some is dropped")
    }

    /// True if a node's question for the time gets an answer. None waits: the wait would falsify the answer.
    func takesQuestion(of node: NodeID, at boot: BootTime) -> Bool {
        if timeRates.withLock({ $0.allows(node, at: boot) }) { return true }
        inbox.count { $0.questions += 1 }
        inbox.limited.log(
            .warning, about: "time for \(node)", "node \(node) asks for the time more often than nodes do")
        return false
    }

    /// True if a wake's sender is checked. A coordinator sends one each quarter hour.
    func takesWake(of site: SiteID, at boot: BootTime) -> Bool { wakeRates.withLock { $0.allows(site, at: boot) } }

    /// True if a coordinator's presence is read now.
    func takesPresence(of site: SiteID, at boot: BootTime) -> Bool {
        presenceRates.withLock { $0.allows(site, at: boot) }
    }

    /// True if a list of stops and snoozes is checked now. Others are checked when the broker next sends all retained
    /// messages.
    func takesRing(at boot: BootTime) -> Bool { ringRates.withLock { $0.allows(true, at: boot) } }

    /// Stops reading nodes' messages, or continues.
    func holdReports(_ holds: Bool) {
        let end = holds ? clock.now().boot + Self.longestHold : nil
        held.until.withLock { $0 = end }
    }
}

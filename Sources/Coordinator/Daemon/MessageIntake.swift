internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

/// What nodes say before the core has it: read beside the network thread, each message at its sender's cost.
///
/// Reports come on a connection of their own. Where they are too much, they stay in its socket and at the broker; so nothing
/// else waits behind them, and nothing that was taken is dropped. What one node has waiting is bounded, so that the others
/// are heard: what it says beyond is dropped.
final class MessageIntake: Sendable {
    /// How long nodes' reports are left unread at most.
    private static let longestHold: Duration = .seconds(10)

    private let connection: MQTTClient
    private let clock: SystemClock
    private let inbox: CoordinatorInbox
    private let reports: MessageReader<NodeID, MQTTMessage>
    /// Nodes ask for the time 16 times a second where they are in a hurry.
    private let timeRates = Mutex(RateLimits<NodeID>(perSecond: 64, burst: 128, capacity: 1_000))
    private let ringRates = Mutex(RateLimits<Bool>(perSecond: 200, burst: 1_000, capacity: 1))
    private let wakeRates = Mutex(RateLimits<SiteID>(perSecond: 1, burst: 16, capacity: 1))
    private let held: Hold

    /// Until when nodes' reports are left unread.
    private final class Hold: Sendable {
        let until = Mutex<BootTime?>(nil)
    }

    /// - Parameters:
    ///   - connection: that of the reports.
    ///   - read: decodes a message and hands on what it says.
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
            // A node has 500 lines under way at most.
            "reports", .init(perSecond: 200, burst: 500, waitingOfOne: 512, waiting: 8_192, bytes: 64 << 20),
            clock: clock,
            hasRoom: { [mailbox = inbox.mailbox] in
                mailbox.messagesWaiting < CoordinatorSettings.readAhead
                    && held.until.withLock { $0.map { clock.now().boot >= $0 } ?? true }
            },
            read: read, whileLight: { connection.resumeReading() })
    }

    /// Has what a node says read when its turn comes.
    func take(_ report: MQTTMessage, from node: NodeID) {
        let isTaken = reports.take(report, of: node, bytes: report.payload.count)
        // The broker keeps the rest. There is room yet for what one turn of reading may still bring.
        if reports.load == .heavy { connection.holdReading() }
        guard !isTaken else { return }
        inbox.count { $0.reports += 1 }
        inbox.limited.log(
            .warning, about: "reports of \(node)", "node \(node) says more than can be read; some is dropped")
    }

    /// Whether a node's question for the time is answered. None waits: the answer would be wrong by that.
    func takesQuestion(of node: NodeID, at boot: BootTime) -> Bool {
        if timeRates.withLock({ $0.allows(node, at: boot) }) { return true }
        inbox.count { $0.questions += 1 }
        inbox.limited.log(
            .warning, about: "time for \(node)", "node \(node) asks for the time more often than nodes do")
        return false
    }

    /// Whether a wake is looked at for who sent it. A coordinator sends one each quarter hour.
    func takesWake(of site: SiteID, at boot: BootTime) -> Bool {
        wakeRates.withLock { $0.allows(site, at: boot) }
    }

    /// Says that a list of stops and snoozes is checked now. Others are checked when the broker next sends all that it
    /// keeps.
    func takesRing(at boot: BootTime) -> Bool { ringRates.withLock { $0.allows(true, at: boot) } }

    /// Leaves unread what nodes say, or reads on.
    func holdReports(_ holds: Bool) {
        let end = holds ? clock.now().boot + Self.longestHold : nil
        held.until.withLock { $0 = end }
    }
}

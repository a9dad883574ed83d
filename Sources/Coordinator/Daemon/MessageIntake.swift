internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import Synchronization

/// What nodes say before the core has it: read beside the network thread, each message at its sender's cost, and dropped or
/// left unread where it is too much. Of what the gateway turns away it tells the core as well.
final class MessageIntake: Sendable {
    struct Handlers: Sendable {
        /// Decodes a message and hands on what it says.
        var readReport: @Sendable (MQTTMessage) -> Void
        /// So many more were turned away; once a second at most.
        var turnedAway: @Sendable (_ requests: Int, _ reports: Int) -> Void
    }

    private struct TurnedAway {
        var requests = 0
        var reports = 0
        /// Whether the core is to be told in a moment.
        var isAboutToBeTold = false
    }

    /// How long nodes' reports are left unread at most.
    private static let longestHold: Duration = .seconds(10)

    private let mqtt: MQTTClient
    private let clock: SystemClock
    private let limited: LimitedLog
    private let handlers: Handlers
    private let reports: MessageReader<NodeID, MQTTMessage>
    /// Nodes ask for the time 16 times a second where they are in a hurry.
    private let timeRates = Mutex(RateLimits<NodeID>(perSecond: 64, burst: 128, capacity: 1_000))
    private let wakeRates = Mutex(RateLimits<SiteID>(perSecond: 1, burst: 16, capacity: 1))
    private let held: Hold
    private let turnedAway = Mutex(TurnedAway())
    private let telling = DispatchQueue(label: "turned away")

    /// Until when nodes' reports are left unread.
    private final class Hold: Sendable {
        let until = Mutex<BootTime?>(nil)
    }

    /// - Parameter hasRoom: whether the core can be handed more now.
    init(
        mqtt: MQTTClient, clock: SystemClock, limited: LimitedLog, hasRoom: @escaping @Sendable () -> Bool,
        handlers: Handlers
    ) {
        self.mqtt = mqtt
        self.clock = clock
        self.limited = limited
        self.handlers = handlers
        let held = Hold()
        self.held = held
        reports = MessageReader(
            "reports", .init(perSecond: 200, burst: 400, waitingOfOne: 64, waiting: 8_192, bytes: 64 << 20),
            clock: clock,
            hasRoom: { hasRoom() && held.until.withLock { $0.map { clock.now().boot >= $0 } ?? true } },
            read: handlers.readReport, whileLight: { mqtt.resumeReading() })
    }

    /// Has what a node says read when its turn comes. What there is no room for, the node says again.
    func take(report message: MQTTMessage, from node: NodeID) {
        let isTaken = reports.take(message, of: node, bytes: message.payload.count)
        // The broker keeps the rest, and its senders' connections bear that.
        if reports.load == .heavy { mqtt.holdReading() }
        guard !isTaken else { return }
        count { $0.reports += 1 }
        limited.log(.warning, about: "reports of \(node)", "node \(node) says more than can be read; some is dropped")
    }

    /// Whether a node's question for the time is answered. None waits: the answer would be wrong by that.
    func takesQuestion(of node: NodeID, at boot: BootTime) -> Bool {
        if timeRates.withLock({ $0.allows(node, at: boot) }) { return true }
        limited.log(.warning, about: "time for \(node)", "node \(node) asks for the time more often than nodes do")
        return false
    }

    /// Whether a wake is looked at for who sent it. A coordinator sends one each quarter hour.
    func takesWake(of site: SiteID, at boot: BootTime) -> Bool {
        wakeRates.withLock { $0.allows(site, at: boot) }
    }

    /// Leaves unread what nodes say, or reads on.
    func holdReports(_ holds: Bool) {
        let end = holds ? clock.now().boot + Self.longestHold : nil
        held.until.withLock { $0 = end }
    }

    /// The gateway turned a request away.
    func turnedRequestAway() { count { $0.requests += 1 } }

    private func count(_ count: (inout TurnedAway) -> Void) {
        let begins = turnedAway.withLock { turned in
            count(&turned)
            defer { turned.isAboutToBeTold = true }
            return !turned.isAboutToBeTold
        }
        guard begins else { return }
        telling.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
            let turned = turnedAway.withLock { turned in
                defer { turned = TurnedAway() }
                return turned
            }
            handlers.turnedAway(turned.requests, turned.reports)
        }
    }
}

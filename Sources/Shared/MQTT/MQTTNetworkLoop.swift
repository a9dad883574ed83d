import ClockDomain
import ClockThreads
import Glibc

/// The network thread: it owns the connection, polls its socket and the wake descriptor, and makes every call on the
/// libmosquitto handle. All its state is confined to that thread.
///
/// An idle connection wakes it every sixth of the keep-alive interval, which is every 5 s by default, so that a probe
/// is late by no more than that; nothing else is periodic.
final class MQTTNetworkLoop {
    enum Phase {
        /// Until the next attempt.
        case waiting(until: Int64)
        case lookingUp(HostLookup)
        /// The other addresses to try after this one.
        case connecting(MQTTConnection, deadline: Int64, remaining: ArraySlice<HostAddress>)
        case connected(MQTTConnection, since: Int64)
    }

    /// A connection that lasted this long makes the next wait start over.
    static let stableAfter: Int64 = 10_000_000_000
    /// The time for which a client that leaves for another broker waits to write its goodbye, in nanoseconds.
    private static let longestGoodbye: Int64 = 500_000_000

    /// A running program is busy no longer than this between two reads of the socket, besides waiting, in nanoseconds.
    private static let longestTurn: Int64 = 2_000_000_000

    let engine: MQTTEngine
    let onEvent: @Sendable (MQTTEvent) -> Void
    var phase = Phase.waiting(until: 0)
    var backoff: MQTTBackoff
    var choice: BrokerChoice
    /// A look at an earlier broker that is under way while a connection is up.
    private var look: MQTTLook?
    /// The last reported failure of each broker, unless a connection came between.
    var lastReported: [Int: MQTTFailure] = [:]
    /// The failures of this round's attempts so far.
    var round: [MQTTFailure] = []
    /// Accepted connections in a row that the broker closed without a reason, with no failed attempt between them.
    var unexplainedClosings = 0
    private var nextKeepAlive: Int64 = 0
    /// The last reading of this connection's socket, by the boot clock in nanoseconds.
    private var lastRead: Int64?
    /// As ``MQTTReceipt/waitedNanoseconds``, of the messages read now.
    private var waited: Int64 = 0

    init(_ engine: MQTTEngine, onEvent: @escaping @Sendable (MQTTEvent) -> Void) {
        self.engine = engine
        self.onEvent = onEvent
        backoff = MQTTBackoff(delay: engine.configuration.reconnectDelay, seed: UInt64.random(in: .min ... .max))
        let interval = engine.configuration.alternatives.lookInterval
        var pace = BrokerChoice.Pace()
        pace.interval = interval.lowerBound.nanoseconds...interval.upperBound.nanoseconds
        choice = BrokerChoice(count: engine.configurations.count, pace: pace)
    }

    /// With the address of the broker that is tried or in use.
    var configuration: MQTTConfiguration { engine.configurations[choice.current] }

    func run() {
        while true {
            let now = SystemClocks.boot()
            let turn = engine.beginTurn(at: now)
            if let stop = turn.stop, !isFlushing(until: stop.flushUntil, at: now) {
                sayGoodbye(sendingWill: stop.sendingWill, until: stop.deadline)
                break
            }
            if let post = turn.post { stay(at: post) }
            advance(at: now)
            pump()
            poll(turn)
        }
        // Frees the handles.
        phase = .waiting(until: .max)
        look = nil
        onEvent(
            .disconnected(
                MQTTDisconnect(
                    reason: .stopped, message: "disconnected from broker \(configuration.endpoint): stopped",
                    reasonCode: nil, retryAfter: nil, consecutiveFailures: 0, triesAnother: false,
                    isRepetition: false)))
        engine.finish()
    }

    /// Hands waiting messages to the library for as long as the socket takes them, so that none queue there.
    private func pump() {
        guard case .connected(let connection, _) = phase else { return }
        for change in engine.takeSubscriptionChanges() {
            let failure =
                switch change {
                case .made(let subscription): connection.subscribe(subscription)
                case .ended(let filter): connection.unsubscribe(filter)
                }
            if let failure { return ended(failure) }
        }
        let window = min(connection.sendMaximum, 256)
        while !connection.wantsWrite, let entry = engine.takeOutgoing(window: window) {
            guard let message = entry.messageToSend(at: SystemClocks.boot()) else {
                drop(entry, MQTTError(.expired, "message for \"\(entry.message.topic)\" expired unsent"))
                continue
            }
            switch connection.publish(message) {
            case .taken(let packet): engine.sent(entry, packet: packet)
            case .rejected(let error): drop(entry, error)
            case .failed(let failure):
                engine.interrupted(entry)
                return ended(failure)
            }
        }
    }

    private func drop(_ entry: MQTTOutbox.Entry, _ error: MQTTError) {
        if let event = engine.dropped(entry, error) { onEvent(event) }
    }

    private func poll(_ turn: MQTTEngine.Turn) {
        var descriptors = [pollfd(fd: engine.wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let connection, let socket = connection.socket {
            let events = connection.pollEvents(isReadingHeld: turn.isReadingHeld)
            descriptors.append(pollfd(fd: socket, events: events, revents: 0))
        }
        let place = descriptors.count
        if let poll = look?.poll { descriptors.append(poll) }
        let timeout = milliseconds(until: deadline(turn))
        // Signals are blocked on this thread, so poll is not interrupted; should it fail, the next turn tries again.
        let ready = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
        noteStop(pollingFor: Int64(max(0, timeout)) * 1_000_000)
        if ready > 0, descriptors[0].revents != 0 { engine.wake.drain() }
        goOnLooking(ready > 0 && place < descriptors.count ? descriptors[place].revents : 0)
        guard let connection else { return }
        if place < 2 { return ended(.library(configuration, code: 0, error: 0)) }
        let events = ready > 0 ? descriptors[1].revents : 0
        if let failure = connection.service(events, isReadingHeld: turn.isReadingHeld) { return ended(failure) }
        lastRead = SystemClocks.boot()
        if case .connected = phase, SystemClocks.boot() >= nextKeepAlive {
            scheduleKeepAlive(connection)
            if let failure = connection.keepAlive() { ended(failure) }
        }
    }

    /// Notices that the program or its machine was stopped since the thread last read the socket: messages may be that
    /// old.
    private func noteStop(pollingFor timeout: Int64) {
        let gap = lastRead.map { SystemClocks.boot() - $0 } ?? 0
        waited = gap > timeout + Self.longestTurn ? gap : 0
    }

    var connection: MQTTConnection? {
        switch phase {
        case .waiting, .lookingUp: nil
        case .connecting(let connection, _, _), .connected(let connection, _): connection
        }
    }

    /// CLOCK_BOOTTIME in nanoseconds of the next thing to do without being woken.
    private func deadline(_ turn: MQTTEngine.Turn) -> Int64 {
        let own: Int64 =
            switch phase {
            case .waiting(let until): until
            case .lookingUp: .max
            case .connecting(let connection, let deadline, _):
                connection.isShakingHands ? min(deadline, SystemClocks.boot() + MQTTConnection.handshakeTick) : deadline
            case .connected: min(nextKeepAlive, look?.nextDeadline ?? choice.nextLook ?? .max)
            }
        return [own, turn.nextDeadline, turn.stop?.flushUntil].compactMap(\.self).min() ?? own
    }

    /// Rounded up, so that the deadline has passed when poll returns.
    private func milliseconds(until deadline: Int64) -> Int32 {
        if deadline == .max { return -1 }
        let remaining = max(0, deadline - SystemClocks.boot())
        return Int32(clamping: (remaining + 999_999) / 1_000_000)
    }

    private func scheduleKeepAlive(_ connection: MQTTConnection) {
        let interval = max(1, Int64(connection.keepAliveSeconds) / 6)
        nextKeepAlive = SystemClocks.boot() + interval * 1_000_000_000
    }

    // MARK: - Looking at earlier brokers

    /// - Parameter events: the result of poll for the look; 0 without events.
    private func goOnLooking(_ events: Int16) {
        guard case .connected = phase else {
            look = nil
            return
        }
        if let look {
            look.service(events)
        } else if let place = choice.look(at: SystemClocks.boot()) {
            look = MQTTLook(engine.configurations[place], engine: engine)
        }
        guard let isAnswered = look?.outcome else { return }
        look = nil
        let left = configuration
        let isWelcome = engine.configuration.alternatives.isReturnWelcome()
        guard choice.looked(isAnswered: isAnswered, at: SystemClocks.boot(), isWelcome: isWelcome) else { return }
        leave("broker \(configuration.endpoint) is back; leaving \(left.endpoint) for it")
    }

    private func stay(at post: Int) {
        let left = configuration
        guard choice.stay(at: post) else { return }
        look = nil
        guard case .connected = phase else {
            phase = .waiting(until: 0)
            return
        }
        leave("leaving broker \(left.endpoint) for \(configuration.endpoint)")
    }

    /// Leaves the broker in use for the chosen one.
    private func leave(_ message: String) {
        // The last will reports the client's absence, and it is absent now.
        sayGoodbye(sendingWill: true, until: SystemClocks.boot() + Self.longestGoodbye)
        // Frees the handle.
        phase = .waiting(until: 0)
        engine.disconnected()
        unexplainedClosings = 0
        onEvent(
            .disconnected(
                MQTTDisconnect(
                    reason: .returning, message: message, reasonCode: nil, retryAfter: .zero, consecutiveFailures: 0,
                    triesAnother: true, isRepetition: false)))
    }

    // MARK: - Stopping

    private func isFlushing(until deadline: Int64, at now: Int64) -> Bool {
        guard case .connected(let connection, _) = phase, now < deadline else { return false }
        return engine.hasOutgoing || connection.wantsWrite
    }

    /// Sends DISCONNECT and waits until it is written, within the deadline.
    private func sayGoodbye(sendingWill: Bool, until deadline: Int64) {
        guard case .connected(let connection, _) = phase else { return }
        connection.disconnect(sendingWill: sendingWill)
        while let socket = connection.socket {
            let remaining = milliseconds(until: deadline)
            var descriptor = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
            if remaining == 0 || Glibc.poll(&descriptor, 1, remaining) <= 0 { return }
            // Closing the socket, which is the aim, comes back as a failure as well.
            if connection.write() != nil { return }
        }
    }
}

// MARK: - Reports from the connection

extension MQTTNetworkLoop: MQTTConnectionOwner {
    func accepted(_ connection: MQTTConnection, sessionPresent: Bool) {
        lastRead = nil
        let now = SystemClocks.boot()
        phase = .connected(connection, since: now)
        choice.accepted(at: now)
        lastReported = [:]
        round = []
        scheduleKeepAlive(connection)
        for subscription in engine.connected(at: choice.current) {
            // Within a callback the library only queues the packet; a broken link shows when it is written.
            if let failure = connection.subscribe(subscription) {
                connection.failure = failure
                return
            }
        }
        onEvent(.connected(sessionPresent: sessionPresent))
    }

    func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) {
        var receipt = receipt
        receipt.waitedNanoseconds = waited
        if let event = engine.received(message, receipt) { onEvent(event) }
    }

    func discardedIncoming(_ why: String) { engine.discardedIncoming(why) }

    func acknowledged(packet: Int32, reasonCode: UInt8) {
        if let event = engine.acknowledged(packet: packet, reasonCode: reasonCode) { onEvent(event) }
    }

    func answered(_ subscription: MQTTSubscription, reasonCode: UInt8) {
        guard MQTTReasonCode.isRefusal(reasonCode) else { return onEvent(.subscribed(subscription)) }
        onEvent(
            .subscriptionRefused(
                subscription,
                MQTTError(
                    .refused,
                    "broker \(configuration.endpoint) refused the subscription to \"\(subscription.filter)\": "
                        + MQTTReasonCode.words(reasonCode),
                    reasonCode: reasonCode)))
    }

    func logged(_ level: MQTTLogLevel, _ line: String) { engine.log?(level, line) }
}

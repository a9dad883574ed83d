import ClockDomain
import ClockThreads
import Synchronization

/// The state that the client's callers and its network thread share.
///
/// Callers put work into the state and signal `wake`; the network thread carries it out, and passes events to the
/// handler. Both resume continuations outside of the lock.
final class MQTTEngine: Sendable {
    /// The request to end a client.
    struct Stop: Sendable {
        /// CLOCK_BOOTTIME in nanoseconds until which queued messages are still sent.
        let flushUntil: Int64
        /// CLOCK_BOOTTIME in nanoseconds at which the thread gives up saying goodbye.
        let deadline: Int64
        let sendingWill: Bool
    }

    enum Lifecycle {
        case idle, running
        case stopping(Stop)
        case ended
    }

    struct PendingReply {
        let continuation: CheckedContinuation<MQTTMessage, any Error>
        let topic: String
        let responseTopic: String
        let timeout: Duration
        /// CLOCK_BOOTTIME in nanoseconds.
        let deadline: Int64
        /// The request's message in the outbox.
        let message: UInt64
    }

    /// A change that the broker has not received yet.
    enum SubscriptionChange {
        case made(MQTTSubscription)
        case ended(filter: String)
    }

    struct State {
        var lifecycle = Lifecycle.idle
        var isConnected = false
        /// The broker that is in use or was last.
        var place = 0
        /// The broker where the client stays from the next turn on.
        var post: Int?
        var outbox: MQTTOutbox
        /// In the order in which they were made; sent at every connection.
        var subscriptions: [MQTTSubscription] = []
        /// Made since the connection was accepted and not yet sent, in their order.
        var subscriptionChanges: [SubscriptionChange] = []
        var acknowledgements: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var replies: [[UInt8]: PendingReply] = [:]
        var replyTopics: Set<String> = []
        var correlationCount: UInt64 = 0
        var stopWaiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var stopWaiterCount: UInt64 = 0
        var isWakePending = false
        /// CLOCK_BOOTTIME in nanoseconds until which the thread must not read.
        var readingHeldUntil: Int64?
        var counters = MQTTCounters()
    }

    /// Requests that may await their answers at once.
    static let maximumPendingReplies = 1_000

    let configuration: MQTTConfiguration
    /// For each broker.
    let configurations: [MQTTConfiguration]
    let log: (@Sendable (MQTTLogLevel, String) -> Void)?
    let wake: WakeDescriptor
    let state: Mutex<State>
    /// Begins this client's correlation data, so that a restarted client does not take answers to its predecessor.
    let correlationPrefix: UInt64

    init(_ configuration: MQTTConfiguration, log: (@Sendable (MQTTLogLevel, String) -> Void)?) throws(MQTTError) {
        try configuration.validate()
        self.configuration = configuration
        configurations = configuration.each
        self.log = log
        do throws(ThreadError) {
            wake = try WakeDescriptor()
        } catch {
            throw MQTTError(error)
        }
        correlationPrefix = UInt64.random(in: .min ... .max)
        state = Mutex(
            State(
                outbox: MQTTOutbox(
                    maximumMessages: configuration.queue.messages, maximumBytes: configuration.queue.bytes)))
    }

    /// Wakes the network thread, once for any number of changes that it has not seen yet.
    func wakeThread() {
        let isNew = state.withLock { state in
            defer { state.isWakePending = true }
            return !state.isWakePending
        }
        if isNew { wake.signal() }
    }

    static let stoppedError = MQTTError(.notRunning, "the MQTT client is stopped")
}

// MARK: - Called by the client's users

extension MQTTEngine {
    func start(onEvent: @escaping @Sendable (MQTTEvent) -> Void) throws(MQTTError) {
        let isIdle = state.withLock { state in
            guard case .idle = state.lifecycle else { return false }
            state.lifecycle = .running
            return true
        }
        guard isIdle else { throw MQTTError(.notRunning, "an MQTT client is started once; make a new one") }
        do throws(ThreadError) {
            try OwnedThread(name: "mqtt \(configuration.clientID)", stackBytes: 512 << 10) { [self] in
                MQTTNetworkLoop(self, onEvent: onEvent).run()
            }
        } catch {
            state.withLock { $0.lifecycle = .idle }
            throw MQTTError(error)
        }
    }

    func subscribe(_ subscriptions: [MQTTSubscription]) throws(MQTTError) {
        for subscription in subscriptions { try MQTTTopicRules.validateFilter(subscription.filter) }
        try locked { state throws(MQTTError) in
            try Self.checkNotStopped(state)
            for subscription in subscriptions { Self.add(subscription, to: &state) }
        }
        wakeThread()
    }

    func unsubscribe(_ filters: [String]) throws(MQTTError) {
        for filter in filters { try MQTTTopicRules.validateFilter(filter) }
        try locked { state throws(MQTTError) in
            try Self.checkNotStopped(state)
            for filter in filters where state.subscriptions.contains(where: { $0.filter == filter }) {
                state.subscriptions.removeAll { $0.filter == filter }
                if state.isConnected { state.subscriptionChanges.append(.ended(filter: filter)) }
            }
        }
        wakeThread()
    }

    /// Takes a message into the queue and returns its identifier there.
    @discardableResult
    func enqueue(
        _ message: MQTTMessage, awaiting continuation: CheckedContinuation<Void, any Error>? = nil
    ) throws(MQTTError) -> UInt64 {
        try message.validate()
        let now = SystemClocks.boot()
        let id = try locked { state throws(MQTTError) in
            try Self.checkNotStopped(state)
            if message.qos == .atMostOnce, !state.isConnected {
                throw MQTTError(
                    .notConnected,
                    "not connected to broker \(self.configurations[state.place].endpoint); "
                        + "at-most-once message for \"\(message.topic)\" was not taken"
                )
            }
            let id = try state.outbox.enqueue(message, isAwaited: continuation != nil, at: now)
            state.acknowledgements[id] = continuation
            return id
        }
        wakeThread()
        return id
    }

    /// Stops awaiting an acknowledgement, and takes the message back if it was not sent yet.
    func cancelAcknowledgement(_ id: UInt64) {
        let continuation = state.withLock { state in
            let continuation = state.acknowledgements.removeValue(forKey: id)
            if continuation != nil, state.outbox.cancel(id: id) != nil { state.counters.outgoingDropped += 1 }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }

    /// Queues a request and registers its waiting caller under the returned correlation data.
    func request(
        topic: String, payload: [UInt8], responseTopic: String, timeout: Duration,
        awaiting continuation: CheckedContinuation<MQTTMessage, any Error>
    ) throws(MQTTError) -> [UInt8] {
        let now = SystemClocks.boot()
        let nanoseconds = max(0, timeout.nanoseconds)
        var message = MQTTMessage(topic: topic, payload: payload, responseTopic: responseTopic)
        // Nobody waits for the answer after the time-out, so nobody needs to work on it either.
        message.messageExpirySeconds = UInt32(clamping: max(1, nanoseconds / 1_000_000_000 + 1))
        try message.validate()
        let correlation = try locked { state throws(MQTTError) in
            guard case .running = state.lifecycle else {
                throw MQTTError(.notRunning, "request to \"\(topic)\": the MQTT client is not running; start it first")
            }
            if state.replies.count >= Self.maximumPendingReplies {
                throw MQTTError(
                    .queueFull, "request to \"\(topic)\": \(state.replies.count) requests await their answers already")
            }
            state.correlationCount += 1
            let correlation = Self.bytes(self.correlationPrefix) + Self.bytes(state.correlationCount)
            message.correlationData = correlation
            let id = try state.outbox.enqueue(message, isAwaited: true, at: now)
            state.replies[correlation] = PendingReply(
                continuation: continuation, topic: topic, responseTopic: responseTopic, timeout: timeout,
                deadline: now.addingReportingOverflow(nanoseconds).overflow ? .max : now + nanoseconds, message: id)
            if state.replyTopics.insert(responseTopic).inserted {
                Self.add(MQTTSubscription(responseTopic, takesRetained: false), to: &state)
            }
            return correlation
        }
        wakeThread()
        return correlation
    }

    func cancelRequest(_ correlation: [UInt8]) {
        let pending = state.withLock { state in
            let pending = state.replies.removeValue(forKey: correlation)
            if let pending, state.outbox.cancel(id: pending.message) != nil { state.counters.outgoingDropped += 1 }
            return pending
        }
        pending?.continuation.resume(throwing: CancellationError())
    }

    /// Asks the network thread to end; an earlier request stands. A client that never started ends at once.
    func requestStop(timeout: Duration, sendingWill: Bool) {
        let now = SystemClocks.boot()
        let nanoseconds = min(max(0, timeout.nanoseconds), 3_600_000_000_000)
        let stop = Stop(flushUntil: now + nanoseconds / 4 * 3, deadline: now + nanoseconds, sendingWill: sendingWill)
        let wasIdle = state.withLock { state in
            switch state.lifecycle {
            case .idle: return true
            case .running:
                state.lifecycle = .stopping(stop)
                return false
            case .stopping, .ended: return false
            }
        }
        if wasIdle { finish() } else { wakeThread() }
    }

    /// Returns when the network thread has ended, or after `timeout`.
    func awaitEnd(timeout: Duration) async {
        await withCheckedContinuation { continuation in
            let id: UInt64? = state.withLock { state in
                if case .ended = state.lifecycle { return nil }
                state.stopWaiterCount += 1
                state.stopWaiters[state.stopWaiterCount] = continuation
                return state.stopWaiterCount
            }
            guard let id else {
                continuation.resume()
                return
            }
            // Not a child of the caller: its cancellation must not cut the wait short.
            Task { [self] in
                do {
                    try await Task.sleep(for: timeout)
                } catch {
                    // Nobody holds this task, so nobody cancels it; and if so, the wait ends early.
                }
                state.withLock { $0.stopWaiters.removeValue(forKey: id) }?.resume()
            }
        }
    }

    func holdReading() {
        let end = SystemClocks.boot() + Int64(configuration.keepAliveSeconds) * 1_000_000_000 / 3
        let isNew = state.withLock { state in
            defer { state.readingHeldUntil = state.readingHeldUntil ?? end }
            return state.readingHeldUntil == nil
        }
        if isNew { wakeThread() }
    }

    func stay(at place: Int) {
        state.withLock { $0.post = place }
        wakeThread()
    }

    func resumeReading() {
        let wasHeld = state.withLock { $0.readingHeldUntil.take() } != nil
        if wasHeld { wakeThread() }
    }

    var isConnected: Bool { state.withLock { $0.isConnected } }

    var place: Int? { state.withLock { $0.isConnected ? $0.place : nil } }

    /// Of the broker that is in use or was last.
    var endpoint: String { configurations[state.withLock { $0.place }].endpoint }

    var counters: MQTTCounters {
        state.withLock { state in
            var counters = state.counters
            counters.queuedMessages = state.outbox.messages
            counters.queuedBytes = state.outbox.bytes
            return counters
        }
    }

    private static func add(_ subscription: MQTTSubscription, to state: inout State) {
        state.subscriptions.removeAll { $0.filter == subscription.filter }
        state.subscriptions.append(subscription)
        if state.isConnected { state.subscriptionChanges.append(.made(subscription)) }
    }

    private static func checkNotStopped(_ state: borrowing State) throws(MQTTError) {
        switch state.lifecycle {
        case .idle, .running: return
        case .stopping, .ended: throw stoppedError
        }
    }

    private static func bytes(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private func locked<Value: Sendable>(_ body: (inout State) throws(MQTTError) -> Value) throws(MQTTError) -> Value {
        let result: Result<Value, MQTTError> = state.withLock { state in
            do throws(MQTTError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

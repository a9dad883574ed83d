import Synchronization

// Called by the network thread only.

extension MQTTEngine {
    /// The inputs of the network thread at the start of a turn.
    struct Turn {
        let stop: Stop?
        /// CLOCK_BOOTTIME in nanoseconds of the next expiry or time-out, or the end of a hold.
        let nextDeadline: Int64?
        let isReadingHeld: Bool
        /// The broker where the client stays from now on; `nil` where nothing is new.
        let post: Int?
    }

    /// Handles expiries and time-outs, and returns the callers' requests.
    func beginTurn(at now: Int64) -> Turn {
        var timedOut: [PendingReply] = []
        var expired: [(CheckedContinuation<Void, any Error>, String)] = []
        let turn = state.withLock { state in
            state.isWakePending = false
            for entry in state.outbox.takeExpired(at: now) {
                state.counters.outgoingDropped += 1
                if let continuation = state.acknowledgements.removeValue(forKey: entry.id) {
                    expired.append((continuation, entry.message.topic))
                }
            }
            for (correlation, pending) in state.replies where pending.deadline <= now {
                state.replies[correlation] = nil
                // A request that waits for a connection is pointless now.
                if state.outbox.cancel(id: pending.message) != nil { state.counters.outgoingDropped += 1 }
                timedOut.append(pending)
            }
            let reply = state.replies.values.lazy.map(\.deadline).min()
            if let end = state.readingHeldUntil, end <= now { state.readingHeldUntil = nil }
            let held = state.readingHeldUntil
            let deadline = [state.outbox.nextExpiry, reply, held].compactMap(\.self).min()
            let stop: Stop? = if case .stopping(let stop) = state.lifecycle { stop } else { nil }
            return Turn(stop: stop, nextDeadline: deadline, isReadingHeld: held != nil, post: state.post.take())
        }
        for (continuation, topic) in expired {
            continuation.resume(
                throwing: MQTTError(
                    .expired,
                    "message for \"\(topic)\" expired before broker \(endpoint) could be reached"))
        }
        for pending in timedOut {
            pending.continuation.resume(throwing: timeoutError(pending))
        }
        return turn
    }

    /// Notes the connection and returns the subscriptions to send on it.
    ///
    /// - Parameter place: of the broker.
    func connected(at place: Int) -> [MQTTSubscription] {
        state.withLock { state in
            state.isConnected = true
            state.place = place
            state.subscriptionChanges = []
            state.counters.connections += 1
            return state.subscriptions
        }
    }

    /// Notes the end of a connection or attempt; unacknowledged messages wait again.
    func disconnected() {
        state.withLock { state in
            state.isConnected = false
            state.subscriptionChanges = []
            state.counters.disconnects += 1
            state.counters.outgoingDropped += state.outbox.connectionLost().count
        }
    }

    func takeSubscriptionChanges() -> [SubscriptionChange] {
        state.withLock { state in
            defer { state.subscriptionChanges = [] }
            return state.subscriptionChanges
        }
    }

    func takeOutgoing(window: Int) -> MQTTOutbox.Entry? { state.withLock { $0.outbox.takeNext(window: window) } }

    /// True when messages wait or are unacknowledged.
    var hasOutgoing: Bool { state.withLock { !$0.outbox.isEmpty } }

    func sent(_ entry: MQTTOutbox.Entry, packet: Int32) {
        state.withLock { state in
            switch entry.message.qos {
            case .atMostOnce: state.counters.published += 1
            case .atLeastOnce: state.outbox.markSent(entry, packet: packet)
            }
        }
    }

    /// The connection broke while the message was handed over; it waits for the next one if it is at-least-once.
    func interrupted(_ entry: MQTTOutbox.Entry) {
        state.withLock { state in
            switch entry.message.qos {
            case .atMostOnce: state.counters.outgoingDropped += 1
            // 0 is no packet identifier, so nothing acknowledges it.
            case .atLeastOnce: state.outbox.markSent(entry, packet: 0)
            }
        }
    }

    /// - Returns: the event for the event handler.
    func acknowledged(packet: Int32, reasonCode: UInt8) -> MQTTEvent? {
        guard let entry = state.withLock({ $0.outbox.acknowledge(packet: packet) }) else { return nil }
        guard MQTTReasonCode.isRefusal(reasonCode) else {
            let continuation = state.withLock { state in
                state.counters.published += 1
                return state.acknowledgements.removeValue(forKey: entry.id)
            }
            continuation?.resume()
            return nil
        }
        return dropped(
            entry,
            MQTTError(
                .refused,
                "broker \(endpoint) refused the message for \"\(entry.message.topic)\": "
                    + MQTTReasonCode.words(reasonCode),
                reasonCode: reasonCode))
    }

    /// Hands a message to the request that awaits it.
    ///
    /// - Returns: the event for the event handler.
    func received(_ message: MQTTMessage, _ receipt: MQTTReceipt) -> MQTTEvent? {
        enum Receiver {
            case request(PendingReply)
            case nobody, handler
        }
        let receiver: Receiver = state.withLock { state in
            if state.replyTopics.contains(message.topic), let correlation = message.correlationData {
                guard let pending = state.replies[correlation], pending.responseTopic == message.topic else {
                    state.counters.lateReplies += 1
                    return .nobody
                }
                state.replies[correlation] = nil
                state.counters.received += 1
                return .request(pending)
            }
            state.counters.received += 1
            return .handler
        }
        switch receiver {
        case .request(let pending):
            pending.continuation.resume(returning: message)
            return nil
        case .nobody: return nil
        case .handler: return .message(message, receipt)
        }
    }

    func discardedIncoming(_ why: String) {
        state.withLock { $0.counters.incomingDropped += 1 }
        log?(.warning, "discarded \(why)")
    }

    /// Ends all pending calls and resumes everyone who awaits the end. Called once.
    func finish() {
        let ended = state.withLock { state in
            state.lifecycle = .ended
            state.isConnected = false
            state.counters.outgoingDropped += state.outbox.removeAll().count
            defer {
                state.acknowledgements = [:]
                state.replies = [:]
                state.stopWaiters = [:]
            }
            return (state.acknowledgements.values, state.replies.values, state.stopWaiters.values)
        }
        for continuation in ended.0 { continuation.resume(throwing: Self.stoppedError) }
        for pending in ended.1 { pending.continuation.resume(throwing: Self.stoppedError) }
        for continuation in ended.2 { continuation.resume() }
    }

    /// The outbox gave up a message that is refused or cannot be sent. Resumes its caller with the error.
    ///
    /// - Returns: the event for the event handler.
    func dropped(_ entry: MQTTOutbox.Entry, _ error: MQTTError) -> MQTTEvent? {
        let (continuation, reply) = state.withLock { state in
            state.counters.outgoingDropped += 1
            let correlation = entry.message.correlationData
            let reply = correlation.flatMap { state.replies[$0]?.message == entry.id ? $0 : nil }
                .flatMap { state.replies.removeValue(forKey: $0) }
            return (state.acknowledgements.removeValue(forKey: entry.id), reply)
        }
        continuation?.resume(throwing: error)
        reply?.continuation.resume(throwing: error)
        return entry.isAwaited ? nil : .publishRefused(topic: entry.message.topic, error)
    }

    private func timeoutError(_ pending: PendingReply) -> MQTTError {
        let isConnected = state.withLock { $0.isConnected }
        return MQTTError(
            .timedOut,
            isConnected
                ? "no answer to the request \"\(pending.topic)\" within \(pending.timeout); is its receiver running?"
                : "no answer to the request \"\(pending.topic)\" within \(pending.timeout): "
                    + "not connected to broker \(endpoint)")
    }
}

/// A connection to an MQTT 5 broker that keeps itself up.
///
/// One thread owns the libmosquitto handle; all methods only hand work over to it and may be called from anywhere, the
/// event handler included. The client reconnects for as long as it runs, and reports every failure. It is used once:
/// `start`, then `stop`. A client that is let go without `stop` ends its thread without flushing.
public final class MQTTClient: Sendable {
    private let engine: MQTTEngine

    /// - Parameter log: gets libmosquitto's warnings and errors, on the network thread.
    /// - Throws: `.invalidConfiguration`, `.invalidTopic` or `.invalidMessage` naming a setting out of range.
    public init(
        _ configuration: MQTTConfiguration,
        log: (@Sendable (MQTTLogLevel, String) -> Void)? = nil
    ) throws(MQTTError) { engine = try MQTTEngine(configuration, log: log) }

    deinit { engine.requestStop(timeout: .zero, sendingWill: false) }

    /// Starts the network thread, which connects and goes on connecting. Failures to connect come as events.
    ///
    /// - Parameter onEvent: gets every event in order, on the network thread. It must return quickly and not wait: while it
    ///   runs nothing is received or sent. The thread lets go of it at its end.
    /// - Throws: `.notRunning` if it was started before, `.system` if there is no thread to be had.
    public func start(onEvent: @escaping @Sendable (MQTTEvent) -> Void) throws(MQTTError) {
        try engine.start(onEvent: onEvent)
    }

    /// Sends the queued messages, takes leave of the broker and ends the thread. Returns at the latest after `timeout`,
    /// three quarters of which are for sending; it drops the messages not sent by then.
    ///
    /// - Parameter sendingWill: true if the broker shall publish the last will although this is a clean end.
    public func stop(timeout: Duration = .seconds(2), sendingWill: Bool = false) async {
        engine.requestStop(timeout: timeout, sendingWill: sendingWill)
        await engine.awaitEnd(timeout: timeout)
    }

    /// Subscribes, now if connected, and again at every connection. The broker's answers come as events.
    ///
    /// - Throws: `.invalidTopic` naming the filter, `.notRunning` after `stop`.
    public func subscribe(_ subscriptions: [MQTTSubscription]) throws(MQTTError) { try engine.subscribe(subscriptions) }

    /// Ends subscriptions by their filters, now and for later connections; filters that were not subscribed to are
    /// ignored. Messages that are on their way may still come.
    ///
    /// - Throws: `.invalidTopic` naming the filter, `.notRunning` after `stop`.
    public func unsubscribe(_ filters: [String]) throws(MQTTError) { try engine.unsubscribe(filters) }

    /// Queues a message without waiting. The client keeps an at-least-once message until the broker acknowledged it,
    /// through any number of connections, until it expires or the client stops; a refusal comes as
    /// `MQTTEvent.publishRefused`. A retained message replaces one that waits for the same topic.
    ///
    /// - Throws: `.queueFull`; `.notConnected` for an at-most-once message without a connection; `.invalidTopic` or
    ///   `.invalidMessage` naming the part that MQTT does not allow; `.notRunning` after `stop`.
    public func publish(_ message: MQTTMessage) throws(MQTTError) { try engine.enqueue(message) }

    /// Queues an at-least-once message and returns when the broker acknowledged it. Without a message expiry this waits
    /// for a connection as long as it takes. A cancelled call takes the message back if it was not sent yet.
    ///
    /// - Throws: the errors of `publish`; `.refused` with the broker's reason; `.expired`; `.notRunning` when the
    ///   client stops meanwhile; `CancellationError`.
    public func publishAcknowledged(_ message: MQTTMessage) async throws {
        guard message.qos == .atLeastOnce else {
            throw MQTTError(
                .invalidMessage,
                "at-most-once message for \"\(message.topic)\" is never acknowledged; use at-least-once")
        }
        let pending = PendingCall<UInt64>()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    let id = try engine.enqueue(message, awaiting: continuation)
                    if pending.register(id) { engine.cancelAcknowledgement(id) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            if let id = pending.cancel() { engine.cancelAcknowledgement(id) }
        }
    }

    /// The same, for so long at most: nobody shall hear later of what its sender was told has failed.
    ///
    /// - Throws: as ``publishAcknowledged(_:)``; `.timedOut`.
    public func publishAcknowledged(_ message: MQTTMessage, within timeout: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.publishAcknowledged(message) }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw MQTTError(.timedOut, "the broker has not taken it within \(timeout)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Publishes a request with response topic and correlation data and returns the answer (MQTT 5, section 4.10). Any
    /// number up to 1,000 may be in flight. The request expires with the time-out, rounded up to seconds.
    ///
    /// - Parameters:
    ///   - responseTopic: the topic of answers; subscribed to at first use. Answers do not reach the event handler.
    ///   - timeout: time for everything, waiting for a connection included.
    /// - Throws: `.timedOut`; `.queueFull`; `.refused` if the broker refuses the request; `.invalidTopic`;
    ///   `.notRunning` before `start` and after `stop`; `CancellationError`.
    public func request(
        topic: String, payload: [UInt8], responseTopic: String, timeout: Duration
    ) async throws -> MQTTMessage {
        let pending = PendingCall<[UInt8]>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                do {
                    let correlation = try engine.request(
                        topic: topic, payload: payload, responseTopic: responseTopic, timeout: timeout,
                        awaiting: continuation)
                    if pending.register(correlation) { engine.cancelRequest(correlation) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        } onCancel: {
            if let correlation = pending.cancel() { engine.cancelRequest(correlation) }
        }
    }

    /// Reads little more from the broker, which keeps its messages for this client meanwhile, until `resumeReading`,
    /// and for a third of the keep-alive interval at most: the broker takes an unread connection for dead. Call it
    /// again if there is still no room then.
    public func holdReading() { engine.holdReading() }

    public func resumeReading() { engine.resumeReading() }

    /// True when the broker accepted the connection that is in use.
    public var isConnected: Bool { engine.isConnected }

    /// The broker in use, counted from 0 in the configuration's order; `nil` without a connection.
    public var place: Int? { engine.place }

    /// Uses one of the configured brokers alone from now on, and leaves another one for it.
    ///
    /// - Parameter place: counted from 0 in the configuration's order.
    public func stay(at place: Int) { engine.stay(at: place) }

    /// The broker in use, to end a sentence with: empty if there is only one.
    public var placeWords: String {
        guard let place, engine.configurations.count > 1 else { return "" }
        return " at \(engine.configurations[place].endpoint), number \(place + 1) of \(engine.configurations.count)"
    }

    public var counters: MQTTCounters { engine.counters }
}

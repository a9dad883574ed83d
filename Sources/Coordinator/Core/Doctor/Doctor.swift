internal import ClockDomain
internal import ClockWire

/// An examination of everything: a request during one shares its answer.
struct Doctor: Sendable {
    /// The clients that wait for the report, and the missing parts.
    struct Examination: Sendable {
        fileprivate(set) var origins: [RequestOrigin]
        /// Nodes that were asked to examine themselves and have not reported since.
        fileprivate(set) var awaited: Set<NodeID>
        fileprivate(set) var store: StoreCheck?
        fileprivate(set) var broker = Knock.awaited
        fileprivate(set) var refusedConfiguration: String?
        /// Nobody waits for it: the answer comes at once.
        fileprivate(set) var speech: SpeechCheck?

        fileprivate var isComplete: Bool {
            switch broker {
            case .awaited: false
            case .answered: awaited.isEmpty && store != nil
            }
        }
    }

    /// The state of a try to connect to the broker without a user name.
    enum Knock: Sendable {
        case awaited
        /// `nil` when the broker did not answer.
        case answered(BrokerOpenness?)
    }

    private enum State: Sendable {
        case idle
        case examining(Examination)
    }

    /// The most clients that one examination serves.
    private static let maximumOrigins = 64
    /// The time that nodes, store and broker have to answer.
    static let patience: Duration = .seconds(3)

    private var state = State.idle
    /// The reason for which the last reload of the configuration failed.
    var refusedConfiguration: String?

    /// Looks at everything, or joins a look that is under way.
    ///
    /// - Parameter voice: that of the rooms; `nil` where they have several.
    mutating func examine(
        for origin: RequestOrigin, _ nodes: Nodes, voice: SpeechVoice?, at now: Now, _ out: inout Outbox
    ) {
        switch state {
        case .examining(var examination):
            guard examination.origins.count < Self.maximumOrigins else {
                return out.fail(origin, .unavailable, "too many examinations at once: ask again in a moment")
            }
            examination.origins.append(origin)
            state = .examining(examination)
        case .idle:
            let online = nodes.online(of: nodes.ids)
            state = .examining(Examination(origins: [origin], awaited: Set(online)))
            for node in online { out.command(.probe, to: node, before: now.wall + Self.patience, at: now) }
            out.perform(.checkSpeech(voice))
            out.perform(.checkStore)
            out.perform(.checkBroker)
            out.setTimer(.doctor, .boot(now.boot + Self.patience))
        }
    }

    /// Notes that a node has reported.
    ///
    /// - Returns: true if the examination is now complete. The next two functions return the same.
    mutating func heard(_ node: NodeID) -> Bool {
        guard case .examining(var examination) = state, examination.awaited.remove(node) != nil else { return false }
        state = .examining(examination)
        return examination.isComplete
    }

    mutating func learned(_ check: StoreCheck) -> Bool {
        guard case .examining(var examination) = state else { return false }
        examination.store = check
        state = .examining(examination)
        return examination.isComplete
    }

    mutating func learned(_ check: SpeechCheck) {
        guard case .examining(var examination) = state else { return }
        examination.speech = check
        state = .examining(examination)
    }

    mutating func learned(_ openness: BrokerOpenness?) -> Bool {
        guard case .examining(var examination) = state else { return false }
        examination.broker = .answered(openness)
        state = .examining(examination)
        return examination.isComplete
    }

    mutating func finish(_ out: inout Outbox) -> Examination? {
        guard case .examining(var examination) = state else { return nil }
        state = .idle
        examination.refusedConfiguration = refusedConfiguration
        out.cancelTimer(.doctor)
        return examination
    }
}

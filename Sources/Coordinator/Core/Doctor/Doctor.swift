internal import ClockDomain
internal import ClockWire

/// An examination of everything: whoever asks while one is under way is answered with it.
struct Doctor: Sendable {
    /// Who waits for the report, and what is still waited for.
    struct Examination: Sendable {
        fileprivate(set) var origins: [RequestOrigin]
        /// Nodes that were asked to look at themselves and have not reported since.
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

    /// A try whether the broker takes somebody without a name.
    enum Knock: Sendable {
        case awaited
        /// `nil` where it did not answer.
        case answered(BrokerOpenness?)
    }

    private enum State: Sendable {
        case idle
        case examining(Examination)
    }

    /// Clients that one examination may serve.
    private static let maximumOrigins = 64
    /// How long nodes, store and broker are waited for.
    static let patience: Duration = .seconds(3)

    private var state = State.idle
    /// Why the configuration was not read again when the program was told to.
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

    /// A node has reported.
    ///
    /// - Returns: whether that was the last that was waited for. So of the other two.
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

    /// Waits no longer.
    mutating func finish(_ out: inout Outbox) -> Examination? {
        guard case .examining(var examination) = state else { return nil }
        state = .idle
        examination.refusedConfiguration = refusedConfiguration
        out.cancelTimer(.doctor)
        return examination
    }
}

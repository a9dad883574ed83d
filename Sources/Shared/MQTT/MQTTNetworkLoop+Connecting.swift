import ClockDomain
import Glibc

extension MQTTNetworkLoop {
    /// Takes the next step towards a connection when its time has come.
    func advance(at now: Int64) {
        switch phase {
        case .waiting(let until): if now >= until { lookUp() }
        case .lookingUp(let lookup):
            switch lookup.poll() {
            case .addresses(let addresses): connect(configuration.candidates(addresses)[...])
            case .failed(let failure): failed(failure)
            case nil: break
            }
        case .connecting(let connection, let deadline, let remaining):
            if now >= deadline {
                tryNext(
                    remaining,
                    after: .connectTimeout(
                        configuration, connection.address, isTCPConnected: connection.isTCPConnected))
            }
        case .connected: break
        }
    }

    /// The connection or attempt ended with `failure`.
    func ended(_ failure: MQTTFailure) {
        switch phase {
        case .waiting, .lookingUp: failed(failure)
        case .connecting(_, _, let remaining):
            // Another address of the host helps against a dead path, not against a refusal.
            if failure.reason == .unreachable { tryNext(remaining, after: failure) } else { failed(failure) }
        case .connected(_, let since):
            let lasted = SystemClocks.boot() - since
            if lasted >= Self.stableAfter { backoff.reset() }
            failed(explained(failure, lasted: lasted))
        }
    }

    /// Recognises two clients with one identifier at a broker that does not name the cause. The twins throw each other
    /// out in turn, each after the other's wait, so every connection is accepted at once and closed without a word. A
    /// broker that dies does that as well, but not three times without a refused attempt in between.
    private func explained(_ failure: MQTTFailure, lasted: Int64) -> MQTTFailure {
        let longestWait = engine.configuration.reconnectDelay.upperBound.nanoseconds
        if lasted > 2 * longestWait { unexplainedClosings = 0 }
        guard failure.reason == .connectionLost else { return failure }
        unexplainedClosings += 1
        return unexplainedClosings < 3
            ? failure : .presumedTakeover(configuration, closings: unexplainedClosings)
    }

    private func lookUp() {
        do {
            let lookup = try HostLookup.start(configuration, wake: engine.wake)
            phase = .lookingUp(lookup)
            // A numeric address is there at once; nothing wakes the thread for it.
            if lookup.poll() != nil { advance(at: SystemClocks.boot()) }
        } catch {
            failed(MQTTFailure(reason: .outOfResources, message: error.message))
        }
    }

    private func connect(_ addresses: ArraySlice<HostAddress>) {
        guard let address = addresses.first else { return failed(.unknownHost(configuration, detail: "no address")) }
        let remaining = addresses.dropFirst()
        // Frees the handle of the attempt before.
        phase = .waiting(until: .max)
        do throws(MQTTFailure) {
            let connection = try MQTTConnection(configuration, address, owner: self)
            try connection.open(to: address)
            let timeout = engine.configuration.connectTimeout.nanoseconds
            phase = .connecting(connection, deadline: SystemClocks.boot() + timeout, remaining: remaining)
        } catch {
            if error.reason == .unreachable { tryNext(remaining, after: error) } else { failed(error) }
        }
    }

    private func tryNext(_ remaining: ArraySlice<HostAddress>, after failure: MQTTFailure) {
        if remaining.isEmpty { failed(failure) } else { connect(remaining) }
    }

    /// Frees the handle, reports, and goes on to the next broker, or waits for the next attempt.
    private func failed(_ failure: MQTTFailure) {
        let now = SystemClocks.boot()
        let place = choice.current
        let triesAnother = choice.hasAnother
        let isAttempt = if case .connected = phase { false } else { true }
        if isAttempt { round.append(failure) }
        let delay: Duration
        switch choice.failed(at: now) {
        case .another: delay = .zero
        case .wait:
            let all = isAttempt ? round : [failure]
            delay = backoff.failed(mendsByItself: all.contains { $0.mendsByItself })
        }
        phase = .waiting(until: now + delay.nanoseconds)
        engine.disconnected()
        switch failure.reason {
        case .connectionLost, .sessionTakenOver: break
        default: unexplainedClosings = 0
        }
        var reported = failure
        if isAttempt, !triesAnother {
            reported.message = round.map(\.message).joined(separator: "; ")
            round = []
        }
        let isRepetition = lastReported[place] == reported
        lastReported[place] = reported
        onEvent(
            .disconnected(
                MQTTDisconnect(
                    reason: reported.reason, message: reported.message, reasonCode: reported.reasonCode,
                    retryAfter: delay, consecutiveFailures: backoff.consecutiveFailures, triesAnother: triesAnother,
                    isRepetition: isRepetition)))
    }
}

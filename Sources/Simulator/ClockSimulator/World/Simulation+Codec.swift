internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Messages travel as values, because bytes would cost ten times as much as everything else. A sample passes through the
// codec all the same and must come out unchanged.

extension Simulation {
    /// One of this many states is decoded from bytes.
    private static let stateSampling: Int64 = 64
    /// One of this many documents passes through the codec: they are few and have the most content.
    private static let documentSampling: Int64 = 16

    mutating func sampleCodec(_ machine: Int, _ message: Message) {
        guard plan.codecSampling > 0 else { return }
        let draw = codecRandom.below(Int64(plan.codecSampling))
        guard draw < (message.payload.isDocument ? max(1, Int64(plan.codecSampling) / Self.documentSampling) : 1) else {
            return
        }
        counts.encoded += 1
        if let detail = message.payload.codecProblem { report(machine, .codecChanged(message, detail: detail)) }
    }

    /// True if a starting node decodes its state from bytes, as the daemon does, with the checks for a damaged file.
    mutating func isStateSampled() -> Bool { plan.codecSampling > 0 && codecRandom.below(Self.stateSampling) == 0 }

    mutating func deliver(_ message: Message, isRetained: Bool, at port: Int) {
        guard case .node(let index) = machines[port].host, case .ringActions(let list) = message.payload else {
            return hand(message, isRetained: isRetained, to: port)
        }
        // As in the daemon: only the new actions of a list.
        let fresh = Message(
            topic: message.topic, payload: .ringActions(takeNew(of: list, message.topic, node: index)),
            qos: message.qos, isRetained: message.isRetained, expiry: message.expiry)
        hand(fresh, isRetained: isRetained, to: port)
    }

    private mutating func hand(_ message: Message, isRetained: Bool, to port: Int) {
        counts.delivered += 1
        report(port, message.isWake ? [.deliveries, .wakes] : .deliveries, .delivered(message))
        switch machines[port].host {
        case .node(let index): deliver(message, isRetained: isRetained, toNode: index)
        case .coordinator(let index): deliver(message, isRetained: isRetained, toCoordinator: index)
        case .client: deliver(message, at: port, toClient: port)
        case .broker: break
        }
    }
}

extension Message.Payload {
    fileprivate var isDocument: Bool { if case .desired = self { true } else { false } }

    /// The difference after a pass through the codec; `nil` if there is none.
    var codecProblem: String? {
        switch self {
        case .wake(let it): problem(it)
        case .presence(let it): problem(it)
        case .availability(let it): Availability(payload: it.payload) == it ? nil : "\(it) came out as something else"
        case .desired(let it): problem(it)
        case .reported(let it): problem(it.wrappedValue)
        case .ledger(let it): problem(it)
        case .acked(let it): problem(it)
        case .command(let it): problem(it)
        case .timeRequest(let it): problem(it)
        case .timeReply(let it, _): problem(it)
        case .ringActions(let it): problem(it)
        case .emergency(let it): problem(it)
        case .change(let it): problem(it)
        case .request(let request): problem(request.content)
        case .answer(let answer): answer.codecProblem
        case .contentReport(let it): problem(it)
        case .bytes: nil
        }
    }
}

extension CoordinatorAnswer {
    fileprivate var codecProblem: String? {
        func problem(_ result: some RequestResult) -> String? { ClockSimulator.problem(Reply(result: result)) }
        return switch result {
        case .success(let result): problem(result)
        case .failure(let error): ClockSimulator.problem(Reply<WakeResult>(error: error))
        }
    }
}

private func problem<Value: WireMessage & Equatable>(_ message: Value) -> String? {
    do throws(WireError) {
        let decoded: Value = try WireCodec.decode(from: WireCodec.encode(message))
        return decoded == message ? nil : "came out as \(decoded)"
    } catch { return error.description }
}

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Messages go as values, because bytes would cost ten times what everything else does. A sample goes through the codec
// all the same and must come out as it went in.

extension Simulation {
    /// Of how many states one is read from bytes.
    private static let stateSampling: Int64 = 64
    /// Of how many documents one goes through the codec: they are few, and say most.
    private static let documentSampling: Int64 = 16

    mutating func sampleCodec(_ machine: Int, _ message: Message) {
        guard plan.codecSampling > 0 else { return }
        let draw = codecRandom.below(Int64(plan.codecSampling))
        guard draw < (message.payload.isDocument ? max(1, Int64(plan.codecSampling) / Self.documentSampling) : 1) else {
            return
        }
        counts.encoded += 1
        if let detail = message.payload.codecProblem { tell(machine, .codecChanged(message, detail: detail)) }
    }

    /// Whether a starting node reads its state as the daemon does, from bytes, with the checks of a damaged file.
    mutating func isStateSampled() -> Bool {
        plan.codecSampling > 0 && codecRandom.below(Self.stateSampling) == 0
    }

    /// Hands a message to the program that it is for.
    mutating func deliver(_ message: Message, isRetained: Bool, at port: Int) {
        guard case .node(let index) = machines[port].host, case .ringActions(let list) = message.payload else {
            return hand(message, isRetained: isRetained, to: port)
        }
        // As the daemon does: of a list only what is new.
        let fresh = Message(
            topic: message.topic, payload: .ringActions(takeNew(of: list, message.topic, node: index)), qos: message.qos,
            isRetained: message.isRetained, expiry: message.expiry)
        hand(fresh, isRetained: isRetained, to: port)
    }

    private mutating func hand(_ message: Message, isRetained: Bool, to port: Int) {
        counts.delivered += 1
        tell(port, message.isWake ? [.deliveries, .wakes] : .deliveries, .delivered(message))
        switch machines[port].host {
        case .node(let index): deliver(message, isRetained: isRetained, toNode: index)
        case .coordinator(let index):
            deliver(message, isRetained: isRetained, toCoordinator: index)
        case .client: deliver(message, at: port, toClient: port)
        case .broker: break
        }
    }
}

extension Message.Payload {
    fileprivate var isDocument: Bool { if case .desired = self { true } else { false } }

    /// What is wrong with the message after a trip through the codec.
    var codecProblem: String? {
        switch self {
        case .wake(let it): problem(it)
        case .availability(let it): Availability(payload: it.payload) == it ? nil : "\(it) came out as something else"
        case .desired(let it): problem(it)
        case .reported(let it): problem(it.wrappedValue)
        case .ledger(let it): problem(it)
        case .acked(let it): problem(it)
        case .command(let it): problem(it)
        case .timeRequest(let it): problem(it)
        case .timeReply(let it, _): problem(it)
        case .ringActions(let it): problem(it)
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
    } catch {
        return error.description
    }
}

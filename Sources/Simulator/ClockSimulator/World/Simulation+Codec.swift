internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Messages go as values, because bytes would cost ten times what everything else does. A sample goes through the codec
// all the same and must come out as it went in.

extension Simulation {
    /// Of how many states one is read from bytes.
    private static let stateSampling: Int64 = 64

    mutating func sampleCodec(_ machine: Int, _ message: Message) {
        guard plan.codecSampling > 0, codecRandom.below(Int64(plan.codecSampling)) == 0 else { return }
        counts.encoded += 1
        if let detail = message.payload.codecProblem { tell(machine, .codecChanged(message, detail: detail)) }
    }

    /// Whether a starting node reads its state as the daemon does, from bytes, with the checks of a damaged file.
    mutating func isStateSampled() -> Bool {
        plan.codecSampling > 0 && codecRandom.below(Self.stateSampling) == 0
    }

    /// Hands a message to the program that it is for.
    mutating func deliver(_ message: Message, to machine: Int) {
        counts.delivered += 1
        tell(machine, message.isWake ? [.deliveries, .wakes] : .deliveries, .delivered(message))
        switch machines[machine].host {
        case .node(let index): deliver(message, toNode: index)
        case .coordinator(let index): deliver(message, toCoordinator: index)
        case .client: deliver(message, toClient: machine)
        case .broker: break
        }
    }
}

extension Message.Payload {
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
        case .ringAction(let it): problem(it)
        case .change(let it): problem(it)
        case .request(let request): request.codecProblem
        case .answer(let answer): answer.codecProblem
        case .soundReport(let it): problem(it)
        case .packWant(let it): problem(it)
        case .bytes: nil
        }
    }
}

extension CoordinatorRequest {
    fileprivate var codecProblem: String? {
        switch self {
        case .status: problem(StatusRequest())
        case .history(let it): problem(it)
        case .set(let it): problem(it)
        case .announce(let it): problem(it)
        case .wake: problem(WakeRequest())
        case .rename(let it): problem(it)
        case .forget(let it): problem(it)
        case .adopt(let it): problem(it)
        case .doctor: problem(DoctorRequest())
        case .change(let it): problem(it)
        case .schedule(let it): problem(it)
        case .say(let it): problem(it)
        case .play(let it): problem(it)
        case .upload(let it): problem(it)
        case .outcome(let it): problem(it)
        case .cancel(let it): problem(it)
        case .pack(let it): problem(it)
        case .push(let it): problem(it)
        case .withdraw(let it): problem(it)
        case .score(let it): problem(it)
        case .scores(let it): problem(it)
        }
    }
}

extension CoordinatorAnswer {
    fileprivate var codecProblem: String? {
        switch self {
        case .status(let it): problem(Reply(result: it))
        case .history(let it): problem(Reply(result: it))
        case .set(let it): problem(Reply(result: it))
        case .announce(let it): problem(Reply(result: it))
        case .wake(let it): problem(Reply(result: it))
        case .forget(let it): problem(Reply(result: it))
        case .adopt(let it): problem(Reply(result: it))
        case .doctor(let it): problem(Reply(result: it))
        case .change(let it): problem(Reply(result: it))
        case .schedule(let it): problem(Reply(result: it))
        case .play(let it): problem(Reply(result: it))
        case .upload(let it): problem(Reply(result: it))
        case .outcomes(let it): problem(Reply(result: it))
        case .cancel(let it): problem(Reply(result: it))
        case .pack(let it): problem(Reply(result: it))
        case .score(let it): problem(Reply(result: it))
        case .scores(let it): problem(Reply(result: it))
        case .failed(let it): problem(Reply<WakeResult>(error: it))
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

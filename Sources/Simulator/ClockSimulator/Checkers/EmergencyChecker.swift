// Invariant 17: an emergency sounds until its end, and never after it.
//
// Claimed: a room that has received an emergency for it, or starts with one on its disk, sounds it within half a minute
// and again in every half minute, in any clock and with broker and coordinator dead, until it has received another word
// or has stored the end. Once the end is on the disk, it is not heard there any more.
//
// Not claimed: while something disturbs the node, its output or its disk.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct EmergencyChecker: Checker {
    private struct Duty {
        var id: String
        var begun: WallTime
        /// The instant since which it has been silent, true time.
        var silentSince: Int64
    }

    private let ids: [NodeID]
    private var duties: [Duty?]

    /// Two rounds, the opening of the output, a slow write and a restart's pause.
    private static let patience: Int64 = 30_000_000_000

    init(plan: SimulationPlan) {
        ids = plan.nodes.map(\.id)
        duties = plan.nodes.map { _ in nil }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        let machine = facts.nodes[index]
        check(index, at: time, machine, &findings)
        switch observation.what {
        case .delivered(let message):
            guard case .emergency(let word) = message.payload else { return }
            if !word.sounds(in: ids[index]) {
                duties[index] = nil
            } else if let duty = duties[index], word.begun.at < duty.begun {
                // Of two people at once one was quicker.
                return
            } else if !machine.emergency.over.contains(word.id), duties[index]?.id != word.id {
                duties[index] = Duty(id: word.id, begun: word.begun.at, silentSince: time)
            }
        case .nodeStarted(let state, _, _):
            duties[index] = state.emergency.current.map {
                Duty(id: $0.emergency.id, begun: $0.emergency.begun.at, silentSince: time)
            }
        case .crashed, .stopped: duties[index] = nil
        case .stateStored, .stateNotStored:
            if let duty = duties[index], machine.emergency.over.contains(duty.id) { duties[index] = nil }
        case .alertHeard(let order):
            if duties[index]?.id == order.emergency { duties[index]?.silentSince = time }
            guard machine.emergency.over.contains(order.emergency) else { return }
            findings.add(17, at: time, .node(index)) { "\(order.emergency) is heard, and its end is on the disk" }
        default: break
        }
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        for index in duties.indices { check(index, at: end.at, facts.nodes[index], &findings) }
    }

    private mutating func check(_ index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings) {
        guard let duty = duties[index], duty.silentSince < time - Self.patience,
            machine.isUndisturbed(for: Self.patience, until: time), machine.wokeAt < time - Self.patience,
            !machine.disk.lastSaveFailed
        else { return }
        duties[index]?.silentSince = time
        findings.add(17, at: time, .node(index)) {
            "\(duty.id) is on, and was not heard since \(TrueTime(nanoseconds: duty.silentSince))"
        }
    }
}

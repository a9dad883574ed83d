// Invariant 11, per connection: a room reports at each broker that it reaches, even without news, as the broker may
// have lost its memory.
//
// Claimed: over a connection that stands for a minute, the node has published its reported document.
//
// Not claimed: while the disk holds the program up, or the machine sleeps.

struct FreshReportChecker: Checker {
    /// By node: the start of the connection over which it has not reported yet, true time; `.max` for none.
    private var connections: [Int64]

    private static let patience: Int64 = 60_000_000_000

    init(plan: SimulationPlan) { connections = plan.nodes.map { _ in .max } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .connected: connections[index] = time
        case .disconnected, .crashed, .stopped, .suspended: connections[index] = .max
        case .published(let message): if case .reported = message.payload { connections[index] = .max }
        default: break
        }
        let connection = connections[index]
        guard connection < time - Self.patience else { return }
        connections[index] = .max
        guard !facts.nodes[index].isHeldUp(at: time), !facts.nodes[index].isAsleep else { return }
        findings.add(11, at: time, .node(index)) {
            "it is connected since \(TrueTime(nanoseconds: connection)), and has not reported"
        }
    }
}

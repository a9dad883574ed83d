import ClockCoordinatorCore
import ClockDomain
import ClockWire

@testable import ClockSimulator

/// A run of a plan, and questions about it afterwards.
final class Run {
    let plan: SimulationPlan
    let recorder = Recorder()
    private var simulation: Simulation

    init(_ plan: SimulationPlan) {
        self.plan = plan
        simulation = Simulation(plan: plan)
        simulation.run(observer: recorder)
    }

    convenience init(
        _ faults: [PlannedFault], node: NodePlan = NodePlan(id: id("kitchen")), length: Duration = .hours(3)
    ) {
        self.init(planWithOneNode(faults, node, length))
    }

    /// The quarter hours of the run.
    var quarters: [WallTime] {
        stride(from: noon.nanoseconds, to: plan.end.nanoseconds, by: 900_000_000_000).map {
            WallTime(nanoseconds: $0)
        }
    }

    func heardTargets(_ node: Int) -> [WallTime] { recorder.heard(node).map(\.sound.target) }

    func records(_ node: Int) -> [QuarterRecord] { recorder.records(node) }

    func times(of host: Host, _ matches: (Observation.What) -> Bool) -> [TrueTime] {
        recorder.observations.filter { $0.host == host && matches($0.what) }.map(\.at)
    }

    var answers: [Observation.What] {
        recorder.observations.map(\.what).filter {
            switch $0 {
            case .answered, .timedOut: true
            default: false
            }
        }
    }

    func reports(_ node: Int) -> [Reported] {
        recorder.observations.compactMap {
            if $0.host == .node(node), case .published(let message) = $0.what,
                case .reported(let reported) = message.payload
            {
                reported.wrappedValue
            } else {
                nil
            }
        }
    }

    /// The store's lines of a node, oldest first.
    func lines(_ node: Int) throws -> [QuarterRecord] {
        try simulation.store(0).history(HistoryRequest(node: plan.nodes[node].id, limit: 500)).lines.reversed()
            .compactMap { if case .quarter(let record) = $0.event { record } else { nil } }
    }

    func line(_ node: Int, _ target: WallTime) throws -> QuarterRecord? {
        try lines(node).first { $0.target == target }
    }

    func storedOutcomes(_ node: Int) throws -> [QuarterOutcome] { try lines(node).map(\.outcome) }
}

private func planWithOneNode(
    _ faults: [PlannedFault], _ node: NodePlan, _ length: Duration
) -> SimulationPlan {
    plan(nodes: [node], length: length, faults: faults)
}

/// A fault that begins this long after noon.
func fault(_ kind: FaultKind, from begin: Duration, for length: Duration, on host: Host = .node(0)) -> PlannedFault {
    PlannedFault(start: noon + begin, end: noon + begin + length, hosts: [host], kind: kind)
}

extension Duration {
    static prefix func - (duration: Duration) -> Duration { .zero - duration }
}

/// A zone with nothing but a footer, as in a TZif file of version 2 (RFC 9636).
func fixedZone(_ name: String, footer: String) -> TimeZoneRules {
    func header() -> [UInt8] {
        let counts: [UInt8] = [0, 0, 0, 0, 1, 4]
        return Array("TZif2".utf8) + Array(repeating: 0, count: 15) + counts.flatMap { [0, 0, 0, $0] }
    }
    let block: [UInt8] = [0, 0, 0, 0, 0, 0] + Array("PLF\0".utf8)
    do {
        return try TimeZoneRules(
            name: name, tzif: header() + block + header() + block + Array("\n\(footer)\n".utf8))
    } catch {
        preconditionFailure("\(error)")
    }
}

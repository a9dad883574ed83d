import ClockDomain
import ClockNodeCore
import ClockWire

@testable import ClockSimulator

/// Keeps every observation.
final class Recorder: SimulationObserver {
    let interests: Interests
    private(set) var observations: [Observation] = []

    init(_ interests: Interests = .all) {
        self.interests = interests
    }

    func observe(_ observation: borrowing Observation) {
        observations.append(copy observation)
    }

    /// One line for each observation, with its whole content.
    var lines: [String] {
        observations.map { "\($0.at) \($0.host) \($0.clock.map(String.init(describing:)) ?? "-") \($0.what)" }
    }

    /// A node's announcements, each with its target and its onset.
    func heard(_ node: Int) -> [(at: TrueTime, sound: HeardSound)] {
        observations.compactMap {
            if $0.host == .node(node), case .heard(let sound) = $0.what { ($0.at, sound) } else { nil }
        }
    }

    /// The records in the last state on a node's disk.
    func records(_ node: Int) -> [QuarterRecord] {
        var records: [Int: QuarterRecord] = [:]
        for case .stateStored(let state, _) in observations.filter({ $0.host == .node(node) }).map(\.what) {
            for entry in state.wrappedValue.ledger.pending {
                if case .quarter(let record) = entry.event { records[Int(record.target.seconds)] = record }
            }
        }
        return records.keys.sorted().compactMap { records[$0] }
    }
}

func id(_ name: String) -> NodeID {
    guard let id = NodeID(name) else { preconditionFailure("\(name) is no id") }
    return id
}

/// A Saturday at noon.
let noon: TrueTime = {
    guard let wall = WallTime(rfc3339: "2026-11-21T12:00:00Z") else { preconditionFailure("not an instant") }
    return TrueTime(wall)
}()

/// Begins ten minutes before noon, so that the first quarter hour is noon.
func plan(
    nodes: [NodePlan] = [NodePlan(id: id("kitchen"))], length: Duration = .hours(3), seed: UInt64 = 1,
    faults: [PlannedFault] = [], people: [PlannedRequest] = []
) -> SimulationPlan {
    SimulationPlan(
        seed: seed, start: noon - .seconds(600), length: length, nodes: nodes, faults: faults, people: people)
}

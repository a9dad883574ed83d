// Invariant 12, of settings: a refused request leaves nothing behind.
//
// Claimed: if a commit changes a node's settings, somebody requested that change within the last twelve hours, and the
// answer was no refusal. A refused request may arrive at the coordinator a second time, if its connection has failed
// since, or within a minute: then the coordinator may apply it.
//
// Not claimed: for the voice, which goes with its pack; with two coordinators; for a store that lost commits or was
// restored, until the coordinator starts with it; while it adopts what nodes hold.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct RefusedSettingChecker: Checker {
    private struct Asked {
        var request: Int
        var at: Int64
        /// The true time at which the refusal was known.
        var refusedAt: Int64?
    }

    private let isAlone: Bool
    private let people: [PlannedRequest]
    private var asked: [Asked] = []
    private var committed: [NodeID: NodeSettings] = [:]
    private var hasLost = false
    private var disconnectedAt = Int64.min

    /// A coordinator's machine may sleep for hours with a received request.
    private static let memory: Int64 = 43_200_000_000_000
    private static let repetition: Int64 = 60_000_000_000

    init(plan: SimulationPlan) {
        isAlone = plan.coordinators.count == 1
        people = plan.people
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isAlone else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .requested(let request):
            guard people[request].what.asked(SetRequest.self) != nil else { return }
            asked.removeAll { $0.at < time - Self.memory }
            asked.append(Asked(request: request, at: time))
        case .answered(let request, let answer):
            guard case .failure = answer.result, let place = asked.firstIndex(where: { $0.request == request }) else {
                return
            }
            asked[place].refusedAt = time
        case .disconnected: if case .coordinator = observation.host { disconnectedAt = time }
        case .commitsLost, .storeTurnedBack: hasLost = true
        case .coordinatorStarted(let stored):
            hasLost = false
            committed = Dictionary(
                stored.nodes.map { ($0.definition.id, $0.definition.settings) }, uniquingKeysWith: { first, _ in first }
            )
        case .committed(let operations):
            for operation in operations {
                switch operation {
                case .saveDefinition(let definition): check(definition, at: time, facts, &findings)
                case .forget(let node): committed[node] = nil
                default: break
                }
            }
        default: break
        }
    }

    private mutating func check(
        _ definition: NodeDefinition, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let before = committed.updateValue(definition.settings, forKey: definition.id)
        guard let before, before != definition.settings, !hasLost, !facts.mayAdopt(at: time) else { return }
        let (asked, people, disconnectedAt) = (asked, people, disconnectedAt)
        func isMeant(_ setting: NodeSetting) -> Bool {
            asked.contains { asked in
                guard let set = people[asked.request].what.asked(SetRequest.self), set.nodes.contains(definition.id)
                else { return false }
                let change = set.change.accepted(as: definition.settings)
                guard change.changes(setting), setting.isEqual(change.applied(to: before), definition.settings) else {
                    return false
                }
                guard let refusedAt = asked.refusedAt else { return true }
                return refusedAt > time - Self.repetition || disconnectedAt > asked.at
            }
        }
        let unmeant = NodeSetting.all.filter { !$0.isEqual(before, definition.settings) && !isMeant($0) }.map(\.name)
        guard !unmeant.isEmpty else { return }
        findings.add(12, at: time, .coordinator(0)) {
            "revision \(definition.revision) of node \(definition.id) has other settings (\(unmeant.joined(separator: ", "))), "
                + "without a request that was not refused"
        }
    }
}

extension SettingsPatch {
    /// Returns the change as a coordinator accepted it, by any clock, where it made these settings.
    func accepted(as settings: NodeSettings) -> SettingsPatch {
        guard let muteSeconds, case .until(let end) = settings.mute else { return self }
        return accepted(at: end - .seconds(muteSeconds))
    }
}

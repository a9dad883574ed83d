public import ClockCoordinatorCore
public import ClockDomain
public import ClockNodeCore
public import ClockWire

/// The outcome of a run, for a scenario to judge. An observer of the run; complete after ``finish(_:)``.
public final class ScenarioOutcome: SimulationObserver {
    /// An announcement in a room.
    public struct Heard: Hashable, Sendable {
        public var at: TrueTime
        public var sound: HeardSound
    }

    /// A ring in a room.
    public struct Rang: Hashable, Sendable {
        public var from: TrueTime
        public var order: RingOrder
        /// `nil` while it goes on.
        public var until: TrueTime?
    }

    public let plan: SimulationPlan
    /// For each node of the plan, in order of time; a snoozed ring counts once before the snooze and once after.
    public private(set) var rings: [[Rang]]
    /// For each node of the plan, in order of time.
    public private(set) var heard: [[Heard]]
    /// Audible carried sounds, for each node of the plan, in order of time.
    public private(set) var sounds: [[(at: TrueTime, order: CarriedPlayOrder)]]
    /// Audible parts of emergencies, for each node of the plan, in order of time.
    public private(set) var alerts: [[TrueTime]]
    /// The nodes' records of carried sounds, for each node of the plan, as committed to the first coordinator's store.
    public private(set) var soundRecords: [[SoundRecord]]
    /// For each node of the plan: the voice packs installed on its disk at the end, name and digest.
    public private(set) var packs: [[String: Digest]] = []
    /// By index in ``SimulationPlan/people``.
    public private(set) var answers: [Int: CoordinatorAnswer] = [:]
    /// For each coordinator of the plan: the lines of its store at the end.
    public private(set) var lines: [[HistoryLine]] = []
    /// For each node: the time of its last connection.
    public private(set) var connectedAt: [TrueTime?]

    public init(plan: SimulationPlan) {
        self.plan = plan
        heard = Array(repeating: [], count: plan.nodes.count)
        rings = Array(repeating: [], count: plan.nodes.count)
        sounds = Array(repeating: [], count: plan.nodes.count)
        alerts = Array(repeating: [], count: plan.nodes.count)
        soundRecords = Array(repeating: [], count: plan.nodes.count)
        connectedAt = Array(repeating: nil, count: plan.nodes.count)
    }

    public var interests: Interests { [.sounds, .connections, .storage] }

    public func observe(_ observation: borrowing Observation) {
        if case .answered(let index, let answer) = observation.what { answers[index] = answer }
        if case .committed(let operations) = observation.what, observation.host == .coordinator(0) {
            record(operations)
        }
        guard case .node(let node) = observation.host else { return }
        switch observation.what {
        case .heard(let sound): heard[node].append(Heard(at: observation.at, sound: sound))
        case .soundHeard(let order): sounds[node].append((observation.at, order))
        case .ringHeard(let order): rings[node].append(Rang(from: observation.at, order: order, until: nil))
        case .alertHeard: alerts[node].append(observation.at)
        case .ringCutShort(let order):
            rings[node].append(Rang(from: observation.at, order: order, until: observation.at))
        case .silenced(let id, _): endRing(id, on: node, at: observation.at)
        case .crashed, .stopped:
            for ring in rings[node] where ring.until == nil { endRing(ring.order.id, on: node, at: observation.at) }
        case .connected: connectedAt[node] = observation.at
        default: break
        }
    }

    private func record(_ operations: [StoreOperation]) {
        for case .appendLedger(let id, _, let entries, _) in operations {
            guard let node = plan.nodes.firstIndex(where: { $0.id == id }) else { continue }
            soundRecords[node] += entries.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
        }
    }

    private func endRing(_ id: Int, on node: Int, at time: TrueTime) {
        guard let index = rings[node].lastIndex(where: { $0.order.id == id && $0.until == nil }) else { return }
        rings[node][index].until = time
    }

    /// Reads the stores once the run is over.
    public func finish(_ simulation: borrowing Simulation) {
        packs = plan.nodes.indices.map { simulation.packs(ofNode: $0) }
        // A store in memory never fails, and has no limit to a page.
        lines = plan.coordinators.indices.map { coordinator in
            (try? simulation.store(coordinator).history(HistoryRequest(limit: .max)).lines) ?? []
        }
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire

@testable import ClockSimulator

/// A small site on a quiet morning, to run unchanged and with deliberately broken cores.
struct MutatedSite {
    var plan: SimulationPlan
    var nodeMutation: ((NodeCore.Event, Now, [NodeCore.Effect]) -> [NodeCore.Effect])?
    var coordinatorMutation: ((CoordinatorEvent, Now, [CoordinatorEffect]) -> [CoordinatorEffect])?

    /// As ``Simulation/Mutations/ignoresLease``.
    var ignoresLease = false

    /// 2027-06-01T06:50:00Z
    static let start = WallTime(seconds: 1_811_832_600)
    static let kitchen = NodeID("kitchen") ?? { preconditionFailure("kitchen is an id") }()
    /// The first alarm and timer. Their tag is the one that the coordinator draws from the plan's seed.
    static let alarm = AlarmID("a1rmvc") ?? { preconditionFailure("a1rmvc is an id") }()
    static let timer = TimerID("t1rmvc") ?? { preconditionFailure("t1rmvc is an id") }()

    /// One node, one coordinator, two hours, all in UTC.
    init(_ change: (inout SimulationPlan) -> Void = { _ in }) {
        plan = SimulationPlan(
            seed: 7, start: TrueTime(Self.start), length: .hours(2), convergence: .minutes(20),
            nodes: [NodePlan(id: Self.kitchen)])
        change(&plan)
    }

    /// The wall time of this `HH:MM:SS` that morning.
    static func at(_ hour: Int, _ minute: Int, _ second: Int = 0) -> WallTime {
        WallTime(seconds: 1_811_808_000 + Int64(hour * 3600 + minute * 60 + second))
    }

    func mutatingNode(
        _ mutation: @escaping (NodeCore.Event, Now, [NodeCore.Effect]) -> [NodeCore.Effect]
    ) -> MutatedSite {
        var site = self
        site.nodeMutation = mutation
        return site
    }

    func mutatingCoordinator(
        _ mutation: @escaping (CoordinatorEvent, Now, [CoordinatorEffect]) -> [CoordinatorEffect]
    ) -> MutatedSite {
        var site = self
        site.coordinatorMutation = mutation
        return site
    }

    /// Runs it and returns the checkers' findings.
    func violations() -> [Violation] {
        var simulation = Simulation(plan: plan)
        if let nodeMutation {
            simulation.mutations.node = { _, event, now, effects in nodeMutation(event, now, effects) }
        }
        if let coordinatorMutation {
            simulation.mutations.coordinator = { _, event, now, effects in coordinatorMutation(event, now, effects) }
        }
        simulation.mutations.ignoresLease = ignoresLease
        let checkers = Checkers(plan: plan)
        simulation.run(observer: checkers)
        return checkers.finish(simulation)
    }

    /// The broken invariants.
    func broken() -> Set<Int> { Set(violations().map(\.invariant)) }
}

extension SimulationPlan {
    mutating func ask(_ request: any SiteRequest, at wall: WallTime) {
        people.append(PlannedRequest(at: TrueTime(wall), what: .asking(request)))
    }

    mutating func set(_ change: SettingsPatch, at wall: WallTime) {
        ask(SetRequest(nodes: [MutatedSite.kitchen], change: change), at: wall)
    }

    mutating func change(_ change: Change, at wall: WallTime) {
        ask(ChangeRequest(changes: [change]), at: wall)
    }

    mutating func fail(_ kind: FaultKind, _ hosts: [Host], from start: WallTime, to end: WallTime? = nil) {
        faults.append(PlannedFault(start: TrueTime(start), end: end.map { TrueTime($0) }, hosts: hosts, kind: kind))
    }
}

extension AlarmDraft {
    /// At seven, every day by default, on the kitchen's node.
    static func atSeven(
        _ repetition: AlarmSchedule.Repetition = .weekly(.everyDay), isEnabled: Bool = true, skips: [CivilDate] = []
    ) -> AlarmDraft {
        AlarmDraft(
            label: "Work", isEnabled: isEnabled,
            schedule: AlarmSchedule(
                time: LocalTime(secondOfDay: 7 * 3600), repetition: repetition, countsFrom: MutatedSite.start,
                skips: skips),
            ring: .alarm, misfire: .standard, targets: RingTargets(nodes: [MutatedSite.kitchen]), holidays: nil)
    }
}

extension NodeCore.Effect {
    var play: PlayOrder? { if case .play(let order) = self { order } else { nil } }
    var ring: RingOrder? { if case .startRing(let order) = self { order } else { nil } }
    var stored: NodeState? { if case .store(let state, _) = self { state.wrappedValue } else { nil } }
    var timer: NodeCore.TimerKind? { if case .setTimer(let token, _) = self { token.kind } else { nil } }
    var isLedger: Bool { if case .publish(.ledger) = self { true } else { false } }

    /// A save with other unacknowledged ledger lines; every other effect unchanged.
    func changingPending(_ change: (LedgerEvent) -> LedgerEvent) -> NodeCore.Effect {
        guard case .store(var state, let ticket) = self else { return self }
        let pending = state.wrappedValue.ledger.pending
        for index in pending.indices { state.wrappedValue.ledger.pending[index].event = change(pending[index].event) }
        return .store(state, ticket: ticket)
    }
}

extension PlayOrder {
    func changed(_ change: (inout PlayOrder) -> Void) -> PlayOrder {
        var order = self
        change(&order)
        return order
    }

    /// For another instant, by both clocks.
    func moved(to target: WallTime) -> PlayOrder {
        changed {
            $0.audibleAt = $0.audibleAt + (target - $0.target)
            $0.target = target
        }
    }
}

extension RingOrder {
    func changed(_ change: (inout RingOrder) -> Void) -> RingOrder {
        var order = self
        change(&order)
        return order
    }

    func moved(by span: Duration) -> RingOrder {
        changed {
            $0.audibleAt = $0.audibleAt + span
            $0.target = $0.target + span
        }
    }

    func again(as id: Int, after wait: Duration, at now: Now) -> RingOrder {
        changed {
            $0.id = id
            $0.audibleAt = now.boot + wait
            $0.target = now.wall + wait
        }
    }
}

// Facts about the machines for several checkers: power and program, the clock and its voucher, the disk's content,
// present faults. Kept once, from observations and the plan alone.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

/// The state of the world as far as it was observed.
///
/// A class, because every checker receives it with every observation.
final class RunFacts {
    let plan: SimulationPlan
    let nodes: [NodeFacts]
    /// The ledger entries that the present observation stores on its node's disk for the first time.
    private(set) var freshEntries: ArraySlice<LedgerEntry> = []
    /// The recently requested instants for saying the time.
    private var askedTargets: [Int64] = []

    private static let rememberedTargets = 64

    /// The true time of the last request to adopt.
    private var adoptionAskedAt = Int64.min
    /// A request may wait for a minute, and the commit for a slow disk.
    private static let longestAdoption: Int64 = 180_000_000_000

    init(plan: SimulationPlan) {
        self.plan = plan
        nodes = plan.nodes.map { node in NodeFacts(node, isShared: plan.nodes.filter { $0.id == node.id }.count > 1) }
    }

    func observe(_ observation: borrowing Observation) {
        if !freshEntries.isEmpty { freshEntries = [] }
        if case .requested(let request) = observation.what, plan.people[request].what.asked(AdoptRequest.self) != nil {
            adoptionAskedAt = observation.at.nanoseconds
        }
        guard case .node(let index) = observation.host else { return noteCommand(observation) }
        let time = observation.at.nanoseconds
        let node = nodes[index]
        if let clock = observation.clock { node.read(clock, at: time) }
        switch observation.what {
        case .faultBegan(let fault): node.begin(plan.faults[fault].kind, at: time)
        case .faultEnded(let fault): node.clear(plan.faults[fault].kind, at: time)
        case .nodeStarted(let state, let origin, let zone): node.start(state, origin: origin, zone: zone, at: time)
        case .crashed(let power): node.leave(withPower: power, at: time)
        case .stopped: node.leave(withPower: false, at: time)
        case .vouched(let isVouched): node.vouch(isVouched, at: time)
        case .suspended: node.sleep(at: time)
        case .resumed: node.wake(at: time)
        case .clockSet(let step): node.setClock(by: step.nanoseconds, at: time)
        case .zoneChanged(let zone): node.change(to: zone, at: time)
        case .stateStored(let state, _): freshEntries = node.stored(state, at: time)
        case .stateNotStored(let state, _, _): node.goOn(by: state.wrappedValue.desired, at: time)
        case .connected: node.connect(at: time)
        case .disconnected: node.disconnect(at: time)
        case .stateTurnedBack: node.forget(at: time)
        case .ringHeard(let order): node.ringBegan(order.id)
        case .silenced(let id, _): node.soundEnded(id, at: time)
        default: break
        }
    }

    /// True while a coordinator may commit what nodes hold of another state of its store, as somebody has asked it to.
    func mayAdopt(at time: Int64) -> Bool { adoptionAskedAt.clampedSpan > time - Self.longestAdoption }

    /// True if a sound with this target is the announcement of a quarter hour, and not the time said on request.
    func isQuarterHour(_ target: WallTime) -> Bool { QuarterHour.isQuarterHour(target) && !isAsked(target) }

    /// True if somebody has requested the time to be said at this instant.
    func isAsked(_ target: WallTime) -> Bool { askedTargets.contains(target.nanoseconds) }

    private func noteCommand(_ observation: borrowing Observation) {
        guard case .published(let message) = observation.what, case .command(let command) = message.payload,
            case .announce(let target) = command.action, !askedTargets.contains(target.nanoseconds)
        else { return }
        askedTargets.append(target.nanoseconds, keeping: Self.rememberedTargets)
    }
}

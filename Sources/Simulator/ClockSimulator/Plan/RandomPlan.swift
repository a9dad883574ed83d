// Makes a whole run out of one number.
//
// The seed decides everything: the date of the run, the zones, the quality of machines, links and disks, the rate and
// the kinds of faults. Rates are drawn as well: in one run the network works, in the next every message is in danger.
// Half of all faults lie beside a quarter hour, and the run itself often lies around a change of the clocks or the turn
// of a year, because errors show there.
//
// Each part draws from its own generator, so that leaving a class of faults out, or adding a node, leaves the rest the
// same.

internal import ClockDomain
internal import ClockWire

/// The faults of random plans, by the part that they strike.
public enum FaultClass: String, CaseIterable, Hashable, Sendable {
    case network, broker, clock, disk, output, crash, coordinator, people
}

public struct RandomPlan: Hashable, Sendable {
    public var seed: UInt64
    /// Length of the faulty phase: 1...``maximumDays``.
    public var days: Int
    /// 1...``maximumNodes``
    public var nodes: Int
    public var classes: Set<FaultClass>

    public static let maximumDays = 3_660
    public static let maximumNodes = 1_000

    public init(seed: UInt64, days: Int, nodes: Int, classes: Set<FaultClass> = Set(FaultClass.allCases)) {
        self.seed = seed
        self.days = days
        self.nodes = nodes
        self.classes = classes
    }

    /// The plan. The same, to the last bit, on every machine.
    public func make() -> SimulationPlan {
        var draws = RandomDraws(seed: seed, Purpose.site.rawValue)
        let zones = Self.zones(&draws)
        let start = Self.start(zones: zones, days: days, &draws)
        var plan = SimulationPlan(
            seed: seed, start: start, length: .hours(24 * days), zones: zones.flatMap { [$0.rules, $0.laterRules] },
            nodes: (0..<nodes).map(node))
        plan.clients = Array(repeating: ClientPlan(), count: draws.number(1...4))
        if classes.contains(.network) { spoilNetwork(&plan) }
        if classes.contains(.coordinator) { varyCoordinators(&plan) }
        for faultClass in FaultClass.allCases where classes.contains(faultClass) && faultClass != .people {
            plan.faults += faults(faultClass, plan)
        }
        // Without people, the faults that match their requests stay.
        let asked = requests(plan)
        plan.faults += ambushes(on: asked, plan)
        let missed = missedAlarms(of: asked, plan)
        if classes.contains(.crash) { plan.faults += missed }
        plan.faults += longAbsences(plan)
        plan.faults += coincidences(with: asked, plan)
        if classes.contains(.disk) { plan.faults += refusals(of: asked, missed: missed, plan) }
        if classes.contains(.people) {
            plan.people = asked + deliveries(plan) + bounds(plan) + secondThoughts(after: asked, plan)
        }
        // Last, so that it does not shift the other hosts' faults.
        if classes.contains(.coordinator) {
            addStranger(&plan)
            addStandby(&plan)
        }
        if classes.contains(.people) { plan.people += bells(plan) + reminders(plan) + habits(plan) + emergencies(plan) }
        play(&plan)
        decideAboutLostStore(&plan)
        return plan
    }

    /// If somebody may have restored the store, a person adopts the rooms' state at the end, twice.
    private func decideAboutLostStore(_ plan: inout SimulationPlan) {
        let isInDoubt = plan.faults.contains { fault in
            switch fault.kind {
            case .snapshotRestored, .diskLies: fault.hosts.contains(.coordinator(0))
            default: false
            }
        }
        guard isInDoubt, !plan.clients.isEmpty else { return }
        for wait in [Duration.minutes(5), .minutes(8)] {
            plan.people.append(PlannedRequest(at: plan.healsAt + wait, client: 0, what: .asking(AdoptRequest())))
        }
    }

    enum Purpose: UInt64 {
        case site = 1, node, coordinators, network, faults, people, clockSource, secondCoordinator, carried, ambush,
            bounds, refusal, secondThought, absence, coincidence, otherStore, standby, scene
        case rareScene = 37, bells, reminders, habits, emergencies
    }

    // MARK: Place and time

    /// Two to four zones; the first is one whose clocks jump.
    private static func zones(_ draws: inout RandomDraws) -> [SimulatedZone] {
        let first = draws.pick(SimulatedZone.allCases.filter { $0.rule.contains(",") })
        return [first] + (0..<draws.number(1...3)).map { _ in draws.pick(SimulatedZone.allCases) }
    }

    private static func start(zones: [SimulatedZone], days: Int, _ draws: inout RandomDraws) -> TrueTime {
        let year = draws.number(2024...2037)
        let newYear = WallTime(seconds: CivilDate(year: year, month: 1, day: 1).daysSinceEpoch * 86_400)
        let anyDay = newYear + .hours(24 * draws.number(0...364))
        let leapDay = WallTime(seconds: CivilDate(year: 2028, month: 2, day: 29).daysSinceEpoch * 86_400)
        let middle = draws.weighted([
            (5, zones[0].jump(after: anyDay)?.instant ?? anyDay), (1, newYear), (1, leapDay), (3, anyDay),
        ])
        let before = draws.duration(.zero ... .hours(24 * min(days, 30)))
        // A whole millisecond: easier to read, and no less random.
        return TrueTime((middle - before).truncatedToMilliseconds)
    }

    static let rooms = [
        "kitchen", "bedroom", "bath", "hall", "study", "attic", "cellar", "garage", "nursery", "workshop",
    ]

    static func nodeID(_ index: Int) -> NodeID {
        let name = rooms.indices.contains(index) ? rooms[index] : "room-\(index + 1)"
        guard let id = NodeID(name) else { preconditionFailure("\(name) is an id") }
        return id
    }

    // MARK: Machines

    private func node(_ index: Int) -> NodePlan {
        var draws = RandomDraws(seed: seed, Purpose.node.rawValue, UInt64(index))
        // Every other zone of the table is a later edition of the one before it.
        var node = NodePlan(id: Self.nodeID(index), zone: index % 3 == 0 ? 0 : 2)
        node.startsAfter = draws.duration(.zero ... .seconds(60))
        if draws.hits(percent: 10) { node.startsAfter = draws.scale(.minutes(1) ... .hours(12)) }
        node.bootLength = draws.duration(.seconds(5) ... .seconds(60))
        node.leadIn = draws.hits(percent: 80) ? .seconds(2) : draws.duration(.milliseconds(500) ... .seconds(4))
        if classes.contains(.clock) {
            node.clock = Self.clock(&draws)
            var sourceDraws = RandomDraws(seed: seed, Purpose.clockSource.rawValue, UInt64(index))
            if sourceDraws.hits(percent: 15) { node.clockSource = .coordinator }
        }
        if classes.contains(.disk) { node.disk = Self.disk(&draws) }
        if classes.contains(.output) {
            node.output.openDelay = draws.scale(.milliseconds(5) ... .milliseconds(1_500))
            node.output.onsetJitter = draws.scale(.microseconds(2) ... .microseconds(200))
            node.output.clipLength = draws.duration(.milliseconds(250) ... .milliseconds(1_200))
        }
        return node
    }

    static func clock(_ draws: inout RandomDraws) -> ClockPlan {
        var clock = ClockPlan()
        clock.driftPPB = draws.number(-80_000...80_000)
        clock.wakeUpLatency = draws.scale(.microseconds(50) ... .milliseconds(20))
        clock.timeService?.after = draws.scale(.seconds(2) ... .minutes(15))
        clock.timeService?.error = draws.signed(draws.scale(.microseconds(10) ... .milliseconds(10)))
        clock.timeService?.service = draws.pick([.timesyncd, .chrony, .ntpd])
        switch draws.number(0...9) {
        case 0:
            // A board that has neither battery nor memory.
            clock.initial = .epoch
            clock.afterPowerCut = .epoch
        case 1, 2:
            // A board whose system saves the time.
            clock.initialOffset = .zero - draws.scale(.seconds(1) ... .hours(24 * 60))
            clock.afterPowerCut = .lastShutdown
        case 3:
            // No service sets it: it depends on the coordinator's time.
            clock.initialOffset = draws.signed(draws.scale(.milliseconds(1) ... .seconds(1)))
            clock.timeService = nil
        default: clock.initialOffset = draws.signed(draws.scale(.milliseconds(1) ... .minutes(10)))
        }
        return clock
    }

    static func disk(_ draws: inout RandomDraws) -> DiskPlan {
        let shortest = draws.scale(.microseconds(100) ... .milliseconds(50))
        return DiskPlan(
            shortestWrite: shortest, longestWrite: shortest + draws.scale(.milliseconds(1) ... .milliseconds(500)))
    }

    private func varyCoordinators(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.coordinators.rawValue)
        plan.coordinators[0].startsAfter = draws.scale(.seconds(1) ... .minutes(10))
        plan.coordinators[0].lead = .seconds(draws.pick([8, 15, 15, 15, 60]))
        plan.coordinators[0].budget = .seconds(draws.pick([20, 30, 30, 30, 90]))
        plan.coordinators[0].disk = Self.disk(&draws)
        var copyDraws = RandomDraws(seed: seed, Purpose.secondCoordinator.rawValue)
        if copyDraws.hits(percent: 3) { copyCoordinator(&plan, &copyDraws) }
    }

    /// Adds a coordinator with a new store beside the present one, or in its place, as if its disk was swapped and the
    /// old one turned up again.
    private func addStranger(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.otherStore.rawValue)
        guard plan.coordinators.count == 1, draws.hits(percent: 4) else { return }
        var stranger = CoordinatorPlan(hasOwnName: true)
        stranger.startsAfter = draws.duration(.minutes(15)...plan.length)
        stranger.disk = Self.disk(&draws)
        plan.coordinators.append(stranger)
        let start = plan.start + stranger.startsAfter
        let end = start + draws.scale(.minutes(5) ... .hours(24))
        guard end < plan.healsAt else { return }
        if draws.tossesCoin() {
            plan.faults.append(PlannedFault(start: start, end: end, hosts: [.coordinator(0)], kind: .stop))
        }
        plan.faults.append(PlannedFault(start: end, end: plan.healsAt, hosts: [.coordinator(1)], kind: .stop))
    }

    /// Adds a copy of the coordinator beside it, which somebody notices or not.
    private func copyCoordinator(_ plan: inout SimulationPlan, _ draws: inout RandomDraws) {
        var copy = plan.coordinators[0]
        copy.store = .copy(of: 0)
        copy.startsAfter = draws.duration(.minutes(15)...plan.length)
        plan.coordinators.append(copy)
        guard draws.hits(percent: 80) else { return }
        let start = plan.start + copy.startsAfter + draws.scale(.minutes(1) ... .hours(6))
        guard start < plan.healsAt else { return }
        plan.faults.append(PlannedFault(start: start, end: plan.healsAt, hosts: [.coordinator(1)], kind: .stop))
    }

    private func spoilNetwork(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.network.rawValue)
        let severity = Severity.draw(&draws)
        plan.network = severity.link(&draws)
        for index in plan.nodes.indices where draws.hits(percent: 10) { plan.nodes[index].link = severity.link(&draws) }
        for index in plan.clients.indices where draws.hits(percent: 20) {
            plan.clients[index].link = severity.link(&draws)
        }
    }
}

internal import ClockDomain
internal import ClockWire

// Faults at critical moments. Faults that fall anywhere in a week hardly ever meet the seconds in which a node orders
// an alarm's ring, or the hour in which a timer runs; so half of all runs place some there on purpose.

extension RandomPlan {
    /// Faults beside the plan's requests, and coordinators' clocks that are wrong for hours.
    func ambushes(on requests: [PlannedRequest], _ plan: SimulationPlan) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.ambush.rawValue)
        guard draws.tossesCoin() else { return [] }
        var faults: [PlannedFault] = []
        for request in requests {
            guard let asked = request.what.asked(ChangeRequest.self) else { continue }
            for change in asked.changes where draws.hits(percent: 25) {
                switch change {
                case .addAlarm(let draft): faults += ambush(draft, after: request.at, plan, &draws)
                case .startTimer(_, let seconds, let targets, _, _):
                    faults += ambush(seconds: seconds, targets, from: request.at, plan, &draws)
                default: break
                }
            }
        }
        let wrong = wrongHours(plan, &draws)
        if classes.contains(.clock) { faults += wrong }
        return Array(faults.lazy.filter { $0.start < plan.healsAt }.prefix(Self.maximumAmbushes))
    }

    private static let maximumAmbushes = 2_000

    func node(of targets: RingTargets, _ draws: inout RandomDraws) -> Int {
        let named = (0..<nodes).filter { targets.nodes.contains(Self.nodeID($0)) }
        return named.isEmpty ? draws.number(0...(nodes - 1)) : draws.pick(named)
    }

    /// One of the nodes that an alarm names, and its due times there in the days after `time`.
    func dues(
        of draft: AlarmDraft, after time: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> (node: Int, dues: [TrueTime]) {
        let node = node(of: draft.targets, &draws)
        let rules =
            draft.schedule.zone.flatMap { name in plan.zones.first { $0.name == name } }
            ?? plan.zones[plan.nodes[node].zone]
        let today = CivilDate(daysSinceEpoch: time.wall.seconds.flooredQuotient(by: 86_400))
        let dues = (-1...2).map { day in
            TrueTime(rules.instant(of: LocalDateTime(date: today.advanced(by: day), time: draft.schedule.time)))
        }
        return (node, dues.filter { $0 > time })
    }

    /// Strikes in the seconds around the alarm's next due time.
    private func ambush(
        _ draft: AlarmDraft, after time: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> [PlannedFault] {
        let (node, dues) = dues(of: draft, after: time, plan, &draws)
        guard let due = dues.first else { return [] }
        let start = due + draws.duration(.zero - .seconds(5) ... .seconds(4))
        return trouble(of: node, at: max(start, time), &draws)
    }

    /// Strikes while a timer runs, or as it runs out: more than half of the time the power fails, and returns with a
    /// time service that is behind.
    private func ambush(
        seconds: Int, _ targets: RingTargets, from time: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> [PlannedFault] {
        let node = node(of: targets, &draws)
        let length = Duration.seconds(seconds)
        guard draws.hits(percent: 60) else {
            let start = time + length + draws.duration(.zero - .seconds(5) ... .seconds(4))
            return trouble(of: node, at: max(start, time), &draws)
        }
        let start = time + draws.duration(.zero...length)
        let back = start + draws.scale(.seconds(5) ... .minutes(20))
        let isBehind = PlannedFault(
            start: start, end: back + draws.scale(.minutes(2) ... .hours(3)), hosts: [.node(node)],
            kind: .timeServiceWrong(by: .zero - draws.scale(.minutes(1) ... .hours(2))))
        let powerCut = PlannedFault(start: start, end: back, hosts: [.node(node)], kind: .powerCut)
        let faults =
            draws.hits(percent: 70) ? [(FaultClass.crash, powerCut), (.clock, isBehind)] : [(.crash, powerCut)]
        return faults.filter { classes.contains($0.0) }.map(\.1)
    }

    private func trouble(of node: Int, at start: TrueTime, _ draws: inout RandomDraws) -> [PlannedFault] {
        func fault(_ kind: FaultKind, for length: Duration) -> PlannedFault {
            PlannedFault(start: start, end: start + length, hosts: [.node(node)], kind: kind)
        }
        let troubles: [(FaultClass, PlannedFault)] = [
            (.clock, fault(.clockStep(draws.signed(draws.scale(.milliseconds(100) ... .minutes(30)))), for: .zero)),
            (
                .clock,
                fault(
                    .timeServiceWrong(by: draws.signed(draws.scale(.seconds(1) ... .hours(2)))),
                    for: draws.scale(.seconds(30) ... .hours(1)))
            ),
            (.crash, fault(.crash, for: draws.scale(.milliseconds(200) ... .minutes(5)))),
            (.crash, fault(.powerCutAtEffect(effects: draws.number(0...12), outage: .seconds(20)), for: .seconds(60))),
            (.crash, fault(.suspend, for: draws.scale(.seconds(2) ... .minutes(20)))),
            (.output, fault(.outputLost, for: draws.scale(.milliseconds(100) ... .minutes(3)))),
            (.output, fault(.outputBusy, for: draws.scale(.seconds(1) ... .minutes(3)))),
            (.disk, fault(.diskFull, for: draws.scale(.seconds(1) ... .minutes(3)))),
        ]
        let (faultClass, trouble) = draws.pick(troubles)
        return classes.contains(faultClass) ? [trouble] : []
    }

    /// A coordinator whose time service is wrong for a while. A mere step would be corrected within seconds.
    private func wrongHours(_ plan: SimulationPlan, _ draws: inout RandomDraws) -> [PlannedFault] {
        (0..<draws.number(0...max(1, days / 2))).map { _ in
            let start = moment(plan, &draws)
            return PlannedFault(
                start: start, end: start + draws.scale(.minutes(2) ... .hours(6)), hosts: [.coordinator(0)],
                kind: .timeServiceWrong(by: draws.signed(draws.scale(.seconds(1) ... .hours(2)))))
        }
    }

    /// Changes of rooms' volume bounds.
    func bounds(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.bounds.rawValue)
        guard draws.tossesCoin() else { return [] }
        return (0..<draws.count(meanThousandths: 1_000 * days)).map { _ in
            let floor = draws.number(0...60)
            let change = SettingsPatch(
                volumeFloor: Volume(percent: floor), volumeCeiling: Volume(percent: draws.number(floor...100)))
            return PlannedRequest(
                at: moment(plan, &draws), client: draws.number(0...(plan.clients.count - 1)),
                what: .asking(SetRequest(nodes: someNodes(&draws), change: change)))
        }
    }
}

internal import ClockDomain
internal import ClockWire

// Rooms that are off when something is due in them: for an hour around an alarm, or for days.

extension RandomPlan {
    private static let maximumAbsences = 400

    /// Power cuts from before alarms are due until the coordinator checks for their lines.
    func missedAlarms(of requests: [PlannedRequest], _ plan: SimulationPlan) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.absence.rawValue, 0)
        guard draws.hits(percent: 40) else { return [] }
        var cuts: [PlannedFault] = []
        for request in requests {
            guard let asked = request.what.asked(ChangeRequest.self) else { continue }
            for case .addAlarm(let draft) in asked.changes where draws.hits(percent: 30) {
                let (node, dues) = dues(of: draft, after: request.at, plan, &draws)
                guard let due = dues.first else { continue }
                let start = due - draws.scale(.seconds(10) ... .hours(1))
                let end = due + .minutes(5) + draws.signed(draws.scale(.milliseconds(100) ... .minutes(2)))
                cuts.append(
                    PlannedFault(start: max(start, request.at), end: end, hosts: [.node(node)], kind: .powerCut))
            }
        }
        return Array(cuts.lazy.filter { $0.start < plan.healsAt }.prefix(Self.maximumAbsences))
    }

    /// In one run of five a room is off for days; in some of them the broker forgets it meanwhile.
    func longAbsences(_ plan: SimulationPlan) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.absence.rawValue, 1)
        guard days > 1, draws.hits(percent: 20) else { return [] }
        let start = moment(plan, &draws)
        let end = start + draws.scale(.hours(12) ... .hours(24 * days))
        let node = draws.number(0...(nodes - 1))
        let forgets = start + draws.scale(.seconds(1) ... .hours(10))
        let isForgotten = draws.hits(percent: 60)
        var faults: [PlannedFault] = []
        if classes.contains(.crash) {
            faults.append(PlannedFault(start: start, end: end, hosts: [.node(node)], kind: .powerCut))
        }
        if classes.contains(.broker), isForgotten {
            faults.append(
                PlannedFault(
                    start: forgets, end: forgets + draws.scale(.seconds(1) ... .minutes(2)), hosts: [.broker],
                    kind: .brokerDown(.lost)))
        }
        return faults.filter { $0.start < plan.healsAt }
    }
}

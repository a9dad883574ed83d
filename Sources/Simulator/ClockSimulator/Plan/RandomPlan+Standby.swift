internal import ClockDomain

extension RandomPlan {
    /// Adds a second coordinator that stands by with the same store, and faults of one or the other.
    func addStandby(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.standby.rawValue)
        // A store that is restored under a working coordinator is out of scope.
        let isTurnedBack = plan.faults.contains { fault in
            fault.kind == .snapshotRestored && fault.hosts.contains(.coordinator(0))
        }
        guard plan.coordinators.count == 1, !isTurnedBack, draws.hits(percent: 3) else { return }
        var standby = plan.coordinators[0]
        standby.store = .shared(with: 0)
        standby.clock = ClockPlan()
        standby.startsAfter = draws.scale(.seconds(1) ... .minutes(30))
        plan.coordinators.append(standby)
        for _ in 0..<draws.number(1...8) {
            let start = plan.start + draws.duration(.minutes(1)...plan.length)
            let end = start + draws.scale(.seconds(1) ... .hours(2))
            let host = Host.coordinator(draws.number(0...1))
            let kind = draws.pick([
                FaultKind.crash, .stop, .suspend, .powerCut, .partition(.both), .partition(.outward),
                .partition(.homeward),
            ])
            if end < plan.healsAt {
                plan.faults.append(PlannedFault(start: start, end: end, hosts: [host], kind: kind))
            }
        }
    }
}

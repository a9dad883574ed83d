internal import ClockDomain

extension RandomPlan {
    /// In one run of four there is a second broker. The two die in turn, now and then one before the other is back, and some
    /// machines lose their way to one of them only.
    func addBroker(_ plan: inout SimulationPlan) {
        var draws = RandomDraws(seed: seed, Purpose.brokers.rawValue)
        guard draws.hits(percent: 25) else { return }
        plan.otherBrokers = [BrokerPlan()]
        let longestPause = draws.scale(.minutes(30) ... .hours(36))
        var broker = draws.number(0...1)
        var start = plan.start + draws.scale(.minutes(1) ... .hours(12))
        while start < plan.healsAt {
            let end = start + draws.scale(.seconds(1) ... .hours(3))
            let memory = draws.weighted([(5, BrokerMemory.kept), (3, .autosaved), (2, .lost)])
            plan.faults.append(
                PlannedFault(start: start, end: end, hosts: [.broker(broker)], kind: .brokerDown(memory)))
            broker = 1 - broker
            start =
                draws.hits(percent: 25)
                ? start + draws.duration(.seconds(1)...(end - start)) : end + draws.scale(.seconds(10)...longestPause)
        }
        for _ in 0..<draws.number(0...6) {
            let start = moment(plan, &draws)
            let end = start + draws.scale(.seconds(1) ... .hours(6))
            let direction = draws.pick([Direction.both, .both, .outward, .homeward])
            let hosts = machines(of: plan, &draws)
            let broker = draws.number(0...1)
            guard classes.contains(.network), start < plan.healsAt else { continue }
            plan.faults.append(
                PlannedFault(start: start, end: end, hosts: hosts, broker: broker, kind: .partition(direction)))
        }
    }

    /// One or more of them.
    private func machines(of plan: SimulationPlan, _ draws: inout RandomDraws) -> [Host] {
        let all =
            plan.nodes.indices.map(Host.node) + plan.coordinators.indices.map(Host.coordinator)
            + plan.clients.indices.map(Host.client)
        let some = all.filter { _ in draws.hits(percent: 30) }
        return some.isEmpty ? [draws.pick(all)] : some
    }
}

internal import ClockDomain

// Emergencies, which people mostly end. One run in four has some.

extension RandomPlan {
    func emergencies(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.emergencies.rawValue)
        guard draws.hits(percent: 25) else { return [] }
        let requests = (0..<draws.count(meanThousandths: 500 * days)).flatMap { _ -> [PlannedRequest] in
            let at = moment(plan, &draws)
            func by(_ moment: TrueTime, _ what: PlannedRequest.What) -> PlannedRequest {
                PlannedRequest(at: moment, client: draws.number(0...(plan.clients.count - 1)), what: what)
            }
            let text = draws.tossesCoin() ? "Leave the building" : nil
            let begin = by(at, .emergency(text: text, nodes: draws.tossesCoin() ? [] : someNodes(&draws)))
            guard draws.hits(percent: 80) else { return [begin] }
            return [begin, by(at + draws.scale(.seconds(1) ... .minutes(50)), .endEmergency)]
        }
        return requests.filter { $0.at < plan.healsAt }
    }
}

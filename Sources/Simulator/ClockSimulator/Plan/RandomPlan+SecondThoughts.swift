internal import ClockDomain
internal import ClockWire

// People's further reactions: changes of an alarm that rings, more time for a timer that has run out; and snoozes that
// are days old.

extension RandomPlan {
    func secondThoughts(after requests: [PlannedRequest], _ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.secondThought.rawValue)
        guard draws.tossesCoin() else { return [] }
        var thoughts: [PlannedRequest] = []
        for request in requests {
            if let asked = request.what.asked(ChangeRequest.self) {
                for case .startTimer(_, let seconds, _, _, _) in asked.changes where draws.hits(percent: 20) {
                    let at = request.at + .seconds(seconds) + draws.scale(.seconds(1) ... .hours(2))
                    thoughts.append(
                        PlannedRequest(
                            at: at, client: request.client, what: .prolong(seconds: draws.number(1...1_800))))
                }
            }
            guard case .silence = request.what, draws.hits(percent: 20) else { continue }
            // Before another person stops it.
            let at = request.at - draws.scale(.milliseconds(200) ... .minutes(2))
            let how: PlannedRequest.Amendment =
                switch draws.number(0...3) {
                case 0: .switchOff
                case 1: .remove
                default: .move(minutes: draws.number(1...1_439))
                }
            thoughts.append(PlannedRequest(at: max(at, plan.start), client: request.client, what: .amend(how)))
        }
        for _ in 0..<draws.count(meanThousandths: 1_000 * days) {
            let ago = draws.scale(.minutes(5) ... .hours(24 * 60))
            thoughts.append(
                PlannedRequest(
                    at: moment(plan, &draws), client: draws.number(0...(plan.clients.count - 1)),
                    what: .forestall(ago: ago)))
        }
        return thoughts.filter { $0.at < plan.healsAt }
    }
}

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Faults that do harm together with a request, or with each other, and that hardly ever meet by chance: a timer starts
// in a room that is off, or by a clock that was just set; a room loses its power just before it rings again; an alarm
// rings in a room whose clock is wrong, or which moves to another zone afterwards; a broker forgets everything as
// somebody restores a card. Each occasion has its own draws, so that the others stay the same when a class of faults is
// left out.

extension RandomPlan {
    private static let maximumCoincidences = 600

    func coincidences(with requests: [PlannedRequest], _ plan: SimulationPlan) -> [PlannedFault] {
        var draws = RandomDraws(seed: seed, Purpose.coincidence.rawValue)
        guard draws.tossesCoin() else { return [] }
        var faults: [(FaultClass, PlannedFault)] = []
        for (index, request) in requests.enumerated() {
            var draws = RandomDraws(seed: seed, Purpose.coincidence.rawValue, 1, UInt64(index))
            switch request.what {
            case .ask(let asked):
                if let asked = asked.content as? ChangeRequest {
                    for change in asked.changes { faults += coincidences(with: change, at: request.at, plan, &draws) }
                } else if asked.content is SetRequest {
                    faults += forgottenDocument(at: request.at, &draws)
                }
            case .silence(_, .snooze): faults += brokenSnooze(at: request.at, &draws)
            case .ring, .silence, .tidy, .amend, .forestall, .prolong, .pause, .resume, .emergency, .endEmergency: break
            }
        }
        for fault in plan.faults {
            guard fault.kind == .snapshotRestored, case .node? = fault.hosts.first, let end = fault.end else {
                continue
            }
            // Seeded by its instant: its index changes when a class of faults is left out.
            let instant = UInt64(bitPattern: fault.start.nanoseconds)
            var draws = RandomDraws(seed: seed, Purpose.coincidence.rawValue, 2, instant)
            guard draws.hits(percent: 40) else { continue }
            faults.append((.broker, brokerForgets(from: end - draws.scale(.seconds(1) ... .seconds(30)), &draws)))
        }
        return Array(
            faults.lazy.filter { classes.contains($0.0) && $0.1.start >= plan.start && $0.1.start < plan.healsAt }
                .map(\.1).prefix(Self.maximumCoincidences))
    }

    private func brokerForgets(from start: TrueTime, _ draws: inout RandomDraws) -> PlannedFault {
        PlannedFault(
            start: start, end: start + draws.scale(.seconds(1) ... .minutes(1)), hosts: [.broker],
            kind: .brokerDown(.lost))
    }

    private func coincidences(
        with change: Change, at time: TrueTime, _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> [(FaultClass, PlannedFault)] {
        switch change {
        case .startTimer(_, _, let targets, _, _):
            switch draws.number(0...9) {
            case 0...1:
                let off = PlannedFault(
                    start: time - draws.scale(.seconds(5) ... .minutes(10)),
                    end: time + draws.scale(.milliseconds(500) ... .minutes(5)),
                    hosts: [.node(node(of: targets, &draws))], kind: draws.tossesCoin() ? .powerCut : .crash)
                return [(.crash, off)]
            case 2...3:
                let start = time - draws.scale(.milliseconds(500) ... .minutes(2))
                let isAhead = PlannedFault(
                    start: start, end: start + draws.scale(.minutes(1) ... .hours(3)), hosts: [.coordinator(0)],
                    kind: .timeServiceWrong(by: draws.signed(draws.scale(.seconds(10) ... .hours(2)))))
                return [(.clock, isAhead)]
            default: return []
            }
        case .addAlarm(let draft):
            guard draws.hits(percent: 25) else { return [] }
            let (node, dues) = dues(of: draft, after: time, plan, &draws)
            guard let due = dues.first else { return [] }
            let start = due + draws.scale(.seconds(10) ... .hours(5))
            let moved = PlannedFault(
                start: start, end: start + draws.scale(.hours(1) ... .hours(30)), hosts: [.node(node)],
                kind: .zone(draws.number(0...(plan.zones.count - 1))))
            return [(.clock, moved)]
        default: return []
        }
    }

    /// A broker that accepts a document for a room, and forgets it before the room is back.
    private func forgottenDocument(at time: TrueTime, _ draws: inout RandomDraws) -> [(FaultClass, PlannedFault)] {
        guard draws.hits(percent: 4) else { return [] }
        let back = time + draws.scale(.minutes(1) ... .hours(1))
        let away = PlannedFault(
            start: time - draws.scale(.seconds(1) ... .minutes(2)), end: back,
            hosts: [.node(draws.number(0...(nodes - 1)))], kind: .partition(.both))
        return [
            (.network, away), (.broker, brokerForgets(from: time + draws.scale(.seconds(5) ... .seconds(50)), &draws)),
        ]
    }

    private func brokenSnooze(at time: TrueTime, _ draws: inout RandomDraws) -> [(FaultClass, PlannedFault)] {
        let room = Host.node(draws.number(0...(nodes - 1)))
        switch draws.number(0...9) {
        case 0:
            let start = time + draws.scale(.seconds(1) ... .minutes(5))
            let back = start + draws.scale(.seconds(5) ... .minutes(3))
            let isBehind = PlannedFault(
                start: start, end: back + draws.scale(.minutes(30) ... .hours(3)), hosts: [room],
                kind: .timeServiceWrong(by: .zero - draws.scale(.minutes(1) ... .hours(2))))
            return [
                (.crash, PlannedFault(start: start, end: back, hosts: [room], kind: .powerCut)), (.clock, isBehind),
            ]
        case 1:
            let isAhead = PlannedFault(
                start: time - draws.scale(.seconds(5) ... .minutes(5)),
                end: time + draws.scale(.minutes(1) ... .hours(1)),
                hosts: [room], kind: .timeServiceWrong(by: draws.scale(.seconds(11) ... .minutes(20))))
            return [(.clock, isAhead)]
        default: return []
        }
    }
}

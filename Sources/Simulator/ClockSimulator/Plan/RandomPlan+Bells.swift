internal import ClockDomain
internal import ClockWire

// A timetable with two programs and a few bells, and an office that changes its days by hand. One run in four has it.

extension RandomPlan {
    private static let programs = ["regular", "early"]

    func bells(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.bells.rawValue)
        guard draws.hits(percent: 25) else { return [] }
        let at = moment(plan, &draws)
        var requests = [asking(at, [.setTimetable(timetable(at, &draws))], plan, &draws)]
        let bells = (0..<draws.number(2...8)).map { _ in Change.addAlarm(bell(&draws)) }
        requests.append(asking(at + .seconds(draws.number(1...20)), bells, plan, &draws))
        for _ in 0..<draws.count(meanThousandths: 1_500 * days) {
            let later = moment(plan, &draws)
            requests.append(asking(later, [change(later, &draws)], plan, &draws))
        }
        return requests.filter { $0.at < plan.healsAt }
    }

    func asking(
        _ at: TrueTime, _ changes: [Change], _ plan: SimulationPlan, _ draws: inout RandomDraws
    ) -> PlannedRequest {
        PlannedRequest(
            at: at, client: draws.number(0...(plan.clients.count - 1)), what: .asking(ChangeRequest(changes: changes)))
    }

    private func bell(_ draws: inout RandomDraws) -> AlarmDraft {
        var ring = RingStyle.bell
        ring.plays = draws.number(1...4)
        let program = ProgramName(timetable: "school", program: draws.pick(Self.programs))
        guard let program else { preconditionFailure("the names are names") }
        return AlarmDraft(
            label: "Bell", isEnabled: true,
            schedule: AlarmSchedule(
                time: time(&draws), repetition: .program(program, on: []), countsFrom: WallTime(nanoseconds: 0)),
            ring: ring, misfire: .bell, targets: RingTargets(nodes: someNodes(&draws)), holidays: nil)
    }

    private func timetable(_ at: TrueTime, _ draws: inout RandomDraws) -> Timetable {
        var timetable = Timetable(
            name: "school",
            weeks: [
                .init(days: .everyDay, program: "regular"),
                .init(days: WeekdaySet(rawValue: UInt8(draws.number(1...127))), program: "early"),
            ])
        let today = Self.date(at)
        if draws.hits(percent: 40) {
            timetable.cycle = .init(
                start: today.advanced(by: draws.number(-40...2)),
                days: WeekdaySet(rawValue: UInt8(draws.number(1...127))),
                programs: (0..<draws.number(2...6)).map { _ in draws.pick(Self.programs) })
        }
        if draws.hits(percent: 30) {
            let first = today.advanced(by: draws.number(0...days))
            timetable.dates = [
                .init(
                    on: DateSpan(first: first, last: first.advanced(by: draws.number(0...3))),
                    program: draws.tossesCoin() ? nil : draws.pick(Self.programs))
            ]
        }
        return timetable
    }

    private func change(_ at: TrueTime, _ draws: inout RandomDraws) -> Change {
        if draws.hits(percent: 15) { return .setTimetable(timetable(at, &draws)) }
        let date = Self.date(at).advanced(by: draws.number(-1...1))
        if draws.hits(percent: 20) { return .changeDay(timetable: "school", date, nil) }
        let isToday = draws.tossesCoin()
        let since = isToday ? LocalTime(secondOfDay: Int(at.wall.seconds % 86_400) / 60 * 60) : .midnight
        var part = Timetable.Part(since: since, at: at.wall.truncatedToMilliseconds)
        switch draws.number(0...5) {
        case 0: part.program = Timetable.ProgramChoice.none
        case 1, 2: part.program = .named(draws.pick(Self.programs))
        case 3: part.delayMinutes = draws.number(-60...120)
        case 4: part.silentUntil = time(&draws)
        default: part.silentAfter = time(&draws)
        }
        return .changeDay(timetable: "school", date, part)
    }
}

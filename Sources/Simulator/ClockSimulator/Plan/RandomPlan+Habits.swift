internal import ClockDomain
internal import ClockWire

// Mutes that end by themselves, quiet hours on days of the week, and alarms that repeat after weeks or each month. One run
// in four has some.

extension RandomPlan {
    func habits(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.habits.rawValue)
        guard draws.hits(percent: 25) else { return [] }
        let requests = (0..<draws.count(meanThousandths: 1_000 * days)).map { _ -> PlannedRequest in
            let at = moment(plan, &draws)
            guard draws.tossesCoin() else { return asking(at, [alarm(at: at, &draws)], plan, &draws) }
            let nodes = someNodes(&draws)
            let change = draws.tossesCoin() ? timedMute(&draws) : SettingsPatch(quiet: [quietHours(&draws)])
            return PlannedRequest(
                at: at, client: draws.number(0...(plan.clients.count - 1)),
                what: .asking(SetRequest(nodes: nodes, change: change)))
        }
        return requests.filter { $0.at < plan.healsAt }
    }

    private func timedMute(_ draws: inout RandomDraws) -> SettingsPatch {
        var change = SettingsPatch()
        change.muteSeconds = draws.pick([60, 900, 1_800, 3_600, 5_400, 7_200, 28_800])
        return change
    }

    private func quietHours(_ draws: inout RandomDraws) -> QuietPeriod {
        QuietPeriod(
            start: LocalTime(secondOfDay: draws.number(0...95) * 900),
            end: LocalTime(secondOfDay: draws.number(0...95) * 900),
            days: draws.pick([WeekdaySet(from: .monday, through: .friday), WeekdaySet([.sunday])]))
    }

    private func alarm(at: TrueTime, _ draws: inout RandomDraws) -> Change {
        let today = Self.date(at)
        let rule: DayRule =
            switch draws.number(0...3) {
            case 0:
                .weeks(
                    draws.number(2...3), WeekdaySet(rawValue: UInt8(draws.number(1...127))),
                    from: today.advanced(by: draws.number(-2...2)))
            case 1: .monthDay(draws.tossesCoin() ? today.day : -1)
            default: .monthWeekday(draws.pick([1, 2, 3, 4, -1]), today.weekday)
            }
        return .addAlarm(
            AlarmDraft(
                label: "", isEnabled: true,
                schedule: AlarmSchedule(
                    time: time(&draws), repetition: .recurring(rule), countsFrom: WallTime(nanoseconds: 0)),
                ring: .alarm, misfire: .standard, targets: RingTargets(nodes: someNodes(&draws)), holidays: nil))
    }
}

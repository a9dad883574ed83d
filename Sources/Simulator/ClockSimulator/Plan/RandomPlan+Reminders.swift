internal import ClockDomain
internal import ClockWire

// Reminders, and timers that say their name: their words come to the rooms as voice packs. One run in four has some.

extension RandomPlan {
    private static let texts = ["Take your pills", "Tee ☕", "The bus leaves"]

    func reminders(_ plan: SimulationPlan) -> [PlannedRequest] {
        var draws = RandomDraws(seed: seed, Purpose.reminders.rawValue)
        guard draws.hits(percent: 25) else { return [] }
        let requests = (0..<draws.count(meanThousandths: 2_000 * days)).map { _ in
            asking(moment(plan, &draws), [draws.tossesCoin() ? reminder(&draws) : timer(&draws)], plan, &draws)
        }
        return requests.filter { $0.at < plan.healsAt }
    }

    private func reminder(_ draws: inout RandomDraws) -> Change {
        .addAlarm(
            AlarmDraft(
                label: draws.pick(Self.texts), isEnabled: true,
                schedule: AlarmSchedule(
                    time: time(&draws), repetition: draws.tossesCoin() ? .once : .weekly(.everyDay),
                    countsFrom: WallTime(nanoseconds: 0)),
                ring: style(.bell), misfire: .bell, targets: RingTargets(nodes: someNodes(&draws)), holidays: nil))
    }

    private func timer(_ draws: inout RandomDraws) -> Change {
        .startTimer(
            name: draws.pick(Self.texts), seconds: draws.number(5...3_600),
            targets: RingTargets(nodes: someNodes(&draws)), ring: style(.timer))
    }

    private func style(_ base: RingStyle) -> RingStyle {
        var ring = base
        ring.sound = SpokenText.name
        ring.limitMinutes = 1
        return ring
    }
}

import ClockDomain
import Testing

/// The agenda of many alarms tells what their schedules tell one by one.
struct AgendaTests {
    private static let zoneNames = ["America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Cairo"]

    private func randomAlarms(_ count: Int, _ random: inout SplitMix64) -> [Alarm] {
        (1...count).map { number in
            let day = CivilDate(daysSinceEpoch: 20_700 + Int64(random.next() % 800))
            let repetition: AlarmSchedule.Repetition =
                switch random.next() % 6 {
                case 0: .once
                case 1: .onDate(day)
                default: .weekly(WeekdaySet(rawValue: UInt8(1 + random.next() % 127)))
                }
            let schedule = AlarmSchedule(
                time: LocalTime(secondOfDay: Int(random.next() % 96) * 900), repetition: repetition,
                zone: random.next() % 2 == 0 ? Self.zoneNames.randomElement(using: &random) : nil,
                countsFrom: utc("2026-10-01T00:00:00Z") + .minutes(Int(random.next() % 100_000)),
                skips: random.next() % 3 == 0 ? [day] : [],
                exceptions: random.next() % 3 == 0
                    ? [DateSpan(first: day, last: CivilDate(daysSinceEpoch: day.daysSinceEpoch + 5))] : [])
            return alarm(number, schedule, isEnabled: random.next() % 8 != 0)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func itTellsWhatTheSchedulesTell(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alarms = randomAlarms(40, &random)
        let home = try SystemZones.rules("Europe/Berlin")
        let zones = try Dictionary(uniqueKeysWithValues: Self.zoneNames.map { ($0, try SystemZones.rules($0)) })
        var agenda = AlarmAgenda(alarms: alarms.shuffled(using: &random), zone: home, namedZones: zones)
        #expect(agenda.missingZones.isEmpty)

        func expected(after start: WallTime, through end: WallTime) -> [AgendaEntry] {
            alarms.filter(\.isEnabled).flatMap { alarm in
                alarm.schedule.occurrences(
                    after: start, through: end, zone: alarm.schedule.zone.flatMap { zones[$0] } ?? home
                ).map { AgendaEntry(alarm: alarm, scheduled: $0) }
            }.sorted { $0.occurrence < $1.occurrence }
        }
        // Mostly on, sometimes back, and once far ahead.
        var now = utc("2026-10-20T00:00:00Z")
        for step in 0..<60 {
            now = now + .minutes(Int(random.next() % 20_000)) - .minutes(step % 7 == 0 ? 60_000 : 0)
            if step == 30 { now = now + .hours(24 * 500) }
            if step == 40 { now = utc("2026-10-20T00:00:00Z") }
            let soon = expected(after: now, through: now + .hours(24 * 9))
            if soon.isEmpty { continue }
            #expect(agenda.next(after: now) == soon.first, "seed \(seed)")
            #expect(agenda.entries(after: now, through: now + .hours(24 * 9)) == soon, "seed \(seed)")
            let ringing = soon.filter { $0.scheduled.silence == nil }
            #expect(Array(agenda.upcoming(after: now, count: 5).prefix(ringing.count)) == Array(ringing.prefix(5)))
        }
    }

    @Test func walkingFromOneToTheNextMissesNothing() throws {
        var random = SplitMix64(seed: 7)
        let alarms = randomAlarms(30, &random)
        let home = try SystemZones.rules("Europe/Berlin")
        let zones = try Dictionary(uniqueKeysWithValues: Self.zoneNames.map { ($0, try SystemZones.rules($0)) })
        var agenda = AlarmAgenda(alarms: alarms, zone: home, namedZones: zones)
        let start = utc("2026-10-20T00:00:00Z")
        let end = start + .hours(24 * 700)
        let all = agenda.entries(after: start, through: end)
        var walked = 0
        var instant = start
        while let next = agenda.next(after: instant), next.scheduled.due <= end {
            instant = next.scheduled.due
            // Several can be due at one instant.
            walked += agenda.entries(after: instant - .nanoseconds(1), through: instant).count
        }
        #expect(walked == all.count && walked > 2_000)
    }

    @Test func atOneInstantTheLowestIDComesFirst() {
        let alarms = [3, 1, 2].map { alarm($0, .daily("07:00")) }
        var agenda = AlarmAgenda(alarms: alarms, zone: .utc)
        let now = utc("2026-11-21T06:00:00Z")
        #expect(agenda.next(after: now)?.alarm.id == AlarmID(number: 1))
        #expect(agenda.upcoming(after: now, count: 4).map(\.alarm.id.number) == [1, 2, 3, 1])
        #expect(agenda.entries(after: now, through: now + .hours(1)).map(\.alarm.id.number) == [1, 2, 3])
    }

    @Test func alarmsOfZonesThatAreMissingAreTold() {
        let away = AlarmSchedule.daily("05:00").with { $0.zone = "Asia/Tokyo" }
        let off = AlarmSchedule.daily("05:00").with { $0.zone = "Asia/Seoul" }
        let own = AlarmSchedule.daily("08:00").with { $0.zone = "UTC" }
        var agenda = AlarmAgenda(
            alarms: [alarm(1, away), alarm(2, .daily("07:00")), alarm(3, off, isEnabled: false), alarm(4, own)],
            zone: .utc)
        #expect(agenda.missingZones == ["Asia/Tokyo"])
        #expect(agenda.upcoming(after: utc("2026-11-21T06:00:00Z"), count: 2).map(\.alarm.id.number) == [2, 4])
    }

    @Test func anEmptyAgendaHasNothing() {
        var agenda = AlarmAgenda(alarms: [], zone: .utc)
        #expect(agenda.next(after: utc("2026-11-21T06:00:00Z")) == nil)
        #expect(agenda.upcoming(after: utc("2026-11-21T06:00:00Z"), count: 3).isEmpty)
    }

    @Test func whatIsWantedIsSearchedAYearAhead() {
        var agenda = AlarmAgenda(alarms: [alarm(1, .daily("07:00"))], zone: .utc)
        let now = utc("2026-11-21T06:00:00Z")
        #expect(agenda.upcoming(after: now, count: 1) { _ in false }.isEmpty)
        let first = agenda.next(after: now)?.occurrence
        #expect(
            agenda.upcoming(after: now, count: 1) { $0.occurrence != first }.map(\.scheduled.due)
                == [utc("2026-11-22T07:00:00Z")])
    }
}

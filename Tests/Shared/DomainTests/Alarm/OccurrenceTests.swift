import ClockDomain
import Testing

/// From local times to instants: which occurrences a schedule has.
struct OccurrenceTests {
    private func dues(
        _ schedule: AlarmSchedule, _ zone: String, after: String, count: Int
    ) throws -> [String] {
        let rules = try SystemZones.rules(zone)
        return schedule.occurrences(after: utc(after), zone: rules).prefix(count).map {
            "\(rules.localTime(at: $0.due))" + ($0.silence.map { " \($0.rawValue)" } ?? "")
        }
    }

    // MARK: Repetitions

    @Test func weeklyRingsOnEachOfItsDays() throws {
        // A Saturday.
        #expect(
            try dues(
                .weekly("07:00", WeekdaySet([.monday, .wednesday, .friday])), "Europe/Berlin",
                after: "2026-11-21T12:00:00Z", count: 4) == [
                    "2026-11-23 07:00:00", "2026-11-25 07:00:00", "2026-11-27 07:00:00", "2026-11-30 07:00:00",
                ])
        #expect(
            try dues(
                .weekly("07:00", WeekdaySet([.saturday])), "Europe/Berlin", after: "2026-11-21T12:00:00Z", count: 2)
                == ["2026-11-28 07:00:00", "2026-12-05 07:00:00"])
        for day in Weekday.allCases {
            let schedule = AlarmSchedule.weekly("00:00", WeekdaySet([day]))
            for zone in ["Pacific/Kiritimati", "UTC", "Pacific/Pago_Pago"] {
                let rules = try SystemZones.rules(zone)
                let found = schedule.occurrences(after: utc("2026-11-21T12:00:00Z"), zone: rules).prefix(5)
                #expect(found.allSatisfy { rules.localTime(at: $0.due).date.weekday == day })
                #expect(zip(found, found.dropFirst()).allSatisfy { $1.due - $0.due == .hours(7 * 24) })
            }
        }
    }

    @Test func theInstantItselfIsNotAfterIt() throws {
        let schedule = AlarmSchedule.daily("07:00")
        let due = utc("2026-11-21T07:00:00Z")
        #expect(schedule.next(after: due - .nanoseconds(1), zone: .utc)?.due == due)
        #expect(schedule.next(after: due, zone: .utc)?.due == due + .hours(24))
        #expect(schedule.occurrences(after: due - .hours(24), through: due, zone: .utc).map(\.due) == [due])
        #expect(schedule.occurrences(after: due - .hours(24), through: due - .nanoseconds(1), zone: .utc).isEmpty)
        #expect(schedule.occurrences(after: due, through: due, zone: .utc).isEmpty)
        #expect(schedule.occurrences(after: due, through: due - .hours(72), zone: .utc).isEmpty)
    }

    @Test func nothingUpToCountsFromIsAnOccurrence() throws {
        let due = utc("2026-11-21T07:00:00Z")
        for schedule in [AlarmSchedule.daily("07:00"), .once("07:00", countsFrom: "2026-11-01T00:00:00Z")] {
            let atDue = schedule.with { $0.countsFrom = due }
            #expect(atDue.next(after: due - .hours(999), zone: .utc)?.due == due + .hours(24))
            let before = schedule.with { $0.countsFrom = due - .nanoseconds(1) }
            #expect(before.next(after: due - .hours(999), zone: .utc)?.due == due)
        }
        let onDate = AlarmSchedule.on("2026-11-21", "07:00")
        #expect(onDate.with { $0.countsFrom = due }.next(after: due - .hours(9), zone: .utc) == nil)
        #expect(onDate.with { $0.countsFrom = due - .nanoseconds(1) }.next(after: due - .hours(9), zone: .utc) != nil)
    }

    @Test func onceHasOneOccurrenceForEver() throws {
        let schedule = AlarmSchedule.once("07:00", countsFrom: "2026-11-21T07:00:00Z")
        let due = utc("2026-11-22T07:00:00Z")
        #expect(schedule.occurrences(after: utc("1970-01-01T00:00:00Z"), zone: .utc).map(\.due) == [due])
        #expect(schedule.next(after: due - .nanoseconds(1), zone: .utc)?.due == due)
        #expect(schedule.next(after: due, zone: .utc) == nil)
        #expect(schedule.next(after: due + .hours(24 * 365), zone: .utc) == nil)
        let skipped = schedule.with { $0.skips = [date("2026-11-22")] }
        #expect(skipped.next(after: schedule.countsFrom, zone: .utc) == nil)
        #expect(skipped.next(after: schedule.countsFrom, zone: .utc, includingSkipped: true)?.silence == .skip)
    }

    // MARK: Skipped

    @Test func skippedDatesAreOccurrencesThatDoNotRing() throws {
        let schedule = AlarmSchedule.daily("07:00").with {
            $0.skips = [date("2026-12-22"), date("2026-12-25")]
            $0.exceptions = [span("2026-12-23/2026-12-25")]
            $0.holidays = [span("2026-12-25/2026-12-26")]
        }
        #expect(
            try dues(schedule, "Europe/Berlin", after: "2026-12-21T12:00:00Z", count: 6) == [
                "2026-12-22 07:00:00 skip", "2026-12-23 07:00:00 exception", "2026-12-24 07:00:00 exception",
                "2026-12-25 07:00:00 skip", "2026-12-26 07:00:00 holiday", "2026-12-27 07:00:00",
            ])
        let rules = try SystemZones.rules("Europe/Berlin")
        #expect(schedule.next(after: utc("2026-12-21T12:00:00Z"), zone: rules)?.date == date("2026-12-27"))
    }

    @Test func theSearchForOneThatRingsEndsAfter400Days() {
        let start = utc("2026-01-01T00:00:00Z")
        let forEver = AlarmSchedule.daily("07:00").with { $0.exceptions = [span("2026-01-01/2199-12-31")] }
        #expect(forEver.next(after: start, zone: .utc) == nil)
        let aYear = AlarmSchedule.daily("07:00").with { $0.exceptions = [span("2026-01-01/2026-12-31")] }
        #expect(aYear.next(after: start, zone: .utc)?.due == utc("2027-01-01T07:00:00Z"))
    }

    @Test func listsKeepThemselvesInOrderAndUnique() {
        var schedule = AlarmSchedule.daily("07:00")
        schedule.skips = [date("2026-12-25"), date("2026-12-24"), date("2026-12-25")]
        schedule.exceptions.append(span("2026-12-24/2026-12-26"))
        schedule.exceptions.append(span("2026-12-24"))
        #expect(schedule.skips == [date("2026-12-24"), date("2026-12-25")])
        #expect(schedule.exceptions == [span("2026-12-24"), span("2026-12-24/2026-12-26")])
    }

    // MARK: Clocks that jump

    struct JumpCase: Sendable, CustomTestStringConvertible {
        var name: String
        var zone: String
        var schedule: AlarmSchedule
        var after: String
        /// In order: the local date that is named, how it is resolved, when it is due.
        var expected: [String]
        var testDescription: String { name }

        init(_ name: String, _ zone: String, _ schedule: AlarmSchedule, after: String, _ expected: [String]) {
            self.name = name
            self.zone = zone
            self.schedule = schedule
            self.after = after
            self.expected = expected
        }
    }

    static let jumps = [
        JumpCase(
            "in a gap it rings an hour later by the clock", "Europe/Berlin", .daily("02:30"),
            after: "2026-03-28T00:00:00Z",
            [
                "2026-03-28 unique 2026-03-28T01:30:00.000Z", "2026-03-29 gap 2026-03-29T01:30:00.000Z",
                "2026-03-30 unique 2026-03-30T00:30:00.000Z",
            ]),
        JumpCase(
            "the end of a gap exists", "Europe/Berlin", .on("2026-03-29", "03:00"), after: "2026-03-28T00:00:00Z",
            ["2026-03-29 unique 2026-03-29T01:00:00.000Z"]),
        JumpCase(
            "the end of a fold comes once", "Europe/Berlin", .on("2026-10-25", "03:00"), after: "2026-10-24T00:00:00Z",
            ["2026-10-25 unique 2026-10-25T02:00:00.000Z"]),
        JumpCase(
            "a gap of half an hour", "Australia/Lord_Howe", .on("2026-10-04", "02:15"), after: "2026-10-01T00:00:00Z",
            ["2026-10-04 gap 2026-10-03T15:45:00.000Z"]),
        JumpCase(
            "in a fold it rings at the first pass only", "Europe/Berlin", .daily("02:30"),
            after: "2026-10-24T12:00:00Z",
            ["2026-10-25 fold 2026-10-25T00:30:00.000Z", "2026-10-26 unique 2026-10-26T01:30:00.000Z"]),
        JumpCase(
            "after the first pass nothing is left of that date", "Europe/Berlin", .daily("02:30"),
            after: "2026-10-25T00:30:00Z", ["2026-10-26 unique 2026-10-26T01:30:00.000Z"]),
        JumpCase(
            "weekly with one day in a gap", "Europe/Berlin", .weekly("02:30", WeekdaySet([.sunday])),
            after: "2026-03-22T12:00:00Z",
            ["2026-03-29 gap 2026-03-29T01:30:00.000Z", "2026-04-05 unique 2026-04-05T00:30:00.000Z"]),
        JumpCase(
            "once, made before a gap", "Europe/Berlin", .once("02:30", countsFrom: "2026-03-29T00:59:00Z"),
            after: "1970-01-01T00:00:00Z", ["2026-03-29 gap 2026-03-29T01:30:00.000Z"]),
        JumpCase(
            "once, made between a gap and the time in it as it is read", "Europe/Berlin",
            .once("02:30", countsFrom: "2026-03-29T01:10:00Z"), after: "1970-01-01T00:00:00Z",
            ["2026-03-29 gap 2026-03-29T01:30:00.000Z"]),
        JumpCase(
            "once, made in the second pass of a fold", "Europe/Berlin",
            .once("02:30", countsFrom: "2026-10-25T01:10:00Z"), after: "1970-01-01T00:00:00Z",
            ["2026-10-26 unique 2026-10-26T01:30:00.000Z"]),
        JumpCase(
            "on a date in a gap", "Europe/Berlin", .on("2026-03-29", "02:30"), after: "1970-01-01T00:00:00Z",
            ["2026-03-29 gap 2026-03-29T01:30:00.000Z"]),
        JumpCase(
            "a gap at midnight", "Africa/Cairo", .daily("00:00"), after: "2026-04-23T00:00:00Z",
            ["2026-04-24 gap 2026-04-23T22:00:00.000Z", "2026-04-25 unique 2026-04-24T21:00:00.000Z"]),
        JumpCase(
            // From 23:00 to midnight: the alarm rings on the next date.
            "a gap before midnight", "America/Nuuk", .daily("23:30"), after: "2026-03-28T02:00:00Z",
            ["2026-03-28 gap 2026-03-29T01:30:00.000Z", "2026-03-29 unique 2026-03-30T00:30:00.000Z"]),
        JumpCase(
            "half an hour before midnight is left out", "Asia/Pyongyang", .daily("23:45"),
            after: "2018-05-04T00:00:00Z",
            ["2018-05-04 gap 2018-05-04T15:15:00.000Z", "2018-05-05 unique 2018-05-05T14:45:00.000Z"]),
        JumpCase(
            "a day that was left out: its occurrence is the next date's", "Pacific/Apia", .daily("07:00"),
            after: "2011-12-29T00:00:00Z",
            [
                "2011-12-29 unique 2011-12-29T17:00:00.000Z", "2011-12-31 unique 2011-12-30T17:00:00.000Z",
                "2012-01-01 unique 2011-12-31T17:00:00.000Z",
            ]),
        JumpCase(
            "a weekday that was left out", "Pacific/Apia", .weekly("07:00", WeekdaySet([.friday])),
            after: "2011-12-29T00:00:00Z",
            ["2011-12-30 gap 2011-12-30T17:00:00.000Z", "2012-01-06 unique 2012-01-05T17:00:00.000Z"]),
        JumpCase(
            "an exception on the date that was left out does not silence the next", "Pacific/Apia",
            AlarmSchedule.daily("07:00").with { $0.exceptions = [span("2011-12-30")] }, after: "2011-12-30T00:00:00Z",
            ["2011-12-31 unique 2011-12-30T17:00:00.000Z"]),
        JumpCase(
            "Kwajalein left a day out as well", "Pacific/Kwajalein", .daily("12:00"), after: "1993-08-21T00:00:00Z",
            ["1993-08-22 unique 1993-08-22T00:00:00.000Z", "1993-08-23 unique 1993-08-23T00:00:00.000Z"]),
        JumpCase(
            "leap day", "Europe/Berlin", .on("2028-02-29", "07:00"), after: "2026-01-01T00:00:00Z",
            ["2028-02-29 unique 2028-02-29T06:00:00.000Z"]),
    ]

    @Test(arguments: jumps)
    func jumpsOfTheClocks(_ it: JumpCase) throws {
        let rules = try SystemZones.rules(it.zone)
        let found = it.schedule.occurrences(after: utc(it.after), zone: rules).prefix(it.expected.count).map {
            let kind =
                switch $0.resolution {
                case .unique: "unique"
                case .ambiguous: "fold"
                case .gap: "gap"
                }
            return "\($0.date) \(kind) \($0.due)"
        }
        #expect(found == it.expected)
    }

    /// No zone's clocks jump like these, but a file could say so.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func zonesThatJumpByDaysHaveEachInstantOnceAndInOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let start: Int64 = 1_795_000_000
        var builder = TZifBuilder()
        builder.types = [-89_999, 93_599, 0, -43_200, 43_200].map { TZifBuilder.LocalType(seconds: $0) }
        builder.transitions = (0..<40).map { (start + $0 * 40_000, UInt8(random.next() % 5)) }
        let rules = try TimeZoneRules(name: "Odd", tzif: builder.build())
        let time = LocalTime(secondOfDay: Int(random.next() % 1_440) * 60)
        let days = WeekdaySet(rawValue: UInt8(1 + random.next() % 127))
        let schedule = AlarmSchedule(time: time, repetition: .weekly(days), countsFrom: WallTime(seconds: start))

        let firstDay = start / 86_400 - 4
        var expected: Set<WallTime> = []
        for day in firstDay..<firstDay + 40 {
            let date = CivilDate(daysSinceEpoch: day)
            guard days.contains(date.weekday) else { continue }
            expected.insert(rules.instant(of: LocalDateTime(date: date, time: time)))
        }
        let end = WallTime(seconds: start + 40 * 40_000)
        let inside = expected.filter { $0 > schedule.countsFrom && $0 <= end }.sorted()
        #expect(
            schedule.occurrences(after: schedule.countsFrom, through: end, zone: rules).map(\.due) == inside,
            "seed \(seed)")
        for (due, next) in zip(inside, inside.dropFirst()) {
            #expect(schedule.next(after: due, zone: rules)?.due == next, "seed \(seed)")
        }
    }

    // MARK: Bounds

    @Test(arguments: [
        WallTime(nanoseconds: .min), WallTime(nanoseconds: .min + 1), utc("1970-01-01T00:00:00Z"),
        WallTime(seconds: WallTime.validSeconds.upperBound - 1), WallTime(seconds: WallTime.validSeconds.upperBound),
        WallTime(nanoseconds: .max),
    ])
    func noInstantTrapsOrLoopsForEver(_ instant: WallTime) throws {
        let schedules: [AlarmSchedule] = [
            .daily("00:00"), .daily("23:59"), .weekly("12:00", []), .weekly("12:00", WeekdaySet([.sunday])),
            .once("12:00", countsFrom: "2026-01-01T00:00:00Z"), .on("1970-01-01", "00:00"), .on("2199-12-31", "23:59"),
        ]
        for zone in ["UTC", "Pacific/Kiritimati", "America/New_York"] {
            let rules = try SystemZones.rules(zone)
            for schedule in schedules {
                for countsFrom in [schedule.countsFrom, instant] {
                    let schedule = schedule.with { $0.countsFrom = countsFrom }
                    for occurrence in schedule.occurrences(after: instant, zone: rules).prefix(3) {
                        #expect(occurrence.due > instant && occurrence.due > countsFrom)
                        #expect(WallTime.validSeconds.contains(occurrence.due.seconds))
                    }
                    _ = schedule.next(after: instant, zone: rules)
                    var agenda = AlarmAgenda(alarms: [alarm(1, schedule)], zone: rules)
                    #expect(
                        agenda.next(after: instant)?.scheduled
                            == schedule.next(after: instant, zone: rules, includingSkipped: true))
                }
            }
        }
        #expect(
            AlarmSchedule.daily("12:00").next(after: utc("2199-12-31T12:00:00Z"), zone: .utc) == nil)
    }
}

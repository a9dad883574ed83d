internal import ClockDomain
internal import ClockWire

// Alarms on unusual days.

extension Scenario {
    static var alarms: [Scenario] {
        [
            Scenario(
                "alarm-dst-gap", "an alarm at 02:30 on the night without a 02:30 rings at 03:30, once",
                plan: .site(30, from: "2027-03-26T20:00Z", hours: 60, zones: [.berlin]).alarms(
                    at: "2027-03-26T20:05Z", .plain("2:30", .weekly(.everyDay)))
            ) {
                $0.rang(
                    0, "a1",
                    [
                        ("2027-03-27T01:30Z", "2027-03-27T01:31Z"), ("2027-03-28T01:30Z", "2027-03-28T01:31Z"),
                        ("2027-03-29T00:30Z", "2027-03-29T00:31Z"),
                    ])
                $0.recorded(0, "2027-03-28T01:30Z", "2027-03-28T01:30Z", as: .silent, .ringing)
            },
            Scenario(
                "alarm-dst-fold", "an alarm at 02:30 on the night with two of them rings at the first",
                plan: .site(31, from: "2027-10-29T20:00Z", hours: 60, zones: [.berlin]).alarms(
                    at: "2027-10-29T20:05Z", .plain("2:30", .weekly(.everyDay)))
            ) {
                $0.rang(
                    0, "a1",
                    [
                        ("2027-10-30T00:30Z", "2027-10-30T00:31Z"), ("2027-10-31T00:30Z", "2027-10-31T00:31Z"),
                        ("2027-11-01T01:30Z", "2027-11-01T01:31Z"),
                    ])
            },
            Scenario(
                "alarm-lord-howe-gap", "an alarm in a gap of half an hour, and one that names another zone",
                plan: .site(32, from: "2027-10-02T10:00Z", hours: 12, zones: [.lordHowe, .berlin]).alarms(
                    at: "2027-10-02T10:05Z", .plain("2:15", .weekly(.everyDay)),
                    .plain("15:00", .once) { $0.schedule.zone = SimulatedZone.berlin.rawValue })
            ) {
                $0.rang(0, "a1", [("2027-10-02T15:45Z", "2027-10-02T15:46Z")])
                $0.rang(0, "a2", [("2027-10-02T13:00Z", "2027-10-02T13:01Z")])
            },
            Scenario(
                "alarm-leap-day", "an alarm on the 29th of February, and one that is used up the day before",
                plan: .site(33, from: "2028-02-27T12:00Z", hours: 72).alarms(
                    at: "2028-02-27T12:05Z", .plain("7:00", .onDate(.on("2028-02-29"))), .plain("7:00", .once))
            ) {
                $0.rang(0, "a1", [("2028-02-29T07:00Z", "2028-02-29T07:01Z")])
                $0.rang(0, "a2", [("2028-02-28T07:00Z", "2028-02-28T07:01Z")])
                $0.ringsRecorded(0, "a1", [("2028-02-29T07:00Z", .rang, .unanswered)])
                $0.ringsRecorded(0, "a2", [("2028-02-28T07:00Z", .rang, .unanswered)])
            },
            Scenario(
                "alarm-weekdays", "all weekdays of one alarm ring, and the weekend is quiet",
                plan: .site(34, from: "2027-05-06T12:00Z", hours: 7 * 24).alarms(
                    at: "2027-05-06T12:05Z",
                    .plain("6:50", .weekly([.monday, .tuesday, .wednesday, .thursday, .friday]), limit: 3))
            ) {
                // The 7th is a Friday.
                $0.rang(
                    0, "a1", ["07", "10", "11", "12", "13"].map { ("2027-05-\($0)T06:50Z", "2027-05-\($0)T06:53Z") })
            },
            Scenario(
                "alarm-not-today", "skipped once, paused for two days, and off on a holiday",
                plan: .site(35, from: "12:00", hours: 7 * 24).changes(
                    at: "12:05",
                    .setHolidays(
                        HolidayCalendar(
                            name: "school-free",
                            days: [.init(span: DateSpan(first: .on("2027-05-06"), last: .on("2027-05-06")), name: "")]))
                ).alarms(
                    at: "12:06",
                    .plain("6:50", .weekly(.everyDay)) {
                        $0.schedule.skips = [.on("2027-05-02")]
                        $0.schedule.exceptions = [DateSpan(first: .on("2027-05-04"), last: .on("2027-05-05"))]
                        $0.holidays = "school-free"
                    })
            ) {
                $0.rang(0, "a1", ["03", "07", "08"].map { ("2027-05-\($0)T06:50Z", "2027-05-\($0)T06:51Z") })
                $0.ringsRecorded(
                    0, "a1",
                    [
                        ("2027-05-02T06:50Z", .skipped, .skip), ("2027-05-03T06:50Z", .rang, .unanswered),
                        ("2027-05-04T06:50Z", .skipped, .exception), ("2027-05-05T06:50Z", .skipped, .exception),
                        ("2027-05-06T06:50Z", .skipped, .holiday), ("2027-05-07T06:50Z", .rang, .unanswered),
                        ("2027-05-08T06:50Z", .rang, .unanswered),
                    ])
            },
            Scenario(
                "alarm-journey", "a node is carried to another zone: its alarm rings by the clocks of the new place",
                plan: .site(36, from: "2027-06-01T12:00Z", hours: 48, zones: [.berlin, .newYork]).alarms(
                    at: "2027-06-01T12:05Z", .plain("7:00", .weekly(.everyDay))
                ).adding(.at("2027-06-02T08:00Z", .node(0), is: .zone(1)))
            ) {
                $0.rang(
                    0, "a1",
                    [
                        ("2027-06-02T05:00Z", "2027-06-02T05:01Z"), ("2027-06-02T11:00Z", "2027-06-02T11:01Z"),
                        ("2027-06-03T11:00Z", "2027-06-03T11:01Z"),
                    ])
            },
        ]
    }
}

extension WeekdaySet {
    fileprivate static let monday = WeekdaySet([Weekday.monday])
    fileprivate static let tuesday = WeekdaySet([Weekday.tuesday])
    fileprivate static let wednesday = WeekdaySet([Weekday.wednesday])
    fileprivate static let thursday = WeekdaySet([Weekday.thursday])
    fileprivate static let friday = WeekdaySet([Weekday.friday])
}

import ClockDomain
import Foundation
import Testing

struct DayRuleTests {
    private static let friday = WeekdaySet([.friday])

    private func dates(_ rule: DayRule, from first: String, count: Int) -> [String] {
        let start = date(first).daysSinceEpoch
        return (start...start + 800).lazy.map(CivilDate.init(daysSinceEpoch:)).filter(rule.contains).prefix(count)
            .map(\.iso8601)
    }

    @Test(
        "The dates of a rule",
        arguments: [
            (DayRule.weeks(2, WeekdaySet([.thursday]), from: date("2026-12-10")), "2026-12-10 2026-12-24 2027-01-07"),
            // The date lies within a week: Monday of that week is before it.
            (
                .weeks(3, WeekdaySet([.monday, .friday]), from: date("2026-11-27")),
                "2026-11-27 2026-12-14 2026-12-18 2027-01-04"
            ),
            (.weeks(52, WeekdaySet([.sunday]), from: date("2026-11-22")), "2026-11-22 2027-11-21 2028-11-19"),
            (.monthDay(15), "2026-12-15 2027-01-15 2027-02-15"), (.monthDay(31), "2026-12-31 2027-01-31 2027-03-31"),
            (.monthDay(29), "2026-11-29 2026-12-29 2027-01-29 2027-03-29"),
            (.monthDay(-1), "2026-11-30 2026-12-31 2027-01-31 2027-02-28"),
            (.monthWeekday(1, .monday), "2026-12-07 2027-01-04 2027-02-01"),
            (.monthWeekday(4, .friday), "2026-11-27 2026-12-25 2027-01-22"),
            (.monthWeekday(-1, .friday), "2026-11-27 2026-12-25 2027-01-29"),
            (.monthWeekday(-1, .tuesday), "2026-11-24 2026-12-29 2027-01-26"),
        ])
    func days(rule: DayRule, expected: String) {
        let expected = expected.split(separator: " ").map(String.init)
        #expect(dates(rule, from: "2026-11-21", count: expected.count) == expected)
    }

    @Test("Each occurrence is on a date of its rule at its local time, in order, and none is left out")
    func occurrences() throws {
        let zone = try SystemZones.rules("Europe/Berlin")
        let rules: [DayRule] = [
            .weeks(2, WeekdaySet([.sunday, .monday]), from: date("2026-03-22")),
            .weeks(5, Self.friday, from: date("2026-01-02")),
            .monthDay(31), .monthDay(-1), .monthWeekday(-1, .sunday), .monthWeekday(2, .wednesday),
        ]
        for rule in rules {
            // 2:30 comes twice on one date of October and never on one of March.
            let schedule = AlarmSchedule(
                time: at("02:30"), repetition: .recurring(rule), countsFrom: utc("2026-01-01T00:00:00Z"))
            let found = schedule.occurrences(after: schedule.countsFrom, zone: zone).prefix {
                $0.date <= date("2030-12-31")
            }
            let start = date("2026-01-01").daysSinceEpoch
            let due = (start...date("2030-12-31").daysSinceEpoch).map(CivilDate.init(daysSinceEpoch:)).filter(
                rule.contains)
            #expect(found.map(\.date) == due, "\(rule)")
            #expect(found.map(\.due) == due.map { zone.instant(of: LocalDateTime(date: $0, time: at("02:30"))) })
        }
    }

    @Test("A skipped date of a rule does not ring, and the next is found")
    func skipped() throws {
        let schedule = AlarmSchedule(
            time: at("09:00"), repetition: .recurring(.weeks(52, Self.friday, from: date("2026-11-27"))),
            countsFrom: utc("2026-11-21T00:00:00Z")
        ).with { $0.skips = [date("2026-11-27")] }
        #expect(!schedule.isOnce)
        #expect(schedule.next(after: schedule.countsFrom, zone: .utc)?.date == date("2027-11-26"))
        #expect(schedule.next(after: schedule.countsFrom, zone: .utc, includingSkipped: true)?.silence == .skip)
    }

    @Test(
        "A rule is written as it is read",
        arguments: [
            #"{"days":["mon","fri"],"from":"2026-11-27","weeks":3}"#, #"{"month_day":31}"#, #"{"month_day":-1}"#,
            #"{"month_weekday":"mon","place":1}"#, #"{"month_weekday":"fri","place":-1}"#,
        ])
    func coded(text: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let rule = try JSONDecoder().decode(DayRule.self, from: Data(text.utf8))
        #expect(String(decoding: try encoder.encode(rule), as: UTF8.self) == text)
    }

    @Test(
        "A rule out of range is refused",
        arguments: [
            #"{"weeks":1,"days":["fri"],"from":"2026-11-27"}"#, #"{"weeks":53,"days":["fri"],"from":"2026-11-27"}"#,
            #"{"weeks":2,"days":[],"from":"2026-11-27"}"#, #"{"weeks":2,"days":["fri"]}"#, #"{"month_day":0}"#,
            #"{"month_day":32}"#, #"{"month_day":-2}"#, #"{"month_weekday":"mon"}"#,
            #"{"month_weekday":"mon","place":5}"#,
            #"{"month_weekday":"mon","place":0}"#, #"{}"#,
            #"{"month_day":1,"month_weekday":"mon","place":1}"#,
        ])
    func refused(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DayRule.self, from: Data(text.utf8)) }
    }
}

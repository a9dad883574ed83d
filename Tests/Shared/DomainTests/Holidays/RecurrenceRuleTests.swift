import ClockDomain
import Testing

@Suite("Recurrence rules")
struct RecurrenceRuleTests {
    /// Dates from 2026 to 2028, at most the first six.
    private func dates(_ start: String, _ rule: String) throws -> String {
        let file = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:\(start)\nRRULE:\(rule)\nEND:VEVENT\nEND:VCALENDAR\n"
        let reading = try ICalendarReading(Array(file.utf8), years: 2026...2028)
        if let problem = reading.problems.first { throw problem }
        return (reading.days + reading.hours).prefix(6).map { String($0.span.iso8601.dropFirst(2)) }.joined(
            separator: " ")
    }

    @Test(
        "the dates of a rule",
        arguments: [
            ("20260501", "FREQ=DAILY;COUNT=3", "26-05-01 26-05-02 26-05-03"),
            ("20260501", "FREQ=DAILY;INTERVAL=10;UNTIL=20260601", "26-05-01 26-05-11 26-05-21 26-05-31"),
            ("20200101", "FREQ=DAILY;BYMONTH=1;UNTIL=20260103", "26-01-01 26-01-02 26-01-03"),
            ("20200101", "FREQ=DAILY;INTERVAL=366;UNTIL=20271231", "26-01-05 27-01-06"),
            ("20260501", "FREQ=DAILY;BYDAY=SA,SU;COUNT=4", "26-05-01 26-05-02 26-05-03 26-05-09"),
            ("20260504", "FREQ=WEEKLY;COUNT=3", "26-05-04 26-05-11 26-05-18"),
            ("20260504", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=5", "26-05-04 26-05-06 26-05-18 26-05-20 26-06-01"),
            // The section's own example: the start of the week decides.
            ("20260106", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "26-01-06 26-01-11 26-01-20 26-01-25"),
            ("20260106", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "26-01-06 26-01-18 26-01-20 26-02-01"),
            ("20190107", "FREQ=WEEKLY;INTERVAL=4;UNTIL=20260301", "26-01-26 26-02-23"),
            ("20260508", "FREQ=WEEKLY;BYDAY=WE,FR,SU;BYSETPOS=-1;WKST=SA;COUNT=2", "26-05-08 26-05-15"),
            ("20260131", "FREQ=MONTHLY;COUNT=4", "26-01-31 26-03-31 26-05-31 26-07-31"),
            ("20260131", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "26-01-31 26-02-28 26-03-31"),
            ("20260101", "FREQ=MONTHLY;BYDAY=1MO,-1FR;COUNT=5", "26-01-01 26-01-05 26-01-30 26-02-02 26-02-27"),
            ("20260130", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3", "26-01-30 26-02-27 26-03-31"),
            ("20260213", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "26-02-13 26-03-13 26-11-13 27-08-13 28-10-13"),
            ("20250115", "FREQ=MONTHLY;INTERVAL=5;UNTIL=20261231", "26-04-15 26-09-15"),
            ("20260105", "FREQ=YEARLY;BYDAY=20MO", "26-01-05 26-05-18 27-05-17 28-05-15"),
            ("20260105", "FREQ=YEARLY;BYDAY=MO;COUNT=3", "26-01-05 26-01-12 26-01-19"),
            (
                "20261102", "FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
                "26-11-02 26-11-03 27-11-02 28-11-07"
            ),
            ("20260101", "FREQ=YEARLY;BYYEARDAY=1,100,-1;COUNT=4", "26-01-01 26-04-10 26-12-31 27-01-01"),
            ("20260101", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;BYSETPOS=1", "26-01-01 26-02-13 27-08-13 28-10-13"),
            ("20240229", "FREQ=YEARLY", "28-02-29"), ("19980501", "FREQ=YEARLY;COUNT=30", "26-05-01 27-05-01"),
            // Of days these play no part; of a time its own is no restriction.
            ("20260501", "FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=0", "26-05-01 26-05-02"),
            ("20260501T093000", "FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=30;BYSECOND=0", "26-05-01 26-05-02"),
            // A time that is later than the one of the end's day.
            ("20260501T093000", "FREQ=DAILY;UNTIL=20260503T093000", "26-05-01 26-05-02 26-05-03"),
            ("20260501T093000", "FREQ=DAILY;UNTIL=20260503T092959", "26-05-01 26-05-02"),
            ("20260501T093000", "FREQ=DAILY;UNTIL=20260503", "26-05-01 26-05-02 26-05-03"),
        ])
    func table(start: String, rule: String, expected: String) throws {
        #expect(try dates(start, rule) == expected)
    }

    @Test("two rules of an event are both its dates")
    func two() throws {
        #expect(
            try dates("20260501", "FREQ=YEARLY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=2") == "26-05-01 26-05-02 27-05-01")
    }
}

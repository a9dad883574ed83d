import ClockDomain
import Testing

struct CivilTimeTests {
    /// Walks the calendar day by day with the rules everybody learns, beside the arithmetic.
    @Test func everyDateFrom1970To2199IsFoundAndGivenBack() {
        let weekdays = Weekday.allCases
        var expected = CivilDate(year: 1970, month: 1, day: 1)
        var weekday = 3  // a Thursday
        var previous: CivilDate?
        for day in Int64(0)..<84_006 {
            let date = CivilDate(daysSinceEpoch: day)
            guard date == expected, date.daysSinceEpoch == day, date.weekday == weekdays[weekday],
                previous.map({ $0 < date }) ?? true
            else {
                Issue.record("day \(day): \(date) \(date.weekday), expected \(expected) \(weekdays[weekday])")
                return
            }
            previous = date
            weekday = (weekday + 1) % 7
            let isLeap = expected.year % 4 == 0 && expected.year != 2100
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            expected.day += 1
            if expected.day > lengths[expected.month - 1] {
                expected.day = 1
                expected.month += 1
            }
            if expected.month > 12 {
                expected.month = 1
                expected.year += 1
            }
        }
        #expect(expected == CivilDate(year: 2200, month: 1, day: 1))
        #expect(expected.daysSinceEpoch * 86_400 == WallTime.validSeconds.upperBound)
    }

    @Test(arguments: [
        (2026, 11, 21, Weekday.saturday), (2000, 2, 29, .tuesday), (1969, 7, 20, .sunday), (1899, 12, 31, .sunday),
        (1600, 2, 29, .tuesday), (2199, 12, 31, .tuesday),
    ])
    func weekdaysOfKnownDates(year: Int, month: Int, day: Int, weekday: Weekday) {
        #expect(CivilDate(year: year, month: month, day: day).weekday == weekday)
    }

    @Test func datesBeforeTheEpochGoBackAndForth() {
        #expect(CivilDate(daysSinceEpoch: -1) == CivilDate(year: 1969, month: 12, day: 31))
        for day in Int64(-800_000)..<(-799_000) { #expect(CivilDate(daysSinceEpoch: day).daysSinceEpoch == day) }
        #expect(LocalDateTime(secondsSinceEpoch: -1).description == "1969-12-31 23:59:59")
    }

    @Test func onlyTimesOfTheDayAreTimes() {
        #expect(LocalTime(hour: 0, minute: 0) == .midnight)
        #expect(LocalTime(hour: 23, minute: 59, second: 59)?.secondOfDay == 86_399)
        for (hour, minute, second) in [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1)] {
            #expect(LocalTime(hour: hour, minute: minute, second: second) == nil)
        }
        for extreme in [Int.min, .max] {
            #expect(LocalTime(hour: extreme, minute: extreme, second: extreme) == nil)
        }
    }

    @Test(arguments: [("0:00", 0), ("7:05", 25_500), ("07:05", 25_500), ("23:59", 86_340)])
    func hoursAndMinutesAreRead(text: String, second: Int) {
        #expect(LocalTime(hourAndMinute: text) == LocalTime(secondOfDay: second))
    }

    @Test(arguments: [
        "", ":", "7", "7:5", "07:005", "007:05", "24:00", "12:60", "-1:00", "+1:00", "12:+5", "12:00:00", " 7:05",
        "7:05 ", "٧:٠٥", "７:05", "7.05", "7:05pm",
    ])
    func otherTextIsNoTime(_ text: String) {
        #expect(LocalTime(hourAndMinute: text) == nil)
    }
}

import ClockDomain
import ClockInput
import Testing

struct TimeInputTests {
    @Test(arguments: [
        ("7", "07:00"), ("19", "19:00"), ("0", "00:00"), ("7:30", "07:30"), ("07:30", "07:30"), ("19:30", "19:30"),
        ("7.30", "07:30"), ("0730", "07:30"), ("1930", "19:30"), ("7:30pm", "19:30"), ("7:30 PM", "19:30"),
        ("7pm", "19:00"), ("7 a.m.", "07:00"), ("7p", "19:00"), ("12am", "00:00"), ("12:01am", "00:01"),
        ("12pm", "12:00"), ("11:59pm", "23:59"), ("noon", "12:00"), ("Midnight", "00:00"), (" 6 ", "06:00"),
    ])
    func timesPeopleWrite(text: String, time: String) throws {
        #expect(try TimeInput(text) == .clock(at(time), on: nil))
    }

    @Test(
        arguments: [
            ("tomorrow 6am", "06:00", .tomorrow), ("6am tomorrow", "06:00", .tomorrow),
            ("today 18:00", "18:00", .today),
            ("mon 7:00", "07:00", .weekday(.monday)), ("Thursday, 7:30 pm", "19:30", .weekday(.thursday)),
            ("2026-12-24 18:00", "18:00", .date(date("2026-12-24"))),
            ("2026-12-24T18:00", "18:00", .date(date("2026-12-24"))),
            ("18:00 2026-12-24", "18:00", .date(date("2026-12-24"))), ("tomorrow noon", "12:00", .tomorrow),
        ] as [(String, String, DayInput.Day)])
    func daysWithATime(text: String, time: String, day: DayInput.Day) throws {
        #expect(try TimeInput(text) == .clock(at(time), on: day))
    }

    @Test(arguments: [
        ("24:00", "\"24:00\" is not a time: hours are 0 to 23"),
        ("7:60", "\"7:60\" is not a time: minutes are 00 to 59"),
        ("13pm", "\"13pm\" is not a time: hours before am and pm are 1 to 12"),
        ("0am", "\"0am\" is not a time: hours before am and pm are 1 to 12"),
        ("7:5", "\"7:5\" has no minutes of two digits"), ("7:", "\"7:\" has no minutes of two digits"),
        ("7:30:15", "\"7:30:15\" has seconds, but alarms ring on whole minutes"),
        ("tomorrow", "\"tomorrow\" has no time"), ("", "\"\" has no time"), ("someday", "\"someday\" is not a time"),
        ("730", "\"730\" is not a time"), ("-7", "\"-7\" is not a time"), ("7 30", "\"7 30\" is not a time"),
        ("7amm", "\"7amm\" is not a time"), ("tomorrow today 7", "\"tomorrow today 7\" is not a time"),
        ("2026-02-29 7:00", "\"2026-02-29 7:00\" is not a time"), ("７", "\"７\" is not a time"),
    ])
    func othersAreRefused(text: String, words: String) {
        #expect(
            message { try TimeInput(text) }
                == words
                + "; write 7:30, 19:30, 7:30pm, 7, noon or midnight, with a day before it if need be: tomorrow 6am")
    }

    /// Saturday, 21 November 2026, 12:00.
    static let now = WallTime(rfc3339: "2026-11-21T12:00:00Z")!

    func schedule(_ text: String) throws -> (time: LocalTime, repetition: AlarmSchedule.Repetition) {
        try TimeInput(text).schedule(at: Self.now, zone: .utc)
    }

    @Test(
        arguments: [
            ("7:00", .once), ("13:00", .once), ("tomorrow 6am", .onDate(date("2026-11-22"))),
            ("today 18:00", .onDate(date("2026-11-21"))), ("mon 7:00", .onDate(date("2026-11-23"))),
            ("sat 13:00", .onDate(date("2026-11-21"))), ("sat 11:00", .onDate(date("2026-11-28"))),
            ("sat 12:00", .onDate(date("2026-11-28"))), ("sun 0:00", .onDate(date("2026-11-22"))),
            ("2026-12-24 18:00", .onDate(date("2026-12-24"))),
        ] as [(String, AlarmSchedule.Repetition)])
    func meanADateFromNow(text: String, repetition: AlarmSchedule.Repetition) throws {
        #expect(try schedule(text).repetition == repetition)
    }

    @Test func whatIsOverIsRefused() {
        #expect(
            message { try schedule("today 12:00") }?
                .hasPrefix("\"2026-11-21 12:00\" is over: it is 2026-11-21 12:00;") == true)
        #expect(message { try schedule("2026-11-20 23:00") } != nil)
    }
}

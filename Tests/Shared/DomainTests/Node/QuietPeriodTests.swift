import ClockDomain
import Testing

struct QuietPeriodTests {
    /// Reads `2026-11-21 22:00`.
    private static func local(_ text: String) throws -> LocalDateTime {
        LocalDateTime(
            date: try #require(CivilDate(iso8601: String(text.prefix(10)))),
            time: try #require(LocalTime(hourAndMinute: text.dropFirst(11))))
    }

    /// On any day.
    private static func local(at time: String) throws -> LocalDateTime { try local("2026-11-21 \(time)") }

    @Test(arguments: [
        ("22:00-07:00", ["22:00", "23:59", "0:00", "6:59"], ["7:00", "12:00", "21:59"]),
        ("12:30-14:00", ["12:30", "13:59"], ["12:29", "14:00", "0:00"]),
        ("22:00-00:00", ["22:00", "23:59"], ["0:00", "21:59"]),
        ("00:00-06:00", ["0:00", "5:59"], ["6:00", "23:59"]),
        ("08:00-08:00", ["0:00", "7:59", "8:00", "23:59"], []),
    ])
    func reachesFromStartUntilJustBeforeEnd(text: String, inside: [String], outside: [String]) throws {
        let period = try #require(QuietPeriod(text))
        #expect(period.description == text && period.days == .everyDay)
        for time in inside { #expect(try period.contains(Self.local(at: time)), "\(time)") }
        for time in outside { #expect(try !period.contains(Self.local(at: time)), "\(time)") }
    }

    /// The 21st is a Saturday.
    @Test(arguments: [
        (
            "sat 22:00-07:00", ["2026-11-21 22:00", "2026-11-22 00:00", "2026-11-22 06:59"],
            ["2026-11-21 06:59", "2026-11-21 21:59", "2026-11-22 07:00", "2026-11-22 22:00", "2026-11-23 00:00"]
        ),
        (
            "sat,sun 13:00-15:00", ["2026-11-21 13:00", "2026-11-22 14:59"],
            ["2026-11-20 13:00", "2026-11-21 15:00", "2026-11-23 13:00"]
        ),
        ("sun 22:00-07:00", ["2026-11-22 22:00", "2026-11-23 06:59"], ["2026-11-22 06:59", "2026-11-21 22:00"]),
        ("mon 08:00-08:00", ["2026-11-23 08:00", "2026-11-24 07:59"], ["2026-11-23 07:59", "2026-11-24 08:00"]),
        ("sat 22:00-00:00", ["2026-11-21 23:59"], ["2026-11-22 00:00", "2026-11-20 23:59"]),
    ])
    func beginsOnItsDays(text: String, inside: [String], outside: [String]) throws {
        let period = try #require(QuietPeriod(text))
        #expect(period.description == text)
        for time in inside { #expect(try period.contains(Self.local(time)), "\(time)") }
        for time in outside { #expect(try !period.contains(Self.local(time)), "\(time)") }
    }

    @Test func isExactToTheSecond() throws {
        let period = try #require(QuietPeriod("22:00-07:00"))
        let date = try Self.local(at: "0:00").date
        func contains(_ second: Int) -> Bool {
            period.contains(LocalDateTime(date: date, time: LocalTime(secondOfDay: second)))
        }
        #expect(contains(7 * 3600 - 1) && !contains(7 * 3600) && !contains(22 * 3600 - 1) && contains(22 * 3600))
    }

    @Test(
        arguments: [
            (["22:00-07:00"], "2026-11-21 23:00", "2026-11-22 07:00"),
            (["22:00-07:00"], "2026-11-21 03:00", "2026-11-21 07:00"),
            (["22:00-07:00"], "2026-11-21 12:00", nil),
            (["08:00-09:00", "09:00-11:00"], "2026-11-21 08:30", "2026-11-21 11:00"),
            (["21:30-23:00", "22:00-07:00"], "2026-11-21 21:45", "2026-11-22 07:00"),
            (["22:00-07:00", "sat,sun 22:00-09:30"], "2026-11-21 23:00", "2026-11-22 09:30"),
            (["22:00-07:00", "sat,sun 22:00-09:30"], "2026-11-20 23:00", "2026-11-21 07:00"),
            (["sat 00:00-00:00", "sun 00:00-00:00"], "2026-11-21 12:00", "2026-11-23 00:00"),
            (["09:00-09:00"], "2026-11-21 12:00", nil),
            (["06:00-18:00", "18:00-06:00"], "2026-11-21 12:00", nil),
            (
                ["mon,tue,wed,thu,fri 00:00-00:00", "sun 00:00-00:00", "sat 00:00-23:00"], "2026-11-22 12:00",
                "2026-11-28 23:00"
            ),
        ] as [([String], String, String?)])
    func periodsThatFollowEachOtherEndTogether(periods: [String], at: String, end: String?) throws {
        let periods = periods.compactMap { QuietPeriod($0) }
        let expected = try end.map { text in try Self.local(text) }
        #expect(try periods.end(at: Self.local(at)) == expected)
    }

    @Test(arguments: [
        "", "-", "22:00", "22:00-", "-07:00", "22:00-07:00-08:00", "22:00 - 07:00", "24:00-07:00", "22-07",
        "22:00–07:00", " 22:00-07:00", "sat", "sat ", "Sat 22:00-07:00", "sat-sun 22:00-07:00", "sat, 22:00-07:00",
        "sat sun 22:00-07:00", ",22:00-07:00", "sat,sun  22:00-07:00", "saturday 22:00-07:00",
    ])
    func isNoOtherText(_ text: String) {
        #expect(QuietPeriod(text) == nil)
    }
}

import ClockDomain
import ClockInput
import Testing

struct DayInputTests {
    /// A Saturday.
    static let today = date("2026-11-21")

    @Test(arguments: [
        ("mon-fri", "mon tue wed thu fri"), ("weekdays", "mon tue wed thu fri"), ("weekends", "sat sun"),
        ("daily", "mon tue wed thu fri sat sun"), ("every day", "mon tue wed thu fri sat sun"),
        ("mon,wed,fri", "mon wed fri"), ("fri wed, mon", "mon wed fri"), ("sat-mon", "mon sat sun"),
        ("sun-sat", "mon tue wed thu fri sat sun"), ("Tuesday", "tue"), ("tu,thurs", "tue thu"),
        ("mon-wed,sat", "mon tue wed sat"), ("weekdays,sat", "mon tue wed thu fri sat"),
        ("mon - fri", "mon tue wed thu fri"),
        ("mon,mon", "mon"), ("fri-fri", "fri"),
    ])
    func weekdays(text: String, days: String) throws {
        #expect(try DayInput.weekdays(text).days.map(\.rawValue).joined(separator: " ") == days)
    }

    @Test(arguments: [
        ("", "\"\" is not a list of weekdays"), ("m", "\"m\" is not a list of weekdays: \"m\" is none"),
        ("mon-", "\"mon-\" has no weekday after \"mon-\""), ("mon-xyz", "\"mon-xyz\" has no weekday after \"mon-\""),
        ("1", "\"1\" is not a list of weekdays"), ("monn", "\"monn\" is not a list of weekdays: \"monn\" is none"),
        (",mon", "\",mon\" is not a list of weekdays"),
        ("mon and", "\"mon and\" is not a list of weekdays: \"and\" is none"),
        ("mon..fri", "\"mon..fri\" is not a list of weekdays"),
    ])
    func otherWeekdaysAreRefused(text: String, words: String) {
        #expect(
            message { try DayInput.weekdays(text) } == words
                + "; write mon-fri, mon,wed,fri, weekdays, weekends or daily")
    }

    @Test(arguments: [
        ("2026-12-24", "2026-12-24"), ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"), ("mon", "2026-11-23"),
        ("sat", "2026-11-21"), (" fri ", "2026-11-27"),
    ])
    func days(text: String, expected: String) throws {
        #expect(try DayInput.day(text).date(from: Self.today) == date(expected))
    }

    @Test(arguments: [
        "2026-02-29", "31.4.2027", "2200-01-01", "1969-12-31", "", "someday", "12-24", "2026-12-24 7:00",
    ])
    func otherDaysAreRefused(text: String) {
        #expect(
            message { try DayInput.day(text) }?.hasSuffix(
                "; write 2026-12-24, today, tomorrow or a weekday such as mon")
                == true)
    }

    @Test(arguments: [
        ("2026-12-24", "2026-12-24"), ("2026-12-24..2026-12-26", "2026-12-24/2026-12-26"),
        ("2026-12-24/2026-12-26", "2026-12-24/2026-12-26"), ("2026-12-24 to 2026-12-26", "2026-12-24/2026-12-26"),
        ("2026-12-24 .. 2026-12-26", "2026-12-24/2026-12-26"), ("today..tomorrow", "2026-11-21/2026-11-22"),
        ("mon..fri", "2026-11-23/2026-11-27"), ("fri..mon", "2026-11-27/2026-11-30"),
        ("2026-12-24..2026-12-24", "2026-12-24"),
    ])
    func spans(text: String, expected: String) throws {
        #expect(try DayInput.span(text, today: Self.today) == span(expected))
    }

    @Test(arguments: [
        ("2026-12-26..2026-12-24", "ends before it begins"), ("2026-12-24..", "is not a span of dates"),
        ("..2026-12-24", "is not a span of dates"), ("2026-12-24..26", "is not a span of dates"),
        ("", "is not a span of dates"), ("a..b..c", "is not a span of dates"),
        ("2026-12-24-2026-12-26", "is not a span of dates"),
    ])
    func otherSpansAreRefused(text: String, problem: String) {
        #expect(
            message { try DayInput.span(text, today: Self.today) }
                == "\"\(text)\" \(problem); write 2026-12-24 or 2026-12-24..2026-12-26")
    }

    /// Any text is understood or refused in one line.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func noiseNeverTraps(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "mon", "fri", "-", ",", "..", "7", "30", "am", "pm", ":", ".", " ", "2026-12-24", "tomorrow", "h", "m", "s",
            "999999", "\n", "é", "👩‍👧", "\u{0}", "every", "to", "/", "+", "T", "half", "past", "halb", "quarter", "seven",
            "tonight", "in", "an", "hour", "of",
            "½", "'", "morgen", "24", "december", "from", "now", "through", "other", "month", "first", "weeks",
        ]
        for _ in 0..<1_000 {
            let text = (0..<(random.next() % 8)).map { _ in pieces.randomElement(using: &random)! }.joined()
            let refusals = [
                message { try DayInput.weekdays(text) }, message { try DayInput.span(text, today: Self.today) },
                message { try TimeInput(text).schedule(at: WallTime(seconds: 1_795_000_000), zone: .utc) },
                message { try DurationInput.seconds(text, in: -359_999...359_999) }, message { try DayInput.day(text) },
            ]
            for refusal in refusals.compactMap({ $0 }) {
                #expect(refusal.unicodeScalars.allSatisfy { $0.value >= 0x20 } && refusal.utf8.count < 400)
            }
        }
    }
}

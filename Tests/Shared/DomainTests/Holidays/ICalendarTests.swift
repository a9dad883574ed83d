import ClockDomain
import Testing

struct ICalendarTests {
    /// Lines of one event within a calendar, `DTSTART` on line 3.
    private func event(_ lines: String...) -> [UInt8] {
        Array(
            (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(
                separator: "\r\n"
            ).utf8)
    }

    /// Days with their hours and names; throws the first problem of an event.
    private func days(
        _ file: [UInt8], _ years: ClosedRange<Int> = 2026...2028, zones: ICalendarZones = .asWritten
    ) throws -> [String] {
        let reading = try ICalendarReading(file, years: years, zones: zones)
        if let problem = reading.problems.first { throw problem }
        #expect(reading.days.allSatisfy { $0.from == nil && $0.to == nil })
        return (reading.days + reading.hours).sorted().map { day in
            let hours = [day.from, day.to].map { $0?.hourAndMinute ?? "" }.joined(separator: "-")
            return [day.span.iso8601, hours == "-" ? "" : hours, day.name].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    // MARK: Events

    @Test func aFileAsCalendarProgramsWriteIt() throws {
        let file = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            PRODID:-//Example//Holidays 1.0//EN\r
            X-WR-CALNAME:Feiertage\r
            BEGIN:VTIMEZONE\r
            TZID:Europe/Berlin\r
            BEGIN:STANDARD\r
            DTSTART:19701025T030000\r
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VEVENT\r
            UID:1@example\r
            DTSTAMP:20200101T000000Z\r
            DTSTART;VALUE=DATE:20261225\r
            DTEND;VALUE=DATE:20261227\r
            SUMMARY;LANGUAGE=de:1.\\, 2. Weihnachtstag\\; frei\r
            DESCRIPTION:A long text that is folded in the middle of a wo\r
             rd: still text\r
            BEGIN:VALARM\r
            TRIGGER:-PT15M\r
            SUMMARY:not this\r
            DTSTART:19990101\r
            END:VALARM\r
            END:VEVENT\r
            BEGIN:VTODO\r
            DTSTART;VALUE=DATE:20260101\r
            SUMMARY:not a holiday\r
            END:VTODO\r
            BEGIN:VEVENT\r
            DTSTART;VALUE=DATE:20261003\r
            SUMMARY:Tag der\\nEinheit\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        #expect(
            try days(Array(file.utf8)) == [
                "2026-10-03 Tag der Einheit", "2026-12-25/2026-12-26 1., 2. Weihnachtstag; frei",
            ])
        // Line ends of one byte, a byte order mark, and the last line without its end.
        let bare = file.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
        #expect(try days(Array(("\u{FEFF}" + bare).utf8.dropLast())).count == 2)
    }

    @Test func foldsInTheMiddleOfACharacterAreUndone() throws {
        var file = event("DTSTART;VALUE=DATE:20261225", "SUMMARY:Früh")
        let place = try #require(file.firstIndex(of: 0xC3))
        file.insert(contentsOf: Array("\r\n ".utf8), at: place + 1)
        #expect(try days(file) == ["2026-12-25 Früh"])
    }

    @Test(arguments: [
        // One day unless said otherwise.
        (["DTSTART;VALUE=DATE:20261224"], "2026-12-24"), (["DTSTART:20261224"], "2026-12-24"),
        (["DTSTART;TZID=\"Europe/Berlin;:\":20261224T180000"], "2026-12-24 18:00-18:01"),
        (["DTSTART:20261224T235959Z"], "2026-12-24 23:59-"),
        // The end is not part of it.
        (["DTSTART:20261224", "DTEND:20261225"], "2026-12-24"), (["DTSTART:20261224", "DTEND:20261224"], "2026-12-24"),
        (["DTSTART:20261224", "DTEND:20270102"], "2026-12-24/2027-01-01"),
        (["DTSTART:20261224T000000", "DTEND:20261225T000000"], "2026-12-24"),
        (["DTSTART:20261224T200000", "DTEND:20261225T020000"], "2026-12-24/2026-12-25 20:00-02:00"),
        (["DTSTART:20261224", "DURATION:P3D"], "2026-12-24/2026-12-26"),
        (["DTSTART:20261224", "DURATION:P1W"], "2026-12-24/2026-12-30"),
        (["DTSTART:20261224T200000", "DURATION:PT4H"], "2026-12-24 20:00-"),
        (["DTSTART:20261224T200000", "DURATION:P1DT4H0M1S"], "2026-12-24/2026-12-26 20:00-00:01"),
        (["DTSTART:20261224", "DURATION:PT0S"], "2026-12-24"),
        (["DTSTART:20261224", "STATUS:CONFIRMED"], "2026-12-24"), (["DTSTART:20261224", "STATUS:CANCELLED"], ""),
        // Cut to the years that are wanted.
        (["DTSTART:20251230", "DTEND:20260103"], "2026-01-01/2026-01-02"), (["DTSTART:20251230"], ""),
        (["DTSTART:20281231", "DURATION:P999999W"], "2028-12-31"), (["DTSTART:20290101"], ""),
    ])
    func spansOfDays(lines: [String], expected: String) throws {
        let file = (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"]).joined(
            separator: "\n")
        #expect(try days(Array(file.utf8)).joined(separator: " ") == expected)
    }

    // MARK: Recurrences

    @Test(arguments: [
        ("FREQ=YEARLY", ["2026-05-01", "2027-05-01", "2028-05-01"]),
        ("freq=yearly;interval=2", ["2026-05-01", "2028-05-01"]),
        ("FREQ=YEARLY;INTERVAL=3", ["2028-05-01"]),
        // From 2022 on: the fifth is in 2026.
        ("FREQ=YEARLY;COUNT=5", ["2026-05-01"]), ("FREQ=YEARLY;COUNT=4", []),
        ("FREQ=YEARLY;UNTIL=20270501", ["2026-05-01", "2027-05-01"]),
        ("FREQ=YEARLY;UNTIL=20270430T235959Z", ["2026-05-01"]),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;WKST=MO", ["2026-05-01", "2027-05-01", "2028-05-01"]),
        ("FREQ=YEARLY;BYMONTH=1,5;UNTIL=20261231", ["2026-01-01", "2026-05-01"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", ["2026-02-28", "2027-02-28", "2028-02-29"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["2028-02-29"]),
        ("FREQ=YEARLY;BYMONTHDAY=31;UNTIL=20260401", ["2026-01-31", "2026-03-31"]),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", ["2026-11-26", "2027-11-25", "2028-11-23"]),
        ("FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO", ["2026-05-25", "2027-05-31", "2028-05-29"]),
        ("FREQ=YEARLY;BYMONTH=5;BYDAY=5MO", ["2027-05-31", "2028-05-29"]),
        ("FREQ=YEARLY;BYMONTH=9;BYDAY=MO;UNTIL=20261231", ["2026-09-07", "2026-09-14", "2026-09-21", "2026-09-28"]),
    ])
    func yearlyRules(rule: String, expected: [String]) throws {
        #expect(try days(event("DTSTART;VALUE=DATE:20220501", "RRULE:\(rule)")) == expected)
    }

    @Test func theFirstDateAlwaysIsOne() throws {
        #expect(
            try days(event("DTSTART:20260507", "RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;COUNT=2"))
                == ["2026-05-07", "2027-05-01"])
        #expect(try days(event("DTSTART:20240229", "RRULE:FREQ=YEARLY")) == ["2028-02-29"])
    }

    @Test func aSpanThatReachesIntoTheYearsIsFound() throws {
        #expect(
            try days(event("DTSTART:20101224", "DTEND:20110107", "RRULE:FREQ=YEARLY"), 2026...2026)
                == ["2026-01-01/2026-01-06", "2026-12-24/2026-12-31"])
        #expect(
            try days(event("DTSTART:20100101", "DURATION:P800D", "RRULE:FREQ=YEARLY"), 2026...2026)
                == ["2026-01-01/2026-03-10", "2026-01-01/2026-12-31"])
    }

    @Test func datesAreAddedTakenAwayAndReplaced() throws {
        #expect(
            try days(
                event(
                    "DTSTART:20260501", "RRULE:FREQ=YEARLY", "EXDATE;VALUE=DATE:20270501,20280501",
                    "RDATE;VALUE=DATE:20270503", "RDATE:20280504T000000")) == [
                    "2026-05-01", "2027-05-03", "2028-05-04",
                ])
        let moved = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            DTSTART:20260501
            RRULE:FREQ=YEARLY
            SUMMARY:Day off
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20270501
            DTSTART:20270503
            SUMMARY:Day off, moved
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20280501
            DTSTART:20280501
            STATUS:CANCELLED
            END:VEVENT
            END:VCALENDAR
            """
        #expect(try days(Array(moved.utf8)) == ["2026-05-01 Day off", "2027-05-03 Day off, moved"])
    }

    // MARK: Refusals

    @Test(arguments: [
        (["DTSTART:20260230"], "line 3: DTSTART \"20260230\" is not a date like 20261224"),
        (["DTSTART:2026-12-24"], "line 3: DTSTART \"2026-12-24\" is not a date like 20261224"),
        (["DTSTART:00000101"], "line 3: DTSTART \"00000101\" is not a date like 20261224"),
        (["SUMMARY:x"], "line 2: the event has no DTSTART"),
        (["DTSTART:20261224", "DTEND:20261223"], "line 4: DTEND 2026-12-23 is before DTSTART 2026-12-24"),
        (["DTSTART:20261224", "DURATION:1 day"], "line 4: DURATION \"1 day\" is not like P1D"),
        (["DTSTART:20261224", "DURATION:-P1D"], "line 4: DURATION \"-P1D\" is not like P1D"),
        (["DTSTART:20261224", "DURATION:P"], "line 4: DURATION \"P\" is not like P1D"),
        (["DTSTART:20261224", "DURATION:P9999999D"], "line 4: DURATION \"P9999999D\" is not like P1D"),
        (["DTSTART:20261224", "RRULE:FREQ=HOURLY"], "line 4: RRULE with FREQ=HOURLY is not supported"),
        (["DTSTART:20261224", "RRULE:COUNT=2"], "line 4: RRULE has no FREQ"),
        (
            ["DTSTART:20261224", "X-A:b", "RRULE:FREQ=YEARLY;BYWEEKNO=20"],
            "line 5: RRULE with BYWEEKNO is not supported"
        ),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;BYSETPOS=0"], "line 4: RRULE part \"BYSETPOS=0\" is not valid"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;BYDAY=54MO"], "line 4: RRULE part \"BYDAY=54MO\" is not valid"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;BYDAY=0MO"], "line 4: RRULE part \"BYDAY=0MO\" is not valid"),
        (
            ["DTSTART:20261224", "RRULE:FREQ=WEEKLY;BYDAY=1MO"],
            "line 4: RRULE with a number in BYDAY is valid by month and by year only"
        ),
        (
            ["DTSTART:20261224", "RRULE:FREQ=WEEKLY;BYMONTHDAY=1"],
            "line 4: RRULE with BYMONTHDAY is not valid by week"
        ),
        (
            ["DTSTART:20261224", "RRULE:FREQ=MONTHLY;BYYEARDAY=1"],
            "line 4: RRULE with BYYEARDAY is valid by year only"
        ),
        (["DTSTART:20261224T080000", "RRULE:FREQ=DAILY;BYHOUR=8,12"], "line 4: RRULE with BYHOUR is not supported"),
        (["DTSTART:20261224", "RRULE:FREQ=WEEKLY;WKST=XX"], "line 4: RRULE part \"WKST=XX\" is not valid"),
        (
            ["DTSTART:20261224", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261224"],
            "line 4: RECURRENCE-ID with RANGE=THISANDFUTURE is not supported"
        ),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;COUNT=2;UNTIL=20270101"], "line 4: RRULE has both COUNT and UNTIL"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;BYMONTH=13"], "line 4: RRULE part \"BYMONTH=13\" is not valid"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;BYMONTHDAY=0"], "line 4: RRULE part \"BYMONTHDAY=0\" is not valid"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;FREQ=YEARLY"], "line 4: RRULE part \"FREQ=YEARLY\" is not valid"),
        (["DTSTART:20261224", "RRULE:FREQ=YEARLY;INTERVAL=0"], "line 4: RRULE part \"INTERVAL=0\" is not valid"),
        (
            ["DTSTART:20261224", "RRULE:FREQ=YEARLY", "RRULE:FREQ=SECONDLY"],
            "line 5: RRULE with FREQ=SECONDLY is not supported"
        ),
        (["DTSTART:20261224", "EXRULE:FREQ=YEARLY"], "line 4: EXRULE is not supported"),
        (
            ["DTSTART:20261224", "RDATE;VALUE=PERIOD:20261224T100000Z/PT1H"],
            "line 4: RDATE \"20261224T100000Z/PT1H\" is not a date like 20261224"
        ),
        (["DTSTART:20261224", "EXDATE:"], "line 4: EXDATE \"\" is not a date like 20261224"),
        (["DTSTART:20261224", "some text"], "line 4: \"some text\" is not a property like NAME:value"),
        (["DTSTART;VALUE:20261224"], "line 3: \"VALUE\" is not a parameter like NAME=value"),
        (["DTSTART:20261224", " \r\n", "END:VTODO"], "line 6: END:VTODO without its BEGIN"),
        (["DTSTART:20261224,20261225"], "line 3: DTSTART \"20261224,20261225\" is not a date like 20261224"),
    ])
    func whatIsNotUnderstoodIsNamed(lines: [String], words: String) {
        let file = (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"]).joined(
            separator: "\r\n")
        #expect(message { try days(Array(file.utf8)) } == words)
    }

    @Test func otherFilesAndFilesCutOff() {
        #expect(message { try days([]) } == "not an iCalendar file: it does not start with BEGIN:VCALENDAR")
        #expect(
            message { try days(Array("\n\n<html>: x".utf8)) }
                == "line 3: not an iCalendar file: it does not start with BEGIN:VCALENDAR")
        #expect(
            message { try days(Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261224\n".utf8)) }
                == "line 2: BEGIN:VEVENT without its END: the file is cut off")
        #expect(
            message { try days([UInt8](repeating: 0x20, count: 1_048_577)) }
                == "1048577 bytes are over the limit of 1048576")
        #expect(
            message { try days(Array((String(repeating: "BEGIN:VCALENDAR\n", count: 9)).utf8)) }
                == "line 9: components are nested too deep")
    }

    // MARK: Hostile files

    @Test func rulesThatWouldTakeForEverAreRefused() {
        let rule = "BEGIN:VEVENT\nDTSTART:00010101\nRRULE:FREQ=DAILY;COUNT=100000;BYDAY=MO;BYMONTH=2\nEND:VEVENT\n"
        let file = "BEGIN:VCALENDAR\n" + String(repeating: rule, count: 4_000) + "END:VCALENDAR\n"
        #expect(message { try days(Array(file.utf8)) }?.hasSuffix("the file's rules have too many dates") == true)
        let many = String(
            repeating: "BEGIN:VEVENT\nDTSTART:20260101\nRRULE:FREQ=DAILY\nSUMMARY:#\nEND:VEVENT\n", count: 120)
        var number = 0
        let named = many.split(separator: "#", omittingEmptySubsequences: false).map { piece in
            number += 1
            return "\(number)" + piece
        }.joined()
        #expect(
            message { try days(Array("BEGIN:VCALENDAR\n\(named.dropFirst())END:VCALENDAR\n".utf8), 2026...2035) }?
                .hasSuffix("the file has over 100000 days") == true)
    }

    @Test func aFileOfManyEventsIsReadInNoTime() throws {
        var text = "BEGIN:VCALENDAR\n"
        for number in 0..<4_900 {
            let rule = number == 2_000 ? "FREQ=HOURLY" : "FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO"
            text += "BEGIN:VEVENT\nUID:\(number)\nDTSTART:20200525\nRRULE:\(rule)\nSUMMARY:\(number)\nEND:VEVENT\n"
        }
        text += "END:VCALENDAR\n"
        let reading = try ICalendarReading(Array(text.utf8), years: 2026...2035)
        #expect(reading.problems.map(\.description) == ["line 12005: RRULE with FREQ=HOURLY is not supported"])
        #expect(reading.days.count == 48_990)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func brokenFilesAreReadOrRefused(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let sample = event(
            "UID:a", "DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260503",
            "RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=1MO",
            "EXDATE:20270501", "RDATE:20280301", "SUMMARY:A\\, b", "DURATION:P1DT2H", "RECURRENCE-ID:20260501")
        let pieces = [
            "99999999", "-", "=", ";", ":", "\"", "\r\n ", "\n", "P", "T", ",", "\u{0}", "0", "FREQ=YEARLY",
            "BEGIN:VEVENT\n",
        ]
        var accepted = 0
        for _ in 0..<500 {
            var file = sample
            for _ in 0...(random.next() % 3) {
                let place = Int(random.next() % UInt64(file.count))
                switch random.next() % 4 {
                case 0: file[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: file.removeSubrange(place..<min(file.count, place + Int(random.next() % 12)))
                case 2: file.insert(contentsOf: Array(pieces.randomElement(using: &random)!.utf8), at: place)
                default: file.insert(contentsOf: file[place..<min(file.count, place + 30)], at: place)
                }
            }
            do throws(ICalendarError) {
                let reading = try ICalendarReading(file, years: 2020...2030)
                if let problem = reading.problems.first { throw problem }
                let days = reading.days + reading.hours
                accepted += 1
                #expect(days.allSatisfy { $0.span.first <= $0.span.last && Label.isValid($0.name) })
                #expect(days.allSatisfy { DateSpan(iso8601: $0.span.iso8601) == $0.span })
            } catch {
                let line = "\(error)"
                #expect(line.utf8.count < 400 && line.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(line)")
            }
        }
        #expect(accepted > 50 && accepted < 500, "seed \(seed): \(accepted)")
    }
}

/// The words of the refusal, if there is one.
func message(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}

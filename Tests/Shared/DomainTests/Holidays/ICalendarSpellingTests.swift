import ClockDomain
import Testing

@Suite("Calendar files as programs of all kinds write them")
struct ICalendarSpellingTests {
    /// Berlin is an hour ahead of UTC in winter, two hours in summer.
    private static let rules: TimeZoneRules = {
        let file = TZifBuilder(
            types: [.init(seconds: 3600)], abbreviations: "CET\0", footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        guard let rules = try? TimeZoneRules(name: "Europe/Berlin", tzif: file.build()) else {
            preconditionFailure("the zone is a whole one")
        }
        return rules
    }()
    private static let berlin = ICalendarZones(local: rules) { $0 == "Europe/Berlin" ? rules : nil }

    private func file(_ lines: [String]) -> String {
        (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    private func read(_ text: String) throws -> ICalendarReading {
        let reading = try ICalendarReading(Array(text.utf8), years: 2026...2028, zones: Self.berlin)
        #expect(reading.problems.isEmpty, "\(reading.problems)")
        return reading
    }

    @Test(
        "an event of whole days is one in every spelling",
        arguments: [
            ["DTSTART;VALUE=DATE:20261224"], ["DTSTART:20261224"], ["DTSTART;value=date:20261224"],
            ["DTSTART;VALUE=DATE:20261224T000000"], ["DTSTART;VALUE=DATE:20261224T090000Z"],
            ["DTSTART;VALUE=\"DATE\":20261224"],
            ["DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261225T000000"],
            ["DTSTART;VALUE=DATE:20261224", "DURATION:P1D"], ["DTSTART:20261224", "DURATION:PT24H"],
            ["DTSTART:20261224T000000", "DURATION:P1D"], ["DTSTART:20261224T000000", "DTEND:20261225T000000"],
            ["DTSTART:20261224T000000", "DTEND:20261224T235959"], ["DTSTART:20261224T000000", "DTEND:20261224T235900"],
            ["DTSTART:20261224T000000Z", "DTEND:20261225T000000Z"],
            ["DTSTART;TZID=Europe/Berlin:20261224T000000", "DTEND;TZID=Europe/Berlin:20261225T000000"],
            ["DTSTART;TZID=Europe/Berlin:20261224T000000", "DTEND:20261224T230000Z"],
            [
                "DTSTART;TZID=\"W. Europe Standard Time\":20261224T000000",
                "DTEND;TZID=\"W. Europe Standard Time\":20261225T000000", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
            ],
            ["DTSTART:20261223T230000Z", "DTEND:20261224T230000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"],
            ["X-MICROSOFT-CDO-ALLDAYEVENT:true", "DTSTART:20261223T220000Z", "DTEND:20261224T220000Z"],
            ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "DTSTART:20261224T000000"],
            ["DTSTART:20261224T000000", "DTEND:20261225T000000", "X-FUNAMBOL-ALLDAY:1"],
            ["DTSTART;VAL", " UE=DATE:202", " 61224"], ["DTSTART;VALUE=DATE:\r\n\t20261224"],
            ["DTSTART;VALUE=DATE:20261224  ", "DTEND;VALUE=DATE: 20261225\t"], ["DTSTART ; VALUE = DATE : 20261224"],
        ])
    func wholeDays(lines: [String]) throws {
        let reading = try read(file(lines))
        #expect(reading.days == [.init(span: DateSpan(iso8601: "2026-12-24")!, name: "")])
        #expect(reading.timed.isEmpty && reading.hours.isEmpty)
    }

    @Test(
        "an event of hours has them by the clocks of whom the file is for",
        arguments: [
            (["DTSTART:20261224T140000", "DTEND:20261224T163000"], "2026-12-24", "14:00", "16:30"),
            (["DTSTART:20261224T140000Z", "DTEND:20261224T153000Z"], "2026-12-24", "15:00", "16:30"),
            (["DTSTART:20260624T140000Z", "DURATION:PT90M"], "2026-06-24", "16:00", "17:30"),
            (["DTSTART;TZID=Europe/Berlin:20261224T140000", "DTEND:20261224T150000Z"], "2026-12-24", "14:00", "16:00"),
            (
                ["DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260624T140000", "DTEND:20260624T130000Z"],
                "2026-06-24", "14:00", "15:00"
            ),
            (
                ["DTSTART;TZID=Nowhere:20261224T140000", "DTEND;TZID=Nowhere:20261224T150000"], "2026-12-24", "14:00",
                "15:00"
            ),
            (["DTSTART:20261224T000000", "DTEND:20261224T120000"], "2026-12-24", "", "12:00"),
            (["DTSTART:20261224T180000", "DTEND:20261225T000000"], "2026-12-24", "18:00", ""),
            (["DTSTART:20261223T233000Z", "DTEND:20261226T083000Z"], "2026-12-24/2026-12-26", "00:30", "09:30"),
            (["DTSTART:20261224T180030"], "2026-12-24", "18:00", "18:01"),
            (["DTSTART:20281231T200000", "DTEND:20290101T020000"], "2028-12-31", "20:00", ""),
            // Set back in it, clocks show an end before the start: it has a minute.
            (["DTSTART:20261025T004500Z", "DTEND:20261025T011500Z"], "2026-10-25", "02:45", "02:46"),
        ])
    func hours(lines: [String], span: String, from: String, to: String) throws {
        let reading = try read(file(lines + ["SUMMARY:Trip"]))
        #expect(reading.days.isEmpty)
        #expect(reading.timed.map(\.line) == [2] && reading.timed.map(\.name) == ["Trip"])
        let day = try #require(reading.hours.first)
        #expect(reading.hours.count == 1)
        #expect([day.span.iso8601, day.from?.hourAndMinute ?? "", day.to?.hourAndMinute ?? ""] == [span, from, to])
    }

    @Test("an alarm does not ring on the days whose hours have its time")
    func alarms() {
        func span(_ time: String, from: String?, to: String?, on: String = "2026-12-24/2026-12-26") -> String? {
            HolidayCalendar.Day(
                span: DateSpan(iso8601: on)!, name: "", from: from.flatMap { LocalTime(hourAndMinute: $0) },
                to: to.flatMap { LocalTime(hourAndMinute: $0) }
            ).span(at: LocalTime(hourAndMinute: time)!)?.iso8601
        }
        #expect(span("07:00", from: nil, to: nil) == "2026-12-24/2026-12-26")
        #expect(span("07:00", from: "14:00", to: "16:00") == "2026-12-25/2026-12-26")
        #expect(span("15:00", from: "14:00", to: "16:00") == "2026-12-24/2026-12-26")
        #expect(span("17:00", from: "14:00", to: "16:00") == "2026-12-24/2026-12-25")
        for (time, isOff) in [("13:59", false), ("14:00", true), ("15:59", true), ("16:00", false)] {
            #expect(span(time, from: "14:00", to: "16:00", on: "2026-12-24") == (isOff ? "2026-12-24" : nil), "\(time)")
        }
    }

    @Test("line ends, byte orders and marks of every kind are read", arguments: ["\n", "\r\n", "\r\r\n", "\r"])
    func encodings(lineEnd: String) throws {
        let plain = file(["SUMMARY:Früh und spät", "DTSTART;VALUE=DATE:202612", " 24", "", "UID:1 "])
        let text = plain.replacing("\r\n", with: lineEnd)
        let units = Array(text.utf16)
        func bytes(_ units: [UInt16], bigEndian: Bool) -> [UInt8] {
            units.flatMap { unit in
                let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
                return bigEndian ? pair : pair.reversed()
            }
        }
        let files: [[UInt8]] = [
            Array(text.utf8), Array("\u{FEFF}\(text)".utf8), bytes([0xFEFF] + units, bigEndian: true),
            bytes([0xFEFF] + units, bigEndian: false), bytes(units, bigEndian: true), bytes(units, bigEndian: false),
        ]
        for file in files {
            let reading = try ICalendarReading(file, years: 2026...2026)
            #expect(reading.days.map(\.name) == ["Früh und spät"] && reading.problems.isEmpty)
        }
        let broken = text.replacing("DTSTART", with: "nonsense \(lineEnd)DTSTART")
        #expect(
            try ICalendarReading(Array(broken.utf8), years: 2026...2026).problems.map(\.line) == [4],
            "lines are counted once")
    }

    @Test("recurrences of a time zone are excluded, moved and ended by times of another one")
    func zones() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Europe/Berlin:20260105T003000
            DTEND;TZID=Europe/Berlin:20260105T013000
            RRULE:FREQ=DAILY;UNTIL=20260108T233000Z
            EXDATE:20260105T233000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20260106T233000Z
            DTSTART;TZID=Europe/Berlin:20260120T100000
            DURATION:PT1H
            END:VEVENT
            END:VCALENDAR
            """
        #expect(
            try read(text).hours.map(\.span.iso8601) == ["2026-01-05", "2026-01-08", "2026-01-09", "2026-01-20"])
    }

    @Test("what a calendar cancels is none of its days")
    func cancelled() throws {
        let text = file(["DTSTART:20261224"])
        #expect(try read(text).days.count == 1)
        #expect(
            try read(text.replacing("BEGIN:VEVENT", with: "METHOD:CANCEL\r\nBEGIN:VEVENT", maxReplacements: 1)).days
                .isEmpty)
    }

    @Test("an event that is not understood costs its own days alone, and is named with its line")
    func problems() throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:20260101
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260501
            DESCRIPTION:A text with a line end
            that nobody escaped
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260601
            EXRULE:FREQ=DAILY
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20261224
            END:VEVENT
            END:VCALENDAR
            """
        let reading = try ICalendarReading(Array(text.utf8), years: 2026...2026)
        #expect(reading.days.map(\.span.iso8601) == ["2026-01-01", "2026-12-24"])
        #expect(
            reading.problems.map(\.description) == [
                "line 8: \"that nobody escaped\" is not a property like NAME:value", "line 12: EXRULE is not supported",
            ])
    }
}

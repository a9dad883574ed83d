import ClockDomain
import ClockRuntime
import ClockSite
import ClockTestSupport
import Testing

@testable import ClockctlKit

@Suite("Calendar files as people have them")
struct HolidayFileTests {
    private static let calendar = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20261224
        SUMMARY:Christmas Eve
        END:VEVENT
        BEGIN:VEVENT
        DTSTART:20261125T180000
        DTEND:20261125T190000
        SUMMARY:Meeting
        END:VEVENT
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20261201
        EXRULE:FREQ=WEEKLY
        SUMMARY:Odd
        END:VEVENT
        END:VCALENDAR

        """

    private func taken(_ text: String, busy: Bool = false, partial: Bool = false) throws -> HolidayFile.Taken {
        let folder = try TemporaryFolder("calendar")
        return try taken(at: folder.write(text, to: "a.ics"), busy: busy, partial: partial)
    }

    private func taken(at path: String, busy: Bool = false, partial: Bool = false) throws -> HolidayFile.Taken {
        try HolidayFile(path: path, takesBusy: busy, isPartial: partial).days(
            from: 2026, zones: Zones(local: .utc), environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test(
        "an event that is not understood refuses the file with its line, or is left out by it; a meeting is no holiday")
    func mixed() throws {
        #expect { try self.taken(Self.calendar) } throws: {
            let text = "\($0)"
            return text.contains("line 13: EXRULE is not supported; nothing is imported. --partial")
        }
        let taken = try self.taken(Self.calendar, partial: true)
        #expect(taken.days.map(\.name) == ["Christmas Eve"])
        #expect(
            taken.left == [
                "left out: line 13: EXRULE is not supported",
                "left out: line 6: \"Meeting\" has a time of day; --busy takes its hours",
            ])
        let busy = try self.taken(Self.calendar, busy: true, partial: true)
        #expect(busy.days.map(\.name) == ["Meeting", "Christmas Eve"] && busy.left.count == 1)
        #expect(busy.days.first?.from?.hourAndMinute == "18:00" && busy.days.first?.to?.hourAndMinute == "19:00")
    }

    @Test("a file of nothing but meetings says so, and one that is no calendar stays refused by line")
    func refused() throws {
        let meeting = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261125T180000\nEND:VEVENT\nEND:VCALENDAR\n"
        #expect { try taken(meeting) } throws: { "\($0)".contains("line 2: an event has a time of day") }
        for isPartial in [false, true] {
            #expect {
                try taken("BEGIN:VCALENDAR\nrubbish\nEND:VCALENDAR\n", partial: isPartial)
            } throws: {
                "\($0)".contains("line 2")
            }
        }
    }

    @Test("days that are too many are joined, then years are left out by name")
    func full() throws {
        func event(_ lines: String) -> String { "BEGIN:VEVENT\n\(lines)\nEND:VEVENT\n" }
        func file(_ events: String) -> String { "BEGIN:VCALENDAR\n\(events)END:VCALENDAR\n" }
        let daily = try taken(file(event("DTSTART:20260101\nRRULE:FREQ=DAILY\nSUMMARY:Off")))
        #expect(daily.days.map(\.span.iso8601) == ["2026-01-01/2035-12-31"] && daily.left.isEmpty)
        let other = try taken(file(event("DTSTART:20260101\nRRULE:FREQ=DAILY;INTERVAL=2\nSUMMARY:Off")))
        #expect(
            other.days.count == 913 && other.left == ["left out: what is after 2030, as a calendar has 1000 entries"])
    }

    @Test("a file that gzip compressed is read, as far as it is no larger than others")
    func compressed() throws {
        let folder = try TemporaryFolder("calendar")
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261224\nEND:VEVENT\nEND:VCALENDAR\n"
        let small = try folder.write(text, to: "small.ics")
        let large = try folder.write(text + String(repeating: "\n", count: 1 << 20), to: "large.ics")
        try TestProcess.run("gzip", [small, large])
        #expect(try taken(at: small + ".gz").days.count == 1)
        #expect { try taken(at: large + ".gz") } throws: { "\($0)".contains("is over 1 MiB") }
    }

    @Test("an address is fetched in every spelling; others are refused")
    func addresses() async throws {
        let folder = try TemporaryFolder("calendar")
        try folder.write(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261224\nEND:VEVENT\nEND:VCALENDAR\n", to: "a.ics")
        let curl = try folder.write(
            """
            #!/bin/sh
            for address; do :; done
            case $address in
            http://cal.example/a.ics | https://other.example/a.ics ) cat \(folder.file("a.ics"));;
            *) echo "no $address" >&2; exit 6;;
            esac
            """, to: "curl")
        try TestProcess.run("chmod", ["755", curl])
        func fetched(_ address: String) throws -> Int {
            try HolidayFile(path: address).days(
                from: 2026, zones: Zones(local: .utc), environment: ["PATH": "\(folder.path):/usr/bin:/bin"]
            ).days.count
        }
        for address in [
            "http://cal.example/a.ics", "HTTP://cal.example/a.ics", "webcal://cal.example/a.ics",
            "WebCal://cal.example/a.ics", "webcal://other.example/a.ics", "webcals://other.example/a.ics",
        ] { #expect(try fetched(address) == 1, "\(address)") }
        #expect { try fetched("webcals://cal.example/a.ics") } throws: { "\($0)".contains("no https://cal.example") }
        #expect { try fetched("ftp://cal.example/a.ics") } throws: { "\($0)".contains("only http, https and webcal") }
    }
}

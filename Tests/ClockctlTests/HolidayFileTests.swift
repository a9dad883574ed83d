import ClockDomain
import ClockRuntime
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

    private func taken(_ text: String, busy: Bool = false) throws -> HolidayFile.Taken {
        let folder = try TemporaryFolder("calendar")
        return try HolidayFile(path: folder.write(text, to: "a.ics"), takesBusy: busy).days(
            from: 2026, environment: [:])
    }

    @Test("an event that is not supported costs its own days alone and is told with its line; a meeting is no holiday")
    func mixed() throws {
        let taken = try taken(Self.calendar)
        #expect(taken.days.map(\.name) == ["Christmas Eve"])
        #expect(
            taken.left == [
                "1 event with a time of day left out; --busy takes them, too",
                "left out: line 13: EXRULE is not supported",
            ])
        #expect(try self.taken(Self.calendar, busy: true).days.map(\.name) == ["Meeting", "Christmas Eve"])
    }

    @Test("a file of nothing but meetings says so, and one that is no calendar stays refused by line")
    func refused() throws {
        let meeting = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261125T180000\nEND:VEVENT\nEND:VCALENDAR\n"
        #expect { try taken(meeting) } throws: { "\($0)".contains("--busy takes them") }
        #expect { try taken("BEGIN:VCALENDAR\nrubbish\nEND:VCALENDAR\n") } throws: { "\($0)".contains("line 2") }
    }
}

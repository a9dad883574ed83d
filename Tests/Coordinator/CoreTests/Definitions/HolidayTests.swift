import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite("Holidays in the documents of nodes")
struct HolidayTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    @Test mutating func holidaysArePutInWhereAnAlarmIsSentToANode() throws {
        let calendar = calendar(
            "de", "2026-01-01", "2026-11-20", "2026-12-24/2026-12-25", "2026-12-26", "2027-01-01", "2031-01-01")
        harness.made(.setHolidays(calendar))
        harness.change(.addAlarm(draft(holidays: "de")))
        harness.commitAll()
        let told = ["2026-11-20", "2026-12-24/2026-12-26", "2027-01-01"].map(span)
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.holidays == told)
        #expect(harness.alarm(a1)?.alarm.schedule.holidays == [])
        #expect(harness.alarm(a1)?.holidays == "de")
        harness.change(.setHolidays(HolidayCalendar(name: "de", days: [])))
        harness.commitAll()
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.holidays == [])
        #expect(harness.desired[bedroom] == nil)
    }

    @Test("the days on which a room is silent follow its calendars")
    mutating func rooms() {
        let days = { (harness: CoreHarness) in harness.desired[kitchen]?.silentDays.map(\.span) }
        func heed(_ calendars: [String], _ harness: inout CoreHarness) {
            var patch = SettingsPatch()
            patch.holidays = calendars
            harness.request(SetRequest(nodes: [kitchen], change: patch))
            harness.commitAll()
        }
        harness.made(.setHolidays(calendar("de", "2026-12-24", "2026-12-25", "2031-01-01")))
        harness.made(.setHolidays(calendar("school", "2026-11-30")))
        heed(["de", "fr"], &harness)
        #expect(harness.refusal?.code == .unknownObject)
        heed(["de"], &harness)
        #expect(days(harness) == ["2026-12-24/2026-12-25"].map(span))
        heed(["de", "school"], &harness)
        #expect(days(harness) == ["2026-11-30", "2026-12-24/2026-12-25"].map(span))
        let revision = harness.desired[kitchen]?.revision ?? 0
        harness.change(.setHolidays(calendar("de", "2026-12-31")))
        harness.commitAll()
        #expect(days(harness) == ["2026-11-30", "2026-12-31"].map(span))
        #expect(harness.desired[kitchen]?.revision == revision + 1)
        #expect(harness.desired[bedroom] == nil)
        harness.change(.removeHolidays(name: "de"))
        #expect(harness.refusal?.message == "holiday calendar de silences kitchen: set others there first, or none")
        heed([], &harness)
        #expect(days(harness) == [])
        harness.made(.removeHolidays(name: "de"))
    }

    @Test mutating func holidaysFurtherAheadAreToldInTime() throws {
        harness.made(.setHolidays(calendar("de", "2028-12-15", "2029-06-01")))
        harness.made(.addAlarm(draft(holidays: "de")), .addAlarm(draft(nodes: [bedroom])))
        func holidays(_ effects: [CoordinatorEffect]) -> [[DateSpan]] {
            effects.compactMap { effect in
                guard case .publish(.desired(kitchen, let desired)) = effect else { return nil }
                return desired.alarms[0].schedule.holidays
            }
        }
        var told: [[DateSpan]] = []
        for month in ["2026-12", "2027-01", "2027-02", "2027-04", "2027-06", "2027-08", "2027-09"] {
            told += holidays(harness.setClock(to: "\(month)-10T00:00:00Z") + harness.commitAll())
            told += holidays(harness.advance(.hours(24)) + harness.commitAll())
        }
        // A clock that is set is told to the rooms, with the holidays as they are.
        let news = told.indices.filter { told[$0] != ($0 == 0 ? [] : told[$0 - 1]) }.map { told[$0] }
        #expect(news == [["2028-12-15"].map(span), ["2028-12-15", "2029-06-01"].map(span)])
    }

    @Test("a span within another one ends neither, of one calendar or of several")
    mutating func nested() {
        harness.made(.setHolidays(calendar("de", "2026-12-20/2027-01-06", "2026-12-25/2026-12-26", "2027-01-01")))
        harness.made(.setHolidays(calendar("school", "2026-12-24", "2027-01-05/2027-01-10", "2027-01-07")))
        harness.change(.addAlarm(draft(holidays: "de")))
        harness.change(.addAlarm(draft(holidays: CalendarNames(["school", "de"]))))
        harness.change(.addAlarm(draft(holidays: "school")))
        harness.commitAll()
        #expect(
            harness.desired[kitchen]?.alarms.map(\.schedule.holidays) == [
                ["2026-12-20/2027-01-06"].map(span), ["2026-12-20/2027-01-10"].map(span),
                ["2026-12-24", "2027-01-05/2027-01-10"].map(span),
            ])
    }

    @Test("an event of hours is a holiday for the alarms within them")
    mutating func hours() {
        var calendar = calendar("away", "2026-12-24", "2026-12-25/2026-12-27", "2026-12-26")
        (calendar.days[0].from, calendar.days[0].to) = (
            LocalTime(hourAndMinute: "14:00"), LocalTime(hourAndMinute: "16:00")
        )
        (calendar.days[1].from, calendar.days[1].to) = (
            LocalTime(hourAndMinute: "18:00"), LocalTime(hourAndMinute: "09:00")
        )
        harness.made(.setHolidays(calendar))
        for time in ["07:00", "14:00", "16:00", "18:00"] { harness.change(.addAlarm(draft(time, holidays: "away"))) }
        harness.commitAll()
        #expect(
            harness.desired[kitchen]?.alarms.map(\.schedule.holidays) == [
                ["2026-12-26/2026-12-27"].map(span), ["2026-12-24", "2026-12-26"].map(span), ["2026-12-26"].map(span),
                ["2026-12-25/2026-12-26"].map(span),
            ])
        harness.change(.editAlarm(a1, revision: 1, draft("15:59", holidays: "away")))
        harness.commitAll()
        #expect(harness.desired[kitchen]?.alarms.first?.schedule.holidays == ["2026-12-24", "2026-12-26"].map(span))
    }

    @Test("a clock that was ahead costs no holiday", arguments: ["2026-12-20", "2027-06-01", "2086-01-01"])
    mutating func ahead(day: String) {
        let today = "2026-11-21T18:05:00Z"
        harness.made(.setHolidays(calendar("de", "2026-11-26", "2026-12-24", "2027-12-25")))
        _ = harness.setClock(to: "\(day)T00:00:00Z")
        harness.commitAll()
        harness.change(.addAlarm(draft(holidays: "de")))
        harness.commitAll()
        var effects = harness.setClock(to: today) + harness.commitAll()
        effects += harness.advance(.hours(24)) + harness.commitAll()
        let told = effects.compactMap { effect -> [DateSpan]? in
            guard case .publish(.desired(kitchen, let desired)) = effect else { return nil }
            return desired.alarms.first?.schedule.holidays
        }
        #expect(told.last == ["2026-11-26", "2026-12-24", "2027-12-25"].map(span))
    }
}

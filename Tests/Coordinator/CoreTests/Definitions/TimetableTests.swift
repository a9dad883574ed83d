import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite("Timetables in the store, and bells in the documents of nodes")
struct TimetableTests {
    /// 2026-11-21 is a Saturday.
    private var harness = CoreHarness(at: "18:01:00")
    private let school = Timetable(
        name: "school", weeks: [.init(days: WeekdaySet(from: .monday, through: .friday), program: "regular")])

    init() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    private func bell(_ time: String, _ program: String = "regular", nodes: [NodeID] = [kitchen]) -> Change {
        .addAlarm(
            draft(
                time, .program(ProgramName(coded: "school/\(program)")!, on: []), ring: .bell,
                misfire: .ring(withinMinutes: 1), nodes: nodes))
    }

    private func part(_ since: String = "00:00", _ change: (inout Timetable.Part) -> Void) -> Timetable.Part {
        var part = Timetable.Part(since: LocalTime(hourAndMinute: since)!, at: WallTime(nanoseconds: 0))
        change(&part)
        return part
    }

    /// The first dates that a node's document has for its bell number `index`.
    private func days(_ index: Int = 0, of node: NodeID = kitchen, _ count: Int = 3) -> [String]? {
        guard let alarms = harness.desired[node]?.alarms, alarms.indices.contains(index),
            case .program(_, let days) = alarms[index].schedule.repetition
        else { return nil }
        return days.drop { $0.span.last < date("2026-11-22") }.prefix(count).map(\.coded)
    }

    @Test("a bell gets the dates of its program, a day by hand changes them, and it is taken back")
    mutating func days() {
        harness.made(.setTimetable(school), bell("08:10"), bell("08:10", "early"))
        #expect(days() == ["2026-11-23/2026-11-27", "2026-11-30/2026-12-04", "2026-12-07/2026-12-11"])
        #expect(days(1) == [])
        // The site's own definition has none.
        #expect(harness.alarm(a1)?.alarm.schedule.repetition == .program(ProgramName(coded: "school/regular")!, on: []))
        let tuesday = date("2026-11-24")
        harness.made(.changeDay(timetable: "school", tuesday, part { $0.program = .named("early") }))
        #expect(days() == ["2026-11-23", "2026-11-25/2026-11-27", "2026-11-30/2026-12-04"])
        #expect(days(1) == ["2026-11-24"])
        harness.made(.changeDay(timetable: "school", tuesday, part { $0.delayMinutes = 20 }))
        #expect(days() == ["2026-11-23", "2026-11-24+20", "2026-11-25/2026-11-27"])
        harness.made(.changeDay(timetable: "school", tuesday, nil))
        #expect(days() == ["2026-11-23/2026-11-27", "2026-11-30/2026-12-04", "2026-12-07/2026-12-11"])
        #expect(harness.schedule().timetables == [school])
        #expect(harness.desired[bedroom] == nil)
    }

    @Test("the bells of eight weeks are known in advance, and further ones in time")
    mutating func ahead() throws {
        harness.made(.setTimetable(school), bell("08:10"))
        var last = date("1970-01-01")
        func note(_ effects: [CoordinatorEffect]) {
            for case .publish(.desired(kitchen, let document)) in effects {
                guard case .program(_, let days) = document.alarms[0].schedule.repetition else { continue }
                last = days.last?.span.last ?? last
            }
        }
        note(harness.setClock(to: "2026-11-21T18:02:00Z") + harness.commitAll())
        for day in 0..<300 {
            note(harness.advance(.hours(24)) + harness.commitAll())
            let known = last.daysSinceEpoch - date("2026-11-22").daysSinceEpoch - Int64(day)
            #expect(known >= 56 - 3, "day \(day)")
        }
    }

    @Test("a clock that somebody sets months ahead takes no bell and no day by hand of today from a room")
    mutating func aheadByHand() {
        let tuesday = date("2026-11-24")
        harness.made(.setTimetable(school), bell("08:10"))
        harness.made(.changeDay(timetable: "school", tuesday, part { $0.delayMinutes = 20 }))
        let planned = ["2026-11-23", "2026-11-24+20", "2026-11-25/2026-11-27"]
        #expect(days() == planned)
        harness.now.sync = .unsynchronised
        // Each document that goes out has the same days.
        _ = harness.setClock(to: "2027-11-21T18:05:00Z")
        #expect(days() ?? planned == planned)
        harness.commitAll()
        #expect(days() ?? planned == planned)
        _ = harness.live(until: "2027-11-21T18:31:00Z")
        #expect(days() ?? planned == planned)
        harness.made(.changeDay(timetable: "school", date("2027-11-23"), part { $0.delayMinutes = 20 }))
        harness.made(.addAlarm(draft("09:00", nodes: [kitchen])))
        #expect(days() == planned)
    }

    @Test("a calendar closes days, and rules do not undo what somebody changed by hand")
    mutating func calendars() {
        var timetable = school
        timetable.calendars = "de"
        timetable.events = [.init(words: "day", program: "early")]
        harness.made(.setHolidays(calendar("de", "2026-11-24")), .setTimetable(timetable), bell("08:10"))
        #expect(days() == ["2026-11-23", "2026-11-25/2026-11-27", "2026-11-30/2026-12-04"])
        harness.made(.setHolidays(calendar("de", "2026-11-25")))
        #expect(days() == ["2026-11-23/2026-11-24", "2026-11-26/2026-11-27", "2026-11-30/2026-12-04"])
        harness.made(
            .changeDay(timetable: "school", date("2026-11-23"), part { $0.program = Timetable.ProgramChoice.none }))
        harness.made(.setTimetable(school))
        #expect(days() == ["2026-11-24/2026-11-27", "2026-11-30/2026-12-04", "2026-12-07/2026-12-11"])
        #expect(
            harness.schedule().timetables.first?.hand.first?.parts.first?.at == harness.now.wall.truncatedToMilliseconds
        )
    }

    @Test("an offline room's bells have the coordinator's line, those of its program alone")
    mutating func absences() {
        harness.made(.setTimetable(school), bell("08:10"), bell("09:10", "early"))
        harness.made(.changeDay(timetable: "school", date("2026-11-24"), part { $0.program = .named("early") }))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        var absent: [String] = []
        for _ in 0..<(24 * 5) {
            for case .commit(_, let operations) in harness.advance(.hours(1)) {
                for case .closeRings(let lines, _) in operations {
                    absent += lines.map {
                        "\($0.record.occurrence.source) \($0.record.occurrence.due.rfc3339.prefix(16))"
                    }
                }
            }
            harness.commitAll()
        }
        #expect(
            absent.sorted() == [
                "a1 2026-11-23T07:10", "a1 2026-11-25T07:10", "a1 2026-11-26T07:10", "a2 2026-11-24T08:10",
            ])
    }

    @Test(
        "what cannot be is refused with its cause",
        arguments: [
            (bellOf("other"), "no timetable is called other; there are closed, school"),
            (.removeTimetable(name: "school"), "timetable school has alarm a1: remove its programs first"),
            (.removeTimetable(name: "other"), "no timetable is called other; there are closed, school"),
            (
                .changeDay(timetable: "other", date("2026-11-24"), nil),
                "no timetable is called other; there are closed, school"
            ),
            (
                .changeDay(timetable: "school", date("2026-11-19"), nil),
                "2026-11-19 is over: name today or a date to come"
            ),
            (
                .setTimetable(Timetable(name: "two", calendars: "us")),
                "no holiday calendar is called us; there are de"
            ),
            (.removeHolidays(name: "de"), "timetable closed names holiday calendar de: change that first"),
            (
                .setTimetable(Timetable(name: "two", weeks: [.init(days: [], program: "a")])),
                "timetable two has a rule without a day of the week"
            ),
        ] as [(Change, String)])
    mutating func refusals(change: Change, message: String) {
        harness.made(
            .setHolidays(calendar("de", "2026-11-24")), .setTimetable(school),
            .setTimetable(Timetable(name: "closed", calendars: "de")), bell("08:10"))
        harness.change(change)
        #expect(harness.refusal?.message == message)
    }

    private static func bellOf(_ timetable: String) -> Change {
        .addAlarm(draft("08:10", .program(ProgramName(coded: "\(timetable)/regular")!, on: []), ring: .bell))
    }
}

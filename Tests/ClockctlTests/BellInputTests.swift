import ClockDomain
import ClockRuntime
import ClockWire
import Testing

@testable import ClockInput
@testable import ClockSite
@testable import ClockctlKit

@Suite("Days and rules of bells as people type them")
struct BellInputTests {
    @Test(
        "A day, a change, or both are read",
        arguments: [
            ("", nil, nil), ("tomorrow", .tomorrow, nil), ("the day after tomorrow", .offset(2), nil),
            ("set early", nil, .set("early")), ("set School/Early", nil, .set("school/early")),
            ("none", nil, .noBells), ("friday none", .weekday(.friday), .noBells), ("clear", nil, .clear),
            ("delay 20m", nil, .delay(minutes: 20)), ("delay 90 minutes", nil, .delay(minutes: 90)),
            ("delay 0", nil, .delay(minutes: 0)), ("tomorrow earlier 10m", .tomorrow, .delay(minutes: -10)),
            ("until 11:00", nil, .silentUntil(Sample.at("11:00"))),
            ("after 1 pm", nil, .silentAfter(Sample.at("13:00"))),
            ("2026-12-18 after 13:00", .date(Sample.date("2026-12-18")), .silentAfter(Sample.at("13:00"))),
            ("the day after tomorrow until noon", .offset(2), .silentUntil(Sample.at("12:00"))),
        ] as [(String, DayInput.Day?, DayOrder?)])
    func words(text: String, day: DayInput.Day?, order: DayOrder?) throws {
        let typed = try DayWordsTyped(text.split(separator: " ").map(String.init))
        #expect(typed.day == day)
        #expect(typed.order == order)
    }

    @Test(
        "What is neither a day nor a change is refused with the way",
        arguments: [
            ("someday", "is not a day"), ("set", "which program?"), ("set early late", "which program?"),
            ("delay 7h", "6h"), ("earlier 4h", "3h"), ("delay", "delay: "),
            ("none at all", "none has nothing behind it"),
            ("until tomorrow", "until: "), ("after mon 13:00", "is no time of day"),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: FatalError.self) {
            try DayWordsTyped(text.split(separator: " ").map(String.init))
        }
        #expect(error?.message.contains(words) ?? false, "\(text): \(error?.message ?? "")")
    }

    @Test("A new part of a day keeps what it does not change")
    func parts() {
        let since = Sample.at("09:30")
        let last = Sample.part("05:52", .named("early"), delay: 20)
        func part(_ order: DayOrder, _ last: Timetable.Part?, _ program: String? = nil) -> Timetable.Part {
            order.part(after: last, program: program, since: since, at: Sample.now)
        }
        let silent = part(.silentAfter(Sample.at("13:00")), last)
        #expect(silent.program == .named("early") && silent.delayMinutes == 20 && silent.since == since)
        #expect(silent.silentAfter == Sample.at("13:00") && silent.by == nil)
        #expect(part(.set("x"), last, "late").program == .named("late"))
        #expect(part(.noBells, last).program == Timetable.ProgramChoice.none)
        #expect(part(.delay(minutes: -5), nil) == Sample.part("09:30", delay: -5, by: nil))
        #expect(part(.clear, last).changesNothing)
    }

    @Test("A change counts from the next minute on: a bell that has begun does not ring again")
    func since() {
        func since(_ second: Int) -> String { DayEdit.since(LocalTime(secondOfDay: second)).hourAndMinute }
        #expect(
            [0, 1, 29_400, 29_401, 29_459, 86_399].map(since) == ["00:00", "00:01", "08:10", "08:11", "08:11", "23:59"])
        var timetable = Sample.timetable
        let date = Sample.date("2026-11-24")
        let part = DayOrder.delay(minutes: 20).part(
            after: nil, program: nil, since: DayEdit.since(LocalTime(secondOfDay: 29_430)), at: Sample.now)
        timetable.hand = [.init(date: date, parts: [part])]
        let bells = Sample.bellPlan(timetable).bells(ofTimetable: "school", on: date, otherwise: .utc)
        #expect(bells.map(\.time.hourAndMinute) == ["08:10", "09:20", "15:10"])
    }

    @Test("Dates take the place of earlier rules for them, and can be freed")
    func dates() {
        var timetable = Timetable(name: "school")
        timetable.setDates([Sample.span("2026-12-01", "2026-12-10")], "exams")
        timetable.setDates([Sample.span("2026-12-04"), Sample.span("2026-12-09", "2026-12-12")], nil)
        #expect(
            timetable.dates == [
                .init(on: Sample.span("2026-12-01", "2026-12-03"), program: "exams"),
                .init(on: Sample.span("2026-12-04"), program: nil),
                .init(on: Sample.span("2026-12-05", "2026-12-08"), program: "exams"),
                .init(on: Sample.span("2026-12-09", "2026-12-12"), program: nil),
            ])
        timetable.freeDates([Sample.span("2026-11-01", "2026-12-11")])
        #expect(timetable.dates == [.init(on: Sample.span("2026-12-12"), program: nil)])
    }

    @Test("A month is this one, the next, or one of a year")
    func months() throws {
        let today = Sample.date("2026-12-31")
        #expect(try DaysCommand.month(nil, today: today) == Sample.date("2026-12-01"))
        #expect(try DaysCommand.month("next", today: today) == Sample.date("2027-01-01"))
        #expect(try DaysCommand.month("2028-02", today: today) == Sample.date("2028-02-01"))
        for wrong in ["december", "2026-13", "2026-1", ""] {
            #expect(throws: FatalError.self) { try DaysCommand.month(wrong, today: today) }
        }
    }

    @Test("A program is found by its name, alone where one timetable has it")
    func names() throws {
        let twice = Sample.bells + [Sample.bell(31, "Gong", "07:30", "upper/early")]
        var schedule = Sample.bellPlan(bells: twice).schedule
        schedule.timetables.append(Timetable(name: "upper"))
        let book = ProgramBook(schedule)
        #expect(try book.find("regular").name.description == "school/regular")
        #expect(try book.find("upper/early").bells.count == 1)
        for (word, reason) in [
            ("early", "say school/early or upper/early"), ("regulr", "did you mean"),
            ("nothing", "there is no program"),
        ] {
            let error = #expect(throws: FatalError.self) { try book.find(word) }
            #expect(error?.message.contains(reason) ?? false, "\(error?.message ?? "")")
        }
        #expect(throws: FatalError.self) { try book.newName("late") }
        #expect(try book.newName("school/late").program == "late")
        #expect(throws: FatalError.self) { try book.newName("school/late/x") }
        #expect(throws: FatalError.self) { try book.timetable(nil) }
        #expect(try ProgramBook(Sample.bellPlan().schedule).newName("late").description == "school/late")
        let empty = ProgramBook(Sample.plan(alarms: []).schedule)
        #expect(throws: FatalError.self) { try empty.newName("late") }
    }

    @Test("A new list keeps bells of the same time and name")
    func edit() throws {
        let program = try ProgramBook(Sample.bellPlan().schedule).find("regular")
        func listed(_ time: String, _ label: String) -> BellList.Bell {
            BellList.Bell(time: Sample.at(time), label: label, kind: .begin)
        }
        let edit = ProgramEdit(
            program: program, listed: [listed("08:10", "Period 1"), listed("09:05", "Period 2")], targets: nil,
            now: Sample.now, ring: { _ in })
        #expect(edit.summary == "1 bell added, 2 removed, 0 changed, 1 as they were")
        #expect(edit.changes.count == 3)
        guard case .removeAlarm(AlarmID(uncheckedNumber: 22)) = edit.changes[0],
            case .addAlarm(let added) = edit.changes[2]
        else {
            Issue.record("\(edit.changes)")
            return
        }
        #expect(added.schedule.repetition == .program(program.name, on: []) && added.ring == .bell)
        #expect(added.targets == program.targets)
        let louder = ProgramEdit(program: program, listed: nil, targets: nil, now: Sample.now) { $0.sound = "harp" }
        #expect(louder.summary == "0 bells added, 0 removed, 3 changed, 0 as they were")
        #expect(louder.changes.count == 3)
    }
}

import ClockDomain
import ClockRuntime
import ClockWire
import Testing

@testable import ClockSite
@testable import ClockctlKit

/// 2026-11-21 is a Saturday; 2026-12-01 a Tuesday.
@Suite("Bells, days and months as people see them")
struct BellViewTests {
    private static let zone = Zones.berlin.local

    private func text(_ lines: [StyledText], coloured: Bool = false) -> String { lines.rendered(coloured: coloured) }

    private func day(_ date: String, _ timetable: Timetable = Sample.timetable, now: WallTime = Sample.now) -> DayView {
        DayView(
            timetable: "school", date: Sample.date(date), plan: Sample.bellPlan(timetable, now: now), other: Self.zone)
    }

    private func sentence(_ date: String, _ timetable: Timetable, now: WallTime = Sample.now) throws -> String {
        let plan = try #require(Sample.bellPlan(timetable, now: now).timetables["school"]?.plan(Sample.date(date)))
        return DayWords(words: TimeWords(zone: Self.zone, now: now)).sentence(plan)
    }

    @Test("The program of a day and its reason are a sentence")
    func sentences() throws {
        var timetable = Sample.timetable
        #expect(try sentence("2026-11-24", timetable) == "Tuesday, 24 November: regular, by the day of the week")
        #expect(
            try sentence("2026-11-22", timetable) == "Sunday, 22 November: no bells: no rule gives this day a program")
        #expect(try sentence("2026-12-01", timetable) == "Tuesday, 1 December: early, set for this date")
        #expect(
            try sentence("2026-11-23", timetable) == "Monday, 23 November: no bells, closed by the calendar: Staff day")
        timetable.events = [.init(words: "staff", program: "early")]
        #expect(try sentence("2026-11-23", timetable) == "Monday, 23 November: early, by the calendar's \"Staff day\"")
        timetable.cycle = .init(start: Sample.date("2026-11-24"), days: .workdays, programs: ["regular", "early"])
        #expect(try sentence("2026-11-25", timetable) == "Wednesday, 25 November: Day 2 (early)")
        #expect(try sentence("2026-12-01", timetable) == "Tuesday, 1 December: early, set for this date (Day 2)")
        #expect(try sentence("2027-01-07", timetable).hasPrefix("Thursday, 7 January 2027: Day "))
    }

    @Test("A change by hand says who made it, when, and what the day was to be")
    func byHand() throws {
        let morning = Sample.instant("2026-12-02T04:52:00Z")
        func said(_ part: Timetable.Part, cycle: Bool = false) throws -> String {
            var timetable = Sample.timetable
            if cycle {
                timetable.cycle = .init(
                    start: Sample.date("2026-12-01"), days: .workdays, programs: ["regular", "regular", "early"])
            }
            timetable.hand = [.init(date: Sample.date("2026-12-02"), parts: [part])]
            return try sentence("2026-12-02", timetable, now: morning)
        }
        func part(
            _ program: Timetable.ProgramChoice? = nil, delay: Int = 0, until: String? = nil, after: String? = nil,
            by: String? = "office", madeAt: WallTime = morning
        ) -> Timetable.Part {
            Sample.part("05:52", program, delay: delay, until: until, after: after, by: by, madeAt: madeAt)
        }
        #expect(
            try said(part(.named("early")), cycle: true)
                == "Wednesday, 2 December: early, set by hand by office at 05:52, instead of Day 2 (regular)")
        #expect(
            try said(part(delay: 20)) == "Wednesday, 2 December: regular, 20 min later, set by hand by office at 05:52")
        #expect(
            try said(part(Timetable.ProgramChoice.none, by: nil))
                == "Wednesday, 2 December: no bells, set by hand at 05:52, instead of regular")
        #expect(
            try said(part(.named("early"), delay: -10, until: "11:00", after: "13:00"))
                == "Wednesday, 2 December: early, 10 min earlier, no bells before 11:00, no bells after 13:00, "
                + "set by hand by office at 05:52, instead of regular")
        #expect(try said(part()) == "Wednesday, 2 December: regular again, set by hand by office at 05:52")
        #expect(
            try said(part(.named("early"), madeAt: morning - .hours(12)))
                == "Wednesday, 2 December: early, set by hand by office yesterday 17:52, instead of regular")
    }

    @Test("A day is a table of its bells, with the delay in their times, those that are over dim")
    func table() {
        var timetable = Sample.timetable
        timetable.hand = [.init(date: Sample.date("2026-11-24"), parts: [Sample.part("00:00", delay: 20)])]
        let now = Sample.instant("2026-11-24T07:31:00Z")
        let view = day("2026-11-24", timetable, now: now)
        #expect(
            text(view.lines(named: false, width: 100)) == """
                Tuesday, 24 November: regular, 20 min later, set by hand by office 21 Nov 14:41
                TIME   BELL       WHERE    SOUND
                08:30  Period 1   bedroom  bells, the node's volume, played once
                09:20  Period 2   bedroom  bells, the node's volume, played once
                15:10  Dismissal  bedroom  bells, the node's volume, played once

                """)
        let coloured = view.lines(named: false, width: nil).map { $0.rendered(coloured: true) }
        #expect(coloured[2].contains("\u{1B}[2mPeriod 1") && !coloured[3].contains("\u{1B}[2m"))
        #expect(
            view.answer(named: false).map(\.plain)[1] == "next bells 09:20 Period 2 (in 49 min), then 15:10 Dismissal")
        #expect(view.answer(named: true).map(\.plain)[0].hasPrefix("school  Tuesday, 24 November: "))
        #expect(view.document.bells?.map(\.delayMinutes) == [20, 20, 20] && view.document.reason == "week")
        #expect(text(day("2026-11-22").lines(named: false, width: 80)).split(separator: "\n").count == 1)
        #expect(day("2026-11-22").answer(named: false).map(\.plain)[1] == "no bell is to come that day")
    }

    @Test("A day that changes at noon has bells of both programs")
    func twoPrograms() {
        var timetable = Sample.timetable
        timetable.hand = [.init(date: Sample.date("2026-11-24"), parts: [Sample.part("08:30", .named("early"))])]
        let lines = text(day("2026-11-24", timetable).lines(named: false, width: 100)).split(separator: "\n")
        #expect(lines[1].hasPrefix("TIME   BELL       PROGRAM"))
        #expect(lines[2].hasPrefix("08:10  Period 1   regular") && lines[3].hasPrefix("11:30  Dismissal  early"))
        #expect(lines.count == 4)
    }

    @Test("A month is a calendar of 80 columns, with numbers of the cycle and marks")
    func month() {
        var timetable = Sample.timetable
        timetable.cycle = .init(start: Sample.date("2026-12-07"), days: .workdays, programs: ["regular", "early"])
        timetable.hand = [.init(date: Sample.date("2026-12-03"), parts: [Sample.part("00:00", delay: 20)])]
        let plan = Sample.bellPlan(timetable)
        let view = MonthView(
            timetable: "school", month: Sample.date("2026-12-01"), plan: plan,
            words: TimeWords(zone: Self.zone, now: Sample.now), width: 80)
        let shown = text(view.lines())
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(
            shown.hasPrefix(
                """
                school  December 2026
                Mon        Tue        Wed        Thu        Fri        Sat        Sun
                            1 early    2 regular  3 regular  4 regular  5 -        6 -
                                                    *
                 7 regular  8 early    9 regular 10 early   11 regular 12 -       13 -
                   Day 1      Day 2      Day 1      Day 2      Day 1
                """))
        #expect(
            shown.hasSuffix(
                """

                early    2 bells, 08:10 to 11:30
                regular  3 bells, 08:10 to 14:50
                -        no bells
                *        changed by hand

                """))
        #expect(view.documents.count == 31 && view.documents[7].cycleDay == 2)
        #expect(
            text(
                MonthView(
                    timetable: "school", month: Sample.date("2026-12-01"), plan: plan,
                    words: TimeWords(zone: Self.zone, now: Sample.now), width: 50
                ).lines()
            ).split(separator: "\n").allSatisfy { $0.count <= 50 })
    }

    @Test("Programs are listed with their days and their next day")
    func list() {
        let plan = Sample.bellPlan()
        let words = TimeWords(zone: Self.zone, now: plan.now)
        let programs = ProgramBook(plan.schedule).programs
        #expect(
            text(ProgramView(width: nil).list(programs, in: plan, words: words)) == """
                PROGRAM         BELLS  FROM–TO      DAYS        NEXT         WHERE
                school/early        2  08:10–11:30  2026-12-01  1 Dec 08:10  bedroom, kitchen
                school/regular      3  08:10–14:50  Mon–Fri     Tue 08:10    bedroom

                """)
        let one = text(ProgramView(width: 80).one(programs[1], in: plan, words: words))
        #expect(
            one.hasPrefix("school/regular  3 bells, 08:10 to 14:50, next Tue 08:10\n  days  Mon–Fri\n\nTIME   BELL"))
        #expect(text(ProgramView(width: 80).list([], in: plan, words: words)).hasPrefix("No program is there."))
    }

    @Test("The list of alarms counts the bells of programs")
    func alarms() {
        let plan = Sample.bellPlan(bells: Sample.bells + [Sample.alarm(1, "Work")])
        let words = TimeWords(zone: Self.zone, now: plan.now)
        func shown(_ alarms: [AlarmDefinition]) -> String {
            text(
                AlarmListView(
                    alarms: alarms, plan: plan, words: words, programs: Sample.bells.compactMap(\.program)
                ).lines())
        }
        #expect(shown([Sample.alarm(1, "Work")]).hasSuffix("\n\n5 bells of 2 programs: clockctl program list\n"))
        #expect(shown([]) == "5 bells of 2 programs: clockctl program list\n")
    }

    @Test("next shows a bell as another ring, and explains the day")
    func next() {
        let plan = Sample.bellPlan()
        let words = TimeWords(zone: Self.zone, now: plan.now)
        let outlook = NodeOutlook(Sample.id("bedroom"), in: plan, from: nil, count: 1, words: words)
        #expect(outlook.rings.map(\.label) == ["Period 1"])
        #expect(
            outlook.rings.first?.why == [
                "A bell of school/regular at 08:10 in Europe/Berlin, the node's own zone (CET, UTC+01:00).",
                "Tuesday, 24 November: regular, by the day of the week.",
            ])
        var idle = Sample.timetable
        (idle.weeks, idle.dates) = ([], [])
        let silent = NodeOutlook(
            Sample.id("bedroom"), in: Sample.bellPlan(idle), from: nil, count: 1, words: words)
        #expect(
            silent.whyNot == [
                "school/early: no day to come has its 2 bells.", "school/regular: no day to come has its 3 bells.",
            ])
    }

    @Test("A bell's settings and a timetable's changes are told")
    func facts() {
        let bell = Sample.bell(21, "Period 1", "08:10")
        let words = TimeWords(zone: Self.zone, now: Sample.now)
        #expect(
            ObjectFacts(.alarm(bell), words: words).facts.map(\.said)
                == ["on", "08:10", "school/regular", "in bedroom", "label Period 1", "played once"])
        var after = Sample.timetable
        after.hand = [.init(date: Sample.date("2026-12-02"), parts: [Sample.part("00:00", .named("early"), delay: 20)])]
        let changes = ObjectFacts.changes(
            ObjectFacts(.timetable(Sample.timetable), words: words), ObjectFacts(.timetable(after), words: words))
        #expect(changes == ["by hand – -> 2026-12-02 early, 20 min later"])
        let shown = text(
            AlarmShowView(definition: bell, plan: Sample.bellPlan(), words: words, width: nil).lines())
        #expect(shown.contains("played once") && shown.contains("is over when it was played"))
    }
}

import ClockDomain
import Foundation
import Testing

extension WeekdaySet {
    fileprivate static let schoolDays = WeekdaySet(from: .monday, through: .friday)
}

@Suite("Timetables: the program of each date")
struct TimetableTests {
    /// 2026-11-30 is a Monday.
    private let plain = Timetable(
        name: "school", weeks: [.init(days: .schoolDays, program: "regular")])

    private func plan(
        _ day: String, _ timetable: Timetable, _ holidays: [String: [HolidayCalendar.Day]] = [:]
    ) throws -> DayPlan {
        try #require(TimetableDays(timetable) { holidays[$0] ?? [] }.plan(date(day)))
    }

    private func part(
        _ since: String = "00:00", _ program: Timetable.ProgramChoice? = nil, delay: Int = 0, until: String? = nil,
        after: String? = nil
    ) -> Timetable.Part {
        Timetable.Part(
            since: at(since), program: program, delayMinutes: delay, silentUntil: until.map(at),
            silentAfter: after.map(at), by: "office", at: utc("2026-11-30T05:50:00Z"))
    }

    @Test("the first rule of the documented order decides")
    func order() throws {
        var timetable = plain
        let holidays = [
            HolidayCalendar.Day(span: span("2026-12-02/2026-12-03"), name: "Staff day"),
            HolidayCalendar.Day(span: span("2026-12-04"), name: "EARLY Release"),
        ]
        func program(_ day: String) throws -> String? { try plan(day, timetable, ["district": holidays]).program }
        #expect(try program("2026-11-28") == nil)
        #expect(try program("2026-12-02") == "regular")
        timetable.weeks.append(
            .init(
                days: WeekdaySet([Weekday.wednesday]), from: date("2026-12-01"), through: date("2026-12-31"),
                program: "short"))
        #expect(try program("2026-12-02") == "short")
        #expect(try program("2027-01-06") == "regular")
        timetable.cycle = .init(
            start: date("2026-12-01"), days: .schoolDays, programs: ["a", "b"])
        #expect(try program("2026-11-30") == "regular")
        #expect(try program("2026-12-02") == "b")
        timetable.calendars = "district"
        timetable.events = [.init(words: "early release", program: "early")]
        #expect(try program("2026-12-02") == nil)
        #expect(try program("2026-12-04") == "early")
        timetable.dates = [
            .init(on: span("2026-12-02/2026-12-10"), program: "exams"), .init(on: span("2026-12-03"), program: nil),
        ]
        #expect(try program("2026-12-02") == "exams")
        #expect(try program("2026-12-03") == nil)
        timetable.hand = [.init(date: date("2026-12-03"), parts: [part("00:00", .named("delay"))])]
        #expect(try program("2026-12-03") == "delay")
        #expect(try plan("2026-12-03", timetable).reason == .date)
    }

    @Test("closed days do not advance a cycle")
    func cycle() throws {
        var timetable = Timetable(
            name: "school",
            cycle: .init(
                start: date("2026-11-23"), days: .schoolDays,
                programs: (1...6).map { "day\($0)" }),
            calendars: "district")
        let closed = [HolidayCalendar.Day(span: span("2026-11-30"), name: "Closed")]
        func day(_ day: String) throws -> Int? { try plan(day, timetable, ["district": closed]).cycleDay }
        // Friday is Day 5, Monday is closed, so Tuesday is Day 6.
        #expect(try ["2026-11-27", "2026-11-30", "2026-12-01", "2026-12-02"].map(day) == [5, nil, 6, 1])
        timetable.dates = [
            .init(on: span("2026-11-26"), program: "early"), .init(on: span("2026-11-25"), program: nil),
        ]
        // Another program is still a day of the cycle; a day without bells is not.
        #expect(try ["2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"].map(day) == [2, nil, 3, 4])
        // Snow: Day 4 again tomorrow.
        timetable.hand = [.init(date: date("2026-11-27"), parts: [part("00:00", Timetable.ProgramChoice.none)])]
        #expect(try ["2026-11-27", "2026-12-01"].map(day) == [nil, 4])
    }

    @Test("a cycle ends after ten years, and its numbers do not depend on the question")
    func cyclesEnd() throws {
        var timetable = plain
        timetable.cycle = .init(start: date("2026-11-23"), days: .everyDay, programs: ["a", "b", "c"])
        let days = TimetableDays(timetable) { _ in [] }
        let last = CivilDate(daysSinceEpoch: date("2026-11-23").daysSinceEpoch + 3_659)
        // 3,660 days are a whole number of rounds.
        #expect(days.plan(last)?.cycleDay == 3)
        #expect(days.plans(date("2026-11-23"), date("2040-01-01")).last { $0.reason == .cycle }?.date == last)
        #expect(days.plan(CivilDate(daysSinceEpoch: last.daysSinceEpoch + 1))?.reason != .cycle)
    }

    @Test("a change by hand takes the place of later ones, and one that changes nothing is none")
    func changing() {
        let day = date("2026-11-30")
        var timetable = plain
        timetable.change(day, part("08:00", delay: 10))
        timetable.change(date("2026-11-29"), part(delay: 5))
        timetable.change(day, part("12:00", .named("early")))
        timetable.change(day, part("10:00"))
        #expect(timetable.hand.map(\.date) == [date("2026-11-29"), day])
        #expect(timetable.hand[1].parts.map(\.since) == [at("08:00"), at("10:00")])
        timetable.change(day, part())
        #expect(timetable.hand.map(\.date) == [date("2026-11-29")])
        timetable.change(date("2026-11-29"), nil)
        #expect(timetable.hand.isEmpty)
    }

    @Test(
        "a change by hand counts from its own time on",
        arguments: [
            // (time of the bell, program, delay or nil)
            ("08:00", "regular", 0), ("09:00", "regular", nil), ("08:00", "delay", nil), ("09:00", "delay", 0),
            ("12:00", "delay", 20), ("11:45", "delay", 0), ("15:00", "delay", nil), ("14:40", "delay", 20),
            ("14:41", "delay", nil),
        ] as [(String, String, Int?)])
    func parts(time: String, program: String, delay: Int?) throws {
        var timetable = plain
        timetable.hand = [
            .init(
                date: date("2026-11-30"),
                parts: [
                    part("08:30", .named("delay")), part("11:50", .named("delay"), delay: 20, after: "15:00"),
                ])
        ]
        #expect(try plan("2026-11-30", timetable).delay(of: at(time), in: program) == delay)
    }

    @Test(
        "a bell that a delay postponed rings under the next change, and one that rang does not ring again",
        arguments: [
            // (time of the bell, second delay, delay or nil)
            ("08:00", 40, 40), ("08:00", 20, 20), ("08:00", 10, 10), ("08:00", 5, nil), ("07:45", 40, 20),
            ("07:29", 40, 0),
            ("07:50", 40, 40), ("09:00", 0, 0), ("08:05", 0, nil),
        ] as [(String, Int, Int?)])
    func delayedAgain(time: String, second: Int, delay: Int?) throws {
        var timetable = plain
        timetable.hand = [
            .init(date: date("2026-11-30"), parts: [part("07:30", delay: 20), part("08:10", delay: second)])
        ]
        #expect(try plan("2026-11-30", timetable).delay(of: at(time), in: "regular") == delay)
    }

    @Test("no bells until a time, none after one, and none beyond midnight")
    func bounds() throws {
        var timetable = plain
        timetable.hand = [
            .init(date: date("2026-11-30"), parts: [part(until: "11:00", after: "13:00")]),
            .init(date: date("2026-12-01"), parts: [part(delay: 60)]),
            .init(date: date("2026-12-02"), parts: [part(delay: -60)]),
        ]
        func rings(_ day: String, _ time: String) throws -> Bool {
            try plan(day, timetable).delay(of: at(time), in: "regular") != nil
        }
        #expect(
            try ["10:59", "11:00", "13:00", "13:01"].map { try rings("2026-11-30", $0) } == [false, true, true, false])
        #expect(try ["22:59", "23:00"].map { try rings("2026-12-01", $0) } == [true, false])
        #expect(try ["00:59", "01:00"].map { try rings("2026-12-02", $0) } == [false, true])
    }

    @Test("days that follow one another with the same delay are one span")
    func spans() throws {
        var timetable = plain
        timetable.hand = [.init(date: date("2026-12-02"), parts: [part(delay: 20)])]
        let days = TimetableDays(timetable) { _ in [] }
        let plans = days.plans(date("2026-11-28"), date("2026-12-08"))
        #expect(
            days.days(of: "regular", at: at("08:10"), in: plans).map(\.coded)
                == ["2026-11-30/2026-12-01", "2026-12-02+20", "2026-12-03/2026-12-04", "2026-12-07/2026-12-08"])
        #expect(days.days(of: "other", at: at("08:10"), in: plans) == [])
    }

    @Test("bells ring on their dates alone, through a change of clocks, with their delays")
    func occurrences() throws {
        let name = try #require(ProgramName(coded: "school/regular"))
        let days = try ["2026-10-23", "2026-10-25/2026-10-26+20", "2026-10-27-30"].map {
            try #require(BellDays(coded: $0))
        }
        let schedule = AlarmSchedule(
            time: at("02:30"), repetition: .program(name, on: days), countsFrom: WallTime(nanoseconds: 0))
        let berlin = try #require(SystemZones.files.first { $0.name == "Europe/Berlin" }).rules()
        func dues(after instant: String) -> [String] {
            schedule.occurrences(after: utc(instant), through: utc("2027-01-01T00:00:00Z"), zone: berlin).map {
                $0.due.rfc3339
            }
        }
        // On the 25th clocks show 02:50 twice; the first counts.
        let all = [
            "2026-10-23T00:30:00.000Z", "2026-10-25T00:50:00.000Z", "2026-10-26T01:50:00.000Z",
            "2026-10-27T01:00:00.000Z",
        ]
        #expect(dues(after: "2026-01-01T00:00:00Z") == all)
        #expect(dues(after: "2026-10-25T00:50:00Z") == Array(all[2...]))
        #expect(dues(after: "2026-10-27T01:00:00Z") == [])
    }

    @Test(
        "a text is read as it is written, or refused",
        arguments: [
            ("2026-12-01", true), ("2026-11-30/2026-12-04", true), ("2026-12-01+20", true),
            ("2026-11-30/2026-12-04-15", true), ("2026-12-01+0", false), ("2026-12-01+999", false),
            ("2026-12-01 20", false), ("2026-12-04/2026-11-30", false), ("2026-12-01/", false), ("", false),
            ("2026-12-01+", false), ("2026-12-01++5", false),
        ])
    func text(_ text: String, isGood: Bool) {
        #expect(BellDays(coded: text)?.coded == (isGood ? text : nil))
    }

    @Test("a timetable survives its JSON, and names what is wrong with it")
    func coding() throws {
        var timetable = plain
        timetable.cycle = .init(start: date("2026-11-23"), days: .everyDay, programs: ["a", "b"])
        timetable.calendars = "district"
        timetable.events = [.init(words: "Early", program: "early")]
        timetable.dates = [.init(on: span("2026-12-01"), program: nil)]
        timetable.hand = [
            .init(
                date: date("2026-12-02"), parts: [part("00:00", Timetable.ProgramChoice.none), part("08:00", delay: 5)])
        ]
        let decoded = try JSONDecoder().decode(Timetable.self, from: JSONEncoder().encode(timetable))
        #expect(decoded == timetable)
        func fault(_ change: (inout Timetable) -> Void) -> String? {
            var copy = timetable
            change(&copy)
            return copy.fault
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.name = "a b" }?.hasPrefix("\"a b\" is not") == true)
        #expect(fault { $0.weeks[0].program = "" }?.hasPrefix("program \"\" is not") == true)
        #expect(fault { $0.weeks[0].days = [] } == "timetable school has a rule without a day of the week")
        #expect(fault { $0.cycle?.programs = ["a"] } == "a cycle of 1 days is not in 2...20")
        #expect(fault { $0.events[0].words = "" }?.hasPrefix("the words \"\" are empty") == true)
        #expect(fault { $0.hand[0].parts[0].delayMinutes = 400 } == "a delay of 400 min is not in -180...360")
        #expect(
            fault { $0.hand[0].parts.swapAt(0, 1) } == "the changes of 2026-12-02 are not in the order of their times")
        #expect(fault { $0.hand.append($0.hand[0]) }?.hasPrefix("the dates that are changed by hand") == true)
    }
}

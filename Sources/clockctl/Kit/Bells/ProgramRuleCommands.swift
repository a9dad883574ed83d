internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

protocol TimetableCommand: ChangeCommand {
    /// The words of the command line, read against the site.
    ///
    /// - Returns: the timetable with its changes.
    func edited(_ book: ProgramBook, _ plan: SitePlan, _ today: (String) -> CivilDate) throws -> Timetable
}

extension TimetableCommand {
    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let timetable = try edited(ProgramBook(plan.schedule), plan) { name in
            plan.rules(ofTimetable: name, otherwise: console.zones.local).localTime(at: plan.now).date
        }
        if let fault = timetable.fault { throw FatalError(.badData, fault) }
        let result = try link.change([.setTimetable(timetable)])
        let after = plan.applying(result.events, zones: console.zones)
        let zone = after.rules(ofTimetable: timetable.name, otherwise: console.zones.local)
        let words = TimeWords(zone: zone, now: plan.now)
        var lines = ChangeSentence.lines(result, zone: console.zones.local)
        if !result.events.isEmpty {
            let coming = ComingDays(timetable: timetable.name, plan: after, words: words)
            lines += coming.lines(width: console.columns)
        }
        try teller(link, console).report(result, lines)
    }
}

/// The next days of a timetable, for the answer to a change of its rules.
struct ComingDays {
    let timetable: String
    let plan: SitePlan
    let words: TimeWords

    private static let count: Int64 = 7

    /// `next days: Mon 30 Nov regular, Tue 1 Dec early, Wed 2 Dec –`
    ///
    /// - Parameter width: terminal columns; `nil` for no limit.
    func lines(width: Int?) -> [StyledText] {
        let today = words.zone.localTime(at: words.now).date
        let last = CivilDate(daysSinceEpoch: today.daysSinceEpoch + Self.count - 1)
        let days = plan.timetables[timetable]?.plans(today, last) ?? []
        let told = days.map { "\(words.day($0.date)) \($0.program ?? "–")" }.joined(separator: ", ")
        let line = "next days: \(told)"
        return (width.map(line.wrapped) ?? [line]).map { StyledText($0) }
    }
}

struct ProgramDaysCommand: TimetableCommand {
    static let configuration = CommandConfiguration(
        commandName: "days",
        abstract: "Give a program its days of the week.",
        usage: "clockctl program days <program> <days> [--from <date>] [--until <date>] [<options>]",
        discussion: """
            In place of the days of the week that it had; off takes them. Of two programs with the same day, the one \
            whose days were given last has it.

            Examples:
              clockctl program days school/regular mon-fri
              clockctl program days school/short wed --from 2027-02-01 --until 2027-03-31
              clockctl program days school/short off
            """)

    @Argument(
        help: ArgumentHelp("The program: school/regular.", valueName: "program"), completion: ProgramCompletion.programs
    )
    var program: String

    @Argument(help: ArgumentHelp("mon-fri, wed, weekdays; or off.", valueName: "days"))
    var days: [String]

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day on which it counts.", valueName: "date"))
    var first: String?

    @Option(name: .customLong("until"), help: ArgumentHelp("The last day on which it counts.", valueName: "date"))
    var last: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    private var text: String { days.joined(separator: " ") }

    func validate() throws {
        try readingLine { () throws(FatalError) in
            if text != "off" { _ = try InputWords.days(text, "<days>") }
        }
    }

    func edited(_ book: ProgramBook, _ plan: SitePlan, _ today: (String) -> CivilDate) throws -> Timetable {
        let program = try book.find(program)
        var timetable = try book.timetable(program.name.timetable)
        let today = today(timetable.name)
        func date(_ text: String?, _ option: String) throws(FatalError) -> CivilDate? {
            guard let text else { return nil }
            return try InputWords.read(option) { () throws(InputError) in try DayInput.day(text) }.date(from: today)
        }
        if text == "off" {
            timetable.weeks.removeAll { $0.program == program.name.program }
            return timetable
        }
        let (from, through) = (try date(first, "--from"), try date(last, "--until"))
        if let from, let through, through < from {
            throw FatalError(.usage, "--until: \(through.iso8601) is before \(from.iso8601)")
        }
        timetable.setWeek(program.name.program, try InputWords.days(text, "<days>"), from: from, through: through)
        return timetable
    }
}

struct ProgramDatesCommand: TimetableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dates",
        abstract: "Give dates a program, or no bells.",
        usage: """
            clockctl program dates <program> <dates> [<options>]
            clockctl program dates [<timetable>] none|off <dates> [<options>]
            """,
        discussion: """
            In place of what these dates had by date. none: no bells. off: the other rules decide again.

            Examples:
              clockctl program dates school/early 2026-12-18
              clockctl program dates school/exams 2026-12-01..2026-12-04,2026-12-08
              clockctl program dates school none 24 December to 6 January
            """)

    @Argument(
        help: ArgumentHelp("A program, or a timetable with none or off; then dates.", valueName: "words"),
        completion: ProgramCompletion.programs)
    var words: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard words.count > 1 else {
            throw ValidationError("which dates? Say them: clockctl program dates school/early 2026-12-18")
        }
    }

    func edited(_ book: ProgramBook, _ plan: SitePlan, _ today: (String) -> CivilDate) throws -> Timetable {
        let (found, rest) = try read(book)
        var timetable = found
        let choice = rest[0].lowercased()
        let dates = rest.dropFirst().joined(separator: " ")
        let spans = try InputWords.spans([dates], "<dates>", today: today(timetable.name))
        guard !spans.isEmpty else { throw FatalError(.usage, "which dates? Say them: 2026-12-18") }
        switch choice {
        case "off": timetable.freeDates(spans)
        case "none": timetable.setDates(spans, nil)
        default: timetable.setDates(spans, try book.find("\(timetable.name)/\(choice)").name.program)
        }
        return timetable
    }

    /// Returns the timetable, and the words from the program, `none` or `off` on.
    private func read(_ book: ProgramBook) throws(FatalError) -> (Timetable, [String]) {
        let second = words[1].lowercased()
        if ["none", "off"].contains(words[0].lowercased()) { return (try book.timetable(nil), words) }
        if ["none", "off"].contains(second) { return (try book.timetable(words[0]), Array(words.dropFirst())) }
        let program = try book.find(words[0]).name
        return (try book.timetable(program.timetable), [program.program] + words.dropFirst())
    }
}

struct ProgramCycleCommand: TimetableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cycle",
        abstract: "Let programs follow one another, a day each: A and B, or six days.",
        usage: """
            clockctl program cycle [<timetable>] <program> <program> … --start <date> [--days <days>] [<options>]
            clockctl program cycle [<timetable>] off [<options>]
            """,
        discussion: """
            A day that the calendars close, or that has no bells, does not count: if Friday was Day 5 and Monday is \
            closed, Tuesday is Day 6.

            Examples:
              clockctl program cycle school a b --start 2026-09-01
              clockctl program cycle school day1 day2 day3 day4 day5 day6 --start 2026-09-01 --days mon-fri
              clockctl program cycle school off
            """)

    @Argument(
        help: ArgumentHelp("The programs in their order, or off.", valueName: "words"),
        completion: ProgramCompletion.programs)
    var words: [String]

    @Option(help: ArgumentHelp("The date of the first program.", valueName: "date"))
    var start: String?

    @Option(help: ArgumentHelp("The days of the week that count, mon-fri unless set.", valueName: "days"))
    var days: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func edited(_ book: ProgramBook, _ plan: SitePlan, _ today: (String) -> CivilDate) throws -> Timetable {
        let (found, rest) = try book.leadingTimetable(words)
        var timetable = found
        let names = NodeWords.list(rest)
        if names == ["off"] {
            timetable.cycle = nil
            return timetable
        }
        guard Timetable.ProgramCycle.lengths.contains(names.count) else {
            throw FatalError(
                .usage,
                "a cycle has \(Timetable.ProgramCycle.lengths.lowerBound) to "
                    + "\(Timetable.ProgramCycle.lengths.upperBound) programs, not \(names.count); or say off")
        }
        let programs = try names.map { name in
            try book.find(name.contains("/") ? name : "\(timetable.name)/\(name)").name
        }
        if let stranger = programs.first(where: { $0.timetable != timetable.name }) {
            throw FatalError(.usage, "\(stranger) is not of the timetable \(timetable.name)")
        }
        guard let start else { throw FatalError(.usage, "when is the first day? Say --start 2026-09-01") }
        let first = try InputWords.read("--start") { () throws(InputError) in try DayInput.day(start) }
        timetable.cycle = Timetable.ProgramCycle(
            start: first.date(from: today(timetable.name)), days: try InputWords.days(days ?? "mon-fri", "--days"),
            programs: programs.map(\.program))
        return timetable
    }
}

struct ProgramHolidaysCommand: TimetableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holidays",
        abstract: "Name the calendars that close a timetable's days.",
        usage: """
            clockctl program holidays [<timetable>] <calendar> … [--event <words>=<program> …] [<options>]
            clockctl program holidays [<timetable>] off [<options>]
            """,
        discussion: """
            A day with an entry in one of them has no bells, unless --event gives a program to entries whose name has \
            these words. --event off takes all these words back.

            Examples:
              clockctl program holidays school district
              clockctl program holidays school district --event "Early release=early" "Delay=two-hour-delay"
              clockctl program holidays school off
            """)

    @Argument(
        help: ArgumentHelp("Holiday calendars, or off.", valueName: "words"), completion: SiteCompletion.calendars)
    var words: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Entries with these words have this program.", valueName: "words=program"))
    var event: [String] = []

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard !words.isEmpty || !event.isEmpty else { throw ValidationError("which calendars? Name them, or say off") }
    }

    func edited(_ book: ProgramBook, _ plan: SitePlan, _ today: (String) -> CivilDate) throws -> Timetable {
        let (found, rest) = try words.isEmpty ? (book.timetable(nil), []) : book.leadingTimetable(words)
        var timetable = found
        let names = NodeWords.names(rest)
        guard !names.isEmpty || !event.isEmpty else {
            throw FatalError(
                .usage, "which calendars? Name them: clockctl program holidays \(timetable.name) CALENDAR, or say off")
        }
        if names == ["off"] {
            (timetable.calendars, timetable.events) = (nil, [])
        } else if !names.isEmpty {
            guard let calendars = CalendarNames(names.map { $0.lowercased() }) else {
                throw FatalError(
                    .usage, "say 1 to \(CalendarNames.maximum) calendars, each \(HolidayCalendar.nameRule)")
            }
            timetable.calendars = calendars
        }
        if event == ["off"] {
            timetable.events = []
        } else if !event.isEmpty {
            timetable.events = try event.map { text in
                let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, !parts[0].isEmpty else {
                    throw FatalError(.usage, "--event: write words and a program, like \"Early release=early\"")
                }
                let program = try book.find("\(timetable.name)/\(parts[1].lowercased())").name
                return Timetable.EventRule(words: parts[0], program: program.program)
            }
        }
        return timetable
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct ProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "program",
        abstract: "Keep programs of bells, and the rules that give days their programs.",
        discussion: """
            A program is a list of bells: regular, early. A timetable holds the programs of one building or one band \
            of grades, and the rules that give each day one of them: school/regular, elementary/regular. Where the \
            site has one timetable alone, its name may be left out. For a day, the first of these rules decides: by \
            hand (clockctl day), by date, the calendars, the cycle, the days of the week.

            Examples:
              clockctl program add school/regular bells.txt --group classrooms --days mon-fri
              clockctl program list
              clockctl program dates school/early 2026-12-18
              clockctl day set early
            """,
        groupedSubcommands: [
            CommandGroup(name: "Seeing", subcommands: [ProgramListCommand.self, ProgramShowCommand.self]),
            CommandGroup(
                name: "Bells",
                subcommands: [ProgramAddCommand.self, ProgramEditCommand.self, ProgramRemoveCommand.self]),
            CommandGroup(
                name: "Days",
                subcommands: [
                    ProgramDaysCommand.self, ProgramDatesCommand.self, ProgramCycleCommand.self,
                    ProgramHolidaysCommand.self,
                ]),
        ])
}

/// Offers programs and timetables to the shell.
enum ProgramCompletion {
    static let programs = kind { ProgramBook($0).programs.map(\.name.description) }
    static let timetables = kind { $0.timetables.map(\.name) }

    private static func kind(_ names: @escaping @Sendable (SiteSchedule) -> [String]) -> CompletionKind {
        .custom { words, _, _ in NodeCompletion.asking(words) { link in names(try link.schedule()) } ?? [] }
    }
}

struct ProgramListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the programs of bells.",
        usage: "clockctl program list [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl program list
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let programs = ProgramBook(plan.schedule).programs
        output.write(
            ProgramDocument(
                timetables: plan.schedule.timetables, programs: programs.map { .init($0, in: plan, full: false) }),
            on: console
        ) {
            let words = console.words(at: plan.now)
            return ProgramView(width: console.columns).list(programs, in: plan, words: words)
        }
    }
}

struct ProgramShowCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the bells and the days of programs.",
        usage: "clockctl program show <program> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl program show school/regular
            """)

    @Argument(
        help: ArgumentHelp("The programs: school/regular.", valueName: "program"),
        completion: ProgramCompletion.programs)
    var programs: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let plan = try link.plan(zones: console.zones)
        let book = ProgramBook(plan.schedule)
        let found = try NodeWords.names(programs).map { word in try book.find(word) }
        if output.json {
            console.write(
                JSONOutput.text(oneOrSeveral: found.map { ProgramDocument.Program($0, in: plan, full: true) }))
            return
        }
        let words = console.words(at: plan.now)
        let view = ProgramView(width: console.columns)
        console.write(
            found.enumerated().flatMap { index, program in
                (index == 0 ? [] : [StyledText()]) + view.one(program, in: plan, words: words)
            })
    }
}

/// The output of `program list --json`.
struct ProgramDocument: Encodable {
    struct Program: Encodable {
        var program: ProgramName
        var count: Int
        var first: LocalTime?
        var last: LocalTime?
        var targets: RingTargets
        /// `nil` where no day to come has it.
        var next: WallTime?
        /// `nil` in a list of programs.
        var bells: [AlarmForecast]?

        init(_ program: ProgramBook.Program, in plan: SitePlan, full: Bool) {
            self.program = program.name
            count = program.bells.count
            first = program.bells.first?.alarm.schedule.time
            last = program.bells.last?.alarm.schedule.time
            targets = program.targets
            next = program.next(in: plan)
            bells = full ? program.bells.map { AlarmForecast($0, in: plan) } : nil
        }
    }

    var timetables: [Timetable]
    var programs: [Program]
}

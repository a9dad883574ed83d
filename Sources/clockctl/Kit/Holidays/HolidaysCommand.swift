internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct HolidaysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holidays",
        abstract: "Keep calendars of days on which alarms shall not ring.",
        discussion: """
            An alarm heeds up to 8 of them, by clockctl alarm add or edit with --holidays NAME ….

            Examples:
              clockctl holidays import school.ics --name school
              clockctl holidays show school
            """,
        subcommands: [List.self, Show.self, Import.self, Remove.self])

    struct List: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the holiday calendars.",
            usage: "clockctl holidays list [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl holidays list
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let schedule = try link.definitions()
            let view = HolidaysView(words: console.words(at: schedule.now), width: console.columns)
            output.write(HolidayList(holidays: schedule.holidays), on: console) { view.list(schedule.holidays) }
        }
    }

    /// The output of `holidays list --json`.
    struct HolidayList: Encodable {
        var holidays: [HolidayCalendar]
    }

    struct Show: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the days of holiday calendars.",
            usage: "clockctl holidays show <name> … [--json] [<connection options>]",
            discussion: """
                Examples:
                  clockctl holidays show school
                """)

        @Argument(help: ArgumentHelp("The calendars.", valueName: "name"), completion: SiteCompletion.calendars)
        var names: [String]

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let schedule = try link.definitions()
            let calendars = try HolidaysCommand.find(names, in: schedule)
            let view = HolidaysView(words: console.words(at: schedule.now), width: console.columns)
            output.write(oneOrSeveral: calendars, on: console) { calendars.flatMap { view.one($0) } }
        }
    }

    struct Import: ChangeCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Take the days of an iCalendar file.",
            usage: "clockctl holidays import <file> --name <name> [--busy] [--partial] [--wait] [--json] "
                + "[<connection options>]",
            discussion: """
                The file's events from this year on are taken, as many years as fit into 1,000 entries, ten at most; \
                they replace those that the calendar had. Do it again when a new year's file is out.

                FILE is a path, - for the standard input, or an http, https or webcal address. Only events of whole days \
                are taken: a meeting at six is no holiday. A file with an event that is not understood is refused with \
                its lines.

                Examples:
                  clockctl holidays import school.ics --name school
                  clockctl holidays import https://example.org/holidays.ics --name public
                  clockctl holidays import away.ics --name away --busy
                """)

        @Argument(
            help: ArgumentHelp("The iCalendar file, an address, or -.", valueName: "file"),
            completion: .file(extensions: ["ics"]))
        var file: String

        @Option(help: ArgumentHelp("What alarms call the calendar.", valueName: "name"))
        var name: String

        @Flag(help: "Take events with a time of day, too: alarms in their hours do not ring.")
        var busy = false

        @Flag(help: "Leave out events that are not understood: alarms ring on their days.")
        var partial = false

        @OptionGroup var output: OutputOptions
        @OptionGroup var waiting: WaitOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func validate() throws {
            guard HolidayCalendar.isName(name) else {
                throw ValidationError("a calendar's name has \(HolidayCalendar.nameRule)")
            }
        }

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            // Reading the file takes its time: another import meanwhile is a conflict.
            _ = try link.definitions()
            let now = Clocks.wall()
            let year = console.zones.local.localTime(at: now).date.year
            let taken = try HolidayFile(path: file, takesBusy: busy, isPartial: partial).days(
                from: year, zones: console.zones, environment: console.environment)
            taken.left.forEach { console.warn("\(file): \($0)") }
            let calendar = HolidayCalendar(name: name, days: taken.days)
            let result = try link.change([.setHolidays(calendar)])
            let view = HolidaysView(words: console.words(at: now), width: console.columns)
            try teller(link, console).report(
                result, [StyledText(name, .bold) + StyledText(" has \(view.summary(calendar))")])
        }
    }

    struct Remove: ChangeCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Remove holiday calendars.",
            usage: "clockctl holidays rm <name> … [--wait] [--json] [<connection options>]",
            discussion: """
                It is refused while alarms name one of them.

                Examples:
                  clockctl holidays rm school
                """)

        @Argument(help: ArgumentHelp("The calendars.", valueName: "name"), completion: SiteCompletion.calendars)
        var names: [String]

        @OptionGroup var output: OutputOptions
        @OptionGroup var waiting: WaitOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let calendars = try HolidaysCommand.find(names, in: try link.definitions())
            let result = try link.change(calendars.map { .removeHolidays(name: $0.name) })
            try teller(link, console).report(result, ChangeSentence.lines(result, zone: console.zones.local))
        }
    }

    /// Returns the calendars of these names, in capitals or not, each once.
    private static func find(_ words: [String], in schedule: SiteSchedule) throws(FatalError) -> [HolidayCalendar] {
        let known = schedule.holidays.map(\.name)
        return try NodeWords.names(words).map { word throws(FatalError) -> HolidayCalendar in
            guard let found = schedule.holidays.first(where: { $0.name.lowercased() == word.lowercased() }) else {
                let hint =
                    NearestNames.suggestion(for: word, among: known)
                    ?? (known.isEmpty ? "there is no other either" : "there is \(known.joined(separator: ", "))")
                throw FatalError(.badData, "there is no holiday calendar \"\(word.prefix(40))\": \(hint)")
            }
            return found
        }
    }
}

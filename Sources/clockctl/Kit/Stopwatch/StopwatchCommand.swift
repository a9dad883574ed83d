internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct StopwatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stopwatch",
        abstract: "Count up, with laps.",
        discussion: """
            A stopwatch runs at the coordinator, by its clock, and can be read and stopped from anywhere.

            Examples:
              clockctl stopwatch start run
              clockctl stopwatch lap run
              clockctl stopwatch show run
            """,
        subcommands: [
            StopwatchListCommand.self, StopwatchShowCommand.self, StopwatchStartCommand.self,
            StopwatchChangeCommand<LapStopwatch>.self, StopwatchChangeCommand<StopStopwatch>.self,
            StopwatchChangeCommand<ResumeStopwatch>.self, StopwatchChangeCommand<ResetStopwatch>.self,
            StopwatchChangeCommand<RemoveStopwatch>.self,
        ])
}

struct StopwatchStartCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a new stopwatch.",
        usage: "clockctl stopwatch start [<name>] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch start run
              clockctl stopwatch start
            """)

    @Argument(help: ArgumentHelp("What people call it, up to 64 characters.", valueName: "name"))
    var name: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard Label.isValid(name ?? "") else { throw ValidationError("a stopwatch's name is \(Label.rule)") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        ChangeSentence.report(try link.change([.startStopwatch(name: name ?? "")]), json: output.json, on: console)
    }
}

struct StopwatchListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stopwatches with what they show.",
        usage: "clockctl stopwatch list [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch list
              clockctl stopwatch list --json | jq '.stopwatches[] | {id, elapsed_s}'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let schedule = try link.definitions()
        let readings = schedule.stopwatches.map { StopwatchReading($0, at: schedule.now) }
        output.write(StopwatchList(now: schedule.now, stopwatches: readings), on: console) {
            StopwatchView(width: console.columns).list(readings)
        }
    }

    /// The output of `stopwatch list --json`.
    struct StopwatchList: Encodable {
        var now: WallTime
        var stopwatches: [StopwatchReading]
    }
}

struct StopwatchShowCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a stopwatch shows, and its laps.",
        usage: "clockctl stopwatch show <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch show run
              clockctl stopwatch show s1 --json
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let schedule = try link.definitions()
        let ids = try CalledNames(schedule.stopwatches).find(stopwatches)
        let readings = ids.compactMap { id in
            schedule.stopwatches.first { $0.id == id }.map { StopwatchReading($0, at: schedule.now) }
        }
        output.write(oneOrSeveral: readings, on: console) {
            let view = StopwatchView(width: console.columns)
            return readings.flatMap { view.one($0) }
        }
    }
}

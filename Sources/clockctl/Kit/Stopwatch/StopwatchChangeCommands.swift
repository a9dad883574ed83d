internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// A command that changes stopwatches, all of them or none.
protocol StopwatchChangeCommand: CoordinatorCommand {
    var stopwatches: [String] { get }
    var output: OutputOptions { get }

    func change(_ id: StopwatchID) -> Change
}

extension StopwatchChangeCommand {
    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids = try CalledNames(try link.definitions().stopwatches).find(stopwatches)
        let result = try link.change(ids.map(change))
        let view = StopwatchView(width: console.columns)
        let lines = result.events.compactMap { event -> StyledText? in
            guard case .stopwatch(let stopwatch) = event.new else { return nil }
            return view.sentence(StopwatchReading(stopwatch, at: event.at))
        }
        guard !output.json, !lines.isEmpty else {
            return ChangeSentence.report(result, json: output.json, on: console)
        }
        console.write(lines)
    }
}

struct StopwatchLapCommand: StopwatchChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "lap",
        abstract: "Note a lap.",
        usage: "clockctl stopwatch lap <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch lap run
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: StopwatchID) -> Change { .lapStopwatch(id) }
}

struct StopwatchStopCommand: StopwatchChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Hold a stopwatch.",
        usage: "clockctl stopwatch stop <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch stop run
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: StopwatchID) -> Change { .stopStopwatch(id) }
}

struct StopwatchResumeCommand: StopwatchChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let a stopwatch that was held go on.",
        usage: "clockctl stopwatch resume <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch resume run
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: StopwatchID) -> Change { .resumeStopwatch(id) }
}

struct StopwatchResetCommand: StopwatchChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Put a stopwatch back to zero, stopped and without laps.",
        usage: "clockctl stopwatch reset <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch reset run
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: StopwatchID) -> Change { .resetStopwatch(id) }
}

struct StopwatchRemoveCommand: StopwatchChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a stopwatch.",
        usage: "clockctl stopwatch rm <stopwatch> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl stopwatch rm s1
              clockctl stopwatch rm run s4
            """)

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: StopwatchID) -> Change { .removeStopwatch(id) }
}

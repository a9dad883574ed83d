internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// A change to stopwatches, as a word of `clockctl stopwatch`.
protocol StopwatchAction: Sendable {
    static var word: String { get }
    static var abstract: String { get }
    /// The words behind `clockctl stopwatch` of each example.
    static var examples: [String] { get }

    static func change(_ id: StopwatchID) -> Change
}

/// Changes stopwatches, all of them or none.
struct StopwatchChangeCommand<Action: StopwatchAction>: CoordinatorCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Action.word, abstract: Action.abstract,
            usage: "clockctl stopwatch \(Action.word) <stopwatch> … [--json] [<connection options>]",
            discussion: HelpWords.examples(Action.examples.map { "clockctl stopwatch \($0)" }))
    }

    @Argument(
        help: ArgumentHelp("The stopwatches' ids or names.", valueName: "stopwatch"),
        completion: SiteCompletion.stopwatches)
    var stopwatches: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids = try CalledNames(try link.definitions().stopwatches).find(stopwatches)
        let result = try link.change(ids.map(Action.change))
        let view = StopwatchView(width: console.columns)
        let lines = result.events.compactMap { event -> StyledText? in
            guard case .stopwatch(let stopwatch) = event.new else { return nil }
            return view.sentence(StopwatchReading(stopwatch, at: event.at))
        }
        guard !output.json, !lines.isEmpty else { return ChangeSentence.report(result, json: output.json, on: console) }
        console.write(lines)
    }
}

enum LapStopwatch: StopwatchAction {
    static let (word, abstract, examples) = ("lap", "Note a lap.", ["lap run"])
    static func change(_ id: StopwatchID) -> Change { .lapStopwatch(id) }
}

enum StopStopwatch: StopwatchAction {
    static let (word, abstract, examples) = ("stop", "Hold a stopwatch.", ["stop run"])
    static func change(_ id: StopwatchID) -> Change { .stopStopwatch(id) }
}

enum ResumeStopwatch: StopwatchAction {
    static let (word, abstract, examples) = ("resume", "Let a stopwatch that was held go on.", ["resume run"])
    static func change(_ id: StopwatchID) -> Change { .resumeStopwatch(id) }
}

enum ResetStopwatch: StopwatchAction {
    static let (word, abstract, examples) = (
        "reset", "Put a stopwatch back to zero, stopped and without laps.", ["reset run"]
    )
    static func change(_ id: StopwatchID) -> Change { .resetStopwatch(id) }
}

enum RemoveStopwatch: StopwatchAction {
    static let (word, abstract, examples) = ("rm", "Remove a stopwatch.", ["rm s1", "rm run s4"])
    static func change(_ id: StopwatchID) -> Change { .removeStopwatch(id) }
}

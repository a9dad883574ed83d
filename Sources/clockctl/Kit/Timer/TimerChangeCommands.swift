internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// A command that changes timers, all of them or none.
protocol TimerChangeCommand: ChangeCommand {
    var timers: [String] { get }

    func change(_ id: TimerID) throws(FatalError) -> Change
}

extension TimerChangeCommand {
    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids = try CalledNames(try link.definitions().timers).find(timers)
        let result = try link.change(try ids.map { id throws(FatalError) in try change(id) })
        let lines = result.events.map { event in
            let words = console.words(at: event.at)
            guard case .timer(let definition) = event.new else {
                return ChangeSentence(event: event, words: words).line(withTime: false)
            }
            return TimerSentence.counting(definition, words: words)
        }
        try teller(link, console).report(
            result, lines.isEmpty ? ChangeSentence.lines(result, zone: console.zones.local) : lines)
    }
}

/// A change to timers that needs nothing but them, as a word of `clockctl timer`.
protocol TimerAction: Sendable {
    static var word: String { get }
    static var abstract: String { get }
    /// The words behind `clockctl timer` of each example.
    static var examples: [String] { get }
    static var aliases: [String] { get }

    static func change(_ id: TimerID) -> Change
}

extension TimerAction {
    static var aliases: [String] { [] }
}

struct TimerActionCommand<Action: TimerAction>: TimerChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Action.word, abstract: Action.abstract,
            usage: "clockctl timer \(Action.word) <timer> … [--wait] [--json] [<connection options>]",
            discussion: HelpWords.examples(Action.examples.map { "clockctl timer \($0)" }), aliases: Action.aliases)
    }

    @Argument(help: ArgumentHelp("The timers' ids or names.", valueName: "timer"), completion: SiteCompletion.timers)
    var timers: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: TimerID) -> Change { Action.change(id) }
}

enum PauseTimer: TimerAction {
    static let (word, abstract, examples) = ("pause", "Hold a timer.", ["pause pasta", "pause t3"])
    static func change(_ id: TimerID) -> Change { .pauseTimer(id) }
}

enum ResumeTimer: TimerAction {
    static let (word, abstract, examples) = ("resume", "Let a timer that was held go on.", ["resume pasta"])
    static func change(_ id: TimerID) -> Change { .resumeTimer(id) }
}

enum CancelTimer: TimerAction {
    static let (word, abstract, examples) = (
        "rm", "Remove timers, running, held or ringing.", ["rm pasta", "rm t3 t4"]
    )
    static let aliases = ["cancel"]
    static func change(_ id: TimerID) -> Change { .cancelTimer(id) }
}

struct TimerAddCommand: TimerChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Give timers more time.",
        usage: "clockctl timer add <timer> … <time> [--wait] [--json] [<connection options>]",
        discussion: """
            A time after a minus sign takes away; write -- before it, so that it is not taken for an option.

            Examples:
              clockctl timer add pasta 2m
              clockctl timer add pasta egg 30s
              clockctl timer add -- t3 -90s
            """)

    @Argument(
        help: ArgumentHelp("The timers' ids or names, and last how much more.", valueName: "words"),
        completion: SiteCompletion.timers)
    var words: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard !timers.isEmpty, words.count > 1 else {
            throw ValidationError("say timers, and then how much more: clockctl timer add pasta 2m")
        }
        _ = try readingLine { () throws(FatalError) in try seconds() }
    }

    var timers: [String] { DurationInput.last(of: words)?.before ?? words.dropLast() }

    func change(_ id: TimerID) throws(FatalError) -> Change { .addToTimer(id, seconds: try seconds()) }

    private func seconds() throws(FatalError) -> Int {
        let (limit, time) = (CountdownTimer.maximumSeconds, DurationInput.last(of: words)?.text ?? words.last ?? "")
        let seconds = try InputWords.seconds(time, "<time>", in: -limit...limit)
        guard seconds != 0 else { throw FatalError(.usage, "<time>: \"\(time)\" changes nothing") }
        return seconds
    }
}

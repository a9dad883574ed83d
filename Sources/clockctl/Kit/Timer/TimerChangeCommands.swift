internal import ArgumentParser
internal import ClockDomain
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
            let words = TimeWords(zone: console.zones.local, now: event.at)
            guard case .timer(let definition) = event.new else {
                return ChangeSentence(event: event, words: words).line(withTime: false)
            }
            return TimerSentence.counting(definition, words: words)
        }
        try teller(link, console).report(
            result, lines.isEmpty ? ChangeSentence.lines(result, zone: console.zones.local) : lines)
    }
}

struct TimerPauseCommand: TimerChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold a timer.",
        usage: "clockctl timer pause <timer> … [--wait] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl timer pause pasta
              clockctl timer pause t3
            """)

    @Argument(
        help: ArgumentHelp("The timers' ids or names.", valueName: "timer"), completion: SiteCompletion.timers)
    var timers: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: TimerID) -> Change { .pauseTimer(id) }
}

struct TimerResumeCommand: TimerChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Let a timer that was held go on.",
        usage: "clockctl timer resume <timer> … [--wait] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl timer resume pasta
            """)

    @Argument(
        help: ArgumentHelp("The timers' ids or names.", valueName: "timer"), completion: SiteCompletion.timers)
    var timers: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: TimerID) -> Change { .resumeTimer(id) }
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

struct TimerCancelCommand: TimerChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove timers, running, held or ringing.",
        usage: "clockctl timer rm <timer> … [--wait] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl timer rm pasta
              clockctl timer rm t3 t4
            """,
        aliases: ["cancel"])

    @Argument(
        help: ArgumentHelp("The timers' ids or names.", valueName: "timer"), completion: SiteCompletion.timers)
    var timers: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func change(_ id: TimerID) -> Change { .cancelTimer(id) }
}

internal import ArgumentParser
internal import ClockSite
internal import ClockWire

struct UndoCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last change.",
        usage: "clockctl undo [<change>] [--wait] [--json] [<connection options>]",
        discussion: """
            The last change that a person made to alarms, bells, groups, holidays or settings of rooms, with all that \
            they changed at once, of a day at most. Said again, it takes back the change before that, and never an undo. \
            It refuses what has changed since, what has rung, timers and stopwatches. Everything that was changed can be \
            changed by hand as well.

            Examples:
              clockctl undo
              clockctl undo 41
            """)

    @Argument(help: ArgumentHelp("The number of another change, as clockctl undo and changes --json name it."))
    var change: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let result = try link.request(UndoRequest(change: change, by: link.settings.person)).result
        let plan = try link.plan(zones: console.zones, alarms: false)
        let words = console.words(at: plan.now)
        let lines = result.events.map { event in
            let sentence = ChangeSentence(event: event, words: words)
            var parts = [event.old == nil ? "back again" : "taken back"].map { StyledText("\($0): ") }
            if event.old != nil || event.new?.alarm == nil { parts.append(sentence.line(withTime: false)) }
            if let alarm = event.new?.alarm {
                let now = AlarmSentence(definition: alarm, plan: plan.adding(alarm, zones: console.zones), words: words)
                parts += [StyledText(event.old == nil ? "" : "; "), now.line()]
            }
            return parts.reduce(StyledText(), +) + sentence.undone
        }
        try teller(link, console).report(result, lines)
    }
}

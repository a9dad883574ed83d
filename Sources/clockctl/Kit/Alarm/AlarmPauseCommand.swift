internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmPauseCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Leave out all times of alarms from one date to another.",
        usage: "clockctl alarm pause <alarm> … <from>..<to> [--wait] [--json] [<connection options>]",
        discussion: """
            Both days are included. clockctl alarm resume ends it. The pause is one of the alarm's exceptions, which \
            clockctl alarm edit --except changes.

            Examples:
              clockctl alarm pause a3 2026-12-24..2027-01-06
              clockctl alarm pause a3 2026-12-24
              clockctl alarm pause a3 24 December to 6 January
              clockctl alarm pause Work School 2026-12-24..2027-01-06
            """)

    @Argument(
        help: ArgumentHelp("The alarms' ids or labels, and last the first and the last day.", valueName: "words"),
        completion: SiteCompletion.alarms)
    var words: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// The alarms, and the longest span of days behind them; the last word where none is readable.
    private var split: (alarms: [String], span: String) {
        let anyDay = CivilDate(year: 2026, month: 1, day: 1)
        for count in stride(from: min(words.count - 1, 12), to: 0, by: -1) {
            let span = words.suffix(count).joined(separator: " ")
            // A span that ends before it begins is one; its refusal says so.
            if (try? InputWords.span(span, "<from>..<to>", today: anyDay)) != nil {
                return (words.dropLast(count), span)
            }
        }
        return (words.dropLast(), words.last ?? "")
    }

    func validate() throws {
        guard !split.alarms.isEmpty else {
            throw ValidationError("say alarms, and then the days: clockctl alarm pause a3 2026-12-24..2027-01-06")
        }
        _ = try readingLine { () throws(FatalError) in
            try InputWords.span(split.span, "<from>..<to>", today: CivilDate(year: 2026, month: 1, day: 1))
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(try link.alarmIDs(split.alarms)) { draft, plan in
            let today = editor.maker.rules(for: draft, in: plan).localTime(at: plan.now).date
            let span = try InputWords.span(split.span, "<from>..<to>", today: today)
            draft.schedule.exceptions = InputWords.merged(draft.schedule.exceptions + [span])
        }
    }
}

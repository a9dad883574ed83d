internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct AlarmEditCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an alarm.",
        usage: "clockctl alarm edit <alarm> [<time>] [<options>]",
        discussion: """
            Only what is said is changed. --room replaces the places, --except the days. When \
            somebody else has changed the alarm since it was shown on this terminal, you are told how it is now, and asked.

            Examples:
              clockctl alarm edit a3 6:45
              clockctl alarm edit a3 --days mon-thu --volume 70 --ramp 60s
              clockctl alarm edit a3 --room bedroom bath --snooze off
              clockctl alarm edit a3 --holidays none --except none
            """)

    @Argument(help: ArgumentHelp("The alarm's id or label.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var id: String

    @Argument(help: ArgumentHelp("When it rings from now on.", valueName: "time"))
    var time: String?

    @OptionGroup var options: AlarmOptions

    @Option(
        help: ArgumentHelp(
            "Only if this is its revision, as alarm show tells it; for programs.", valueName: "number"))
    var revision: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        let edit = try readingLine { () throws(FatalError) in try AlarmEdit(options, time: time) }
        guard !edit.isEmpty else { throw ValidationError("what shall be changed? Say a time or an option") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let id = try link.alarmIDs([id])[0]
        let edit = try AlarmEdit(options, time: time)
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit([id], revision: revision) { draft, plan in
            draft.targets = try editor.maker.targets(of: edit) ?? draft.targets
            draft = try editor.maker.draft(draft, edited: edit, in: plan)
        }
    }
}

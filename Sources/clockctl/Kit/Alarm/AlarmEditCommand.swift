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
            Only what is said is changed. --node and --group together replace the places, --except the days. When \
            somebody else has changed the alarm in the meantime, nothing is changed and what it is now is told.

            Examples:
              clockctl alarm edit a3 6:45
              clockctl alarm edit a3 --days mon-thu --volume 70 --ramp 60s
              clockctl alarm edit a3 --node bedroom,bath --snooze off
              clockctl alarm edit a3 --holidays none --except none
            """)

    @Argument(help: ArgumentHelp("The alarm's id.", valueName: "alarm"))
    var id: String

    @Argument(help: ArgumentHelp("When it rings from now on.", valueName: "time"))
    var time: String?

    @OptionGroup var options: AlarmOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        let edit = try readingLine { () throws(FatalError) in
            let _: AlarmID = try InputWords.id(id, "an alarm")
            return try AlarmEdit(options, time: time)
        }
        guard !edit.isEmpty else { throw ValidationError("what shall be changed? Say a time or an option") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let id: AlarmID = try InputWords.id(id, "an alarm")
        let edit = try AlarmEdit(options, time: time)
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit([id]) { draft, plan in
            draft.targets = try editor.maker.targets(of: edit) ?? draft.targets
            draft = try editor.maker.draft(draft, edited: edit, in: plan)
        }
    }
}

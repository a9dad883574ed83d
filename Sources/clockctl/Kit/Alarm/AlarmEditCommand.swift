internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct AlarmEditCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change alarms.",
        usage: "clockctl alarm edit <alarm> … [<time>] [<options>]",
        discussion: """
            Only what is said is changed. --room replaces the places, --except the days. When \
            somebody else has changed the alarm since it was shown on this terminal, you are told how it is now, and asked.

            Examples:
              clockctl alarm edit a3 6:45
              clockctl alarm edit a3 --days mon-thu --volume 70 --ramp 60s
              clockctl alarm edit a3 --room bedroom bath --snooze off
              clockctl alarm edit Work School --volume 70
              clockctl alarm edit a3 --holidays none --except none
            """)

    @Argument(
        help: ArgumentHelp(
            "The alarms' ids or labels, and last the time at which they ring from now on.", valueName: "words"),
        completion: SiteCompletion.alarms)
    var words: [String]

    @OptionGroup var options: AlarmOptions

    @Option(
        help: ArgumentHelp(
            "Only if this is its revision, as alarm show tells it; for programs.", valueName: "number"))
    var revision: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        let (_, time) = AlarmEditCommand.split(words)
        let edit = try readingLine { () throws(FatalError) in try AlarmEdit(options, time: time) }
        if revision != nil, AlarmEditCommand.split(words).alarms.count > 1 {
            throw ValidationError("--revision is for one alarm; name that alone")
        }
        guard !edit.isEmpty else { throw ValidationError("what shall be changed? Say a time or an option") }
    }

    /// Splits the words: the last of several is a time if it begins with a digit or reads as one.
    static func split(_ words: [String]) -> (alarms: [String], time: String?) {
        guard words.count > 1, let last = words.last, last.first?.isNumber ?? false || (try? TimeInput(last)) != nil
        else {
            return (words, nil)
        }
        return (words.dropLast(), last)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let (alarms, time) = AlarmEditCommand.split(words)
        let ids = try link.alarmIDs(alarms)
        let edit = try AlarmEdit(options, time: time)
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(ids, revision: revision) { draft, plan in
            draft.targets = try editor.maker.targets(of: edit) ?? draft.targets
            draft = try editor.maker.draft(draft, edited: edit, in: plan)
        }
    }
}

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
              clockctl alarm edit a3 quarter to seven
              clockctl alarm edit a3 --days mon-thu --volume 70 --ramp 60s
              clockctl alarm edit a3 --room bedroom bath --snooze off
              clockctl alarm edit Work School --volume 70
              clockctl alarm edit a3 --plays off
              clockctl alarm edit a3 --holidays none --except none
            """)

    @Argument(
        help: ArgumentHelp(
            "The alarms' ids or labels, and last the time at which they ring from now on.", valueName: "words"),
        completion: SiteCompletion.alarms)
    var words: [String]

    @OptionGroup var options: AlarmOptions

    @Option(
        help: ArgumentHelp("Only if this is its revision, as alarm show tells it; for programs.", valueName: "number"))
    var revision: Int?

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        let readings = AlarmEditCommand.readings(words)
        let edit = try readingLine { () throws(FatalError) in try AlarmEdit(options, time: readings[0].time) }
        if revision != nil, readings.allSatisfy({ $0.alarms.count > 1 }) {
            throw ValidationError("--revision is for one alarm; name that alone")
        }
        guard !edit.isEmpty else { throw ValidationError("what shall be changed? Say a time or an option") }
    }

    /// Splits the words into alarms and the time behind them, in each way in which they can be read, the shortest time
    /// first. A last word of several that begins with a digit must be a time.
    static func readings(_ words: [String]) -> [(alarms: [String], time: String?)] {
        let readings = WordsWithTime(words).readings.filter { !$0.names.isEmpty }.map {
            (alarms: $0.names, time: Optional($0.time))
        }
        if !readings.isEmpty { return readings }
        guard words.count > 1, let last = words.last, last.first?.isNumber ?? false else { return [(words, nil)] }
        return [(words.dropLast(), last)]
    }

    /// Returns the first reading whose alarms there are; the last one explains that there are none.
    private func reading(_ link: CoordinatorLink) throws -> (ids: [AlarmID], time: String?) {
        let readings = AlarmEditCommand.readings(words)
        for reading in readings.dropLast() {
            // The next reading has fewer words for alarms.
            if let ids = try? link.alarmIDs(reading.alarms) { return (ids, reading.time) }
        }
        let last = readings[readings.count - 1]
        return (try link.alarmIDs(last.alarms), last.time)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let (ids, time) = try reading(link)
        let edit = try AlarmEdit(options, time: time)
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(ids, revision: revision, explains: edit.isInWords) { draft, plan in
            draft.targets = try editor.maker.targets(of: edit) ?? draft.targets
            draft = try editor.maker.draft(draft, edited: edit, in: plan)
        }
    }
}

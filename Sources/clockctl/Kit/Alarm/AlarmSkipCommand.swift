internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmSkipCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Leave out an alarm's next time, or all times until a day.",
        usage: """
            clockctl alarm skip <alarm> … [--undo] [--wait] [--json] [<connection options>]
            clockctl alarm skip <alarm> … until <day> [--wait] [--json] [<connection options>]
            """,
        discussion: """
            Said again, it leaves out the time after that too. --undo takes back every skip that is still to come. With \
            until, the alarm rings again from that day on; this is a pause, which clockctl alarm resume ends.

            Examples:
              clockctl alarm skip a3
              clockctl alarm skip a3 until monday
              clockctl alarm skip Work School until 7 January
              clockctl alarm skip a3 --undo
            """)

    @Argument(
        help: ArgumentHelp("The alarms' ids or labels, and until with the day of the next ring.", valueName: "words"),
        completion: SiteCompletion.alarms)
    var words: [String]

    @Flag(help: "Take back the skips that are still to come.")
    var undo = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// The words before `until`, and those behind it.
    private var split: (alarms: [String], day: String?) {
        guard let until = words.lastIndex(where: { $0.lowercased() == "until" }) else { return (words, nil) }
        return (Array(words[..<until]), words[(until + 1)...].joined(separator: " "))
    }

    func validate() throws {
        guard split.day != nil else { return }
        guard !split.alarms.isEmpty, !undo else {
            throw ValidationError("say alarms, until and the day of the next ring: clockctl alarm skip a3 until monday")
        }
        _ = try readingLine { () throws(FatalError) in try day() }
    }

    private func day() throws(FatalError) -> DayInput.Day? {
        guard let text = split.day else { return nil }
        return try InputWords.read("until") { () throws(InputError) in try DayInput.day(text) }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        let day = try day()
        try editor.edit(try link.alarmIDs(split.alarms)) { draft, plan in
            guard let definition = plan.schedule.alarms.first else { return }
            if let day {
                let today = editor.maker.rules(for: draft, in: plan).localTime(at: plan.now).date
                let back = day.date(from: today)
                guard today < back else { throw FatalError(.usage, "until: \(back.iso8601) is no day to come") }
                let span = DateSpan(first: today, last: CivilDate(daysSinceEpoch: back.daysSinceEpoch - 1))
                draft.schedule.exceptions = InputWords.merged(draft.schedule.exceptions + [span])
                return
            }
            // Past skips are of no use any more, and the list is bounded.
            let today = plan.rules(for: definition).map { $0.localTime(at: plan.now).date }.min()
            draft.schedule.skips.removeAll { date in undo || today.map { date < $0 } ?? false }
            if !undo { draft.schedule.skips = draft.schedule.skips + [try next(definition, plan)] }
        }
    }

    private func next(_ definition: AlarmDefinition, _ plan: SitePlan) throws(FatalError) -> CivilDate {
        let id = definition.alarm.id
        guard definition.alarm.isEnabled else {
            throw FatalError(.badData, "alarm \(id) is off, so there is nothing to skip; see clockctl alarm on")
        }
        guard let next = plan.next(definition, after: plan.now) else {
            throw FatalError(.badData, "alarm \(id) has no next time to skip; see clockctl next --explain")
        }
        return next.date
    }
}

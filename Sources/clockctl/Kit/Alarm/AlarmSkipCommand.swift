internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmSkipCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Leave out an alarm's next time.",
        usage: "clockctl alarm skip <alarm> … [--undo] [--wait] [--json] [<connection options>]",
        discussion: """
            Said again, it leaves out the time after that too. --undo takes back every skip that is still to come.

            Examples:
              clockctl alarm skip a3
              clockctl alarm skip a3 --undo
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @Flag(help: "Take back the skips that are still to come.")
    var undo = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(try link.alarmIDs(ids)) { draft, plan in
            guard let definition = plan.schedule.alarms.first else { return }
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

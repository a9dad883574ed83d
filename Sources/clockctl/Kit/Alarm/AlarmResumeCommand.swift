internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmResumeCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End the pause of alarms.",
        usage: "clockctl alarm resume <alarm> … [--wait] [--json] [<connection options>]",
        discussion: """
            The alarms ring again from now on. Of a pause that is still to come, nothing stays. Later pauses stay.

            Examples:
              clockctl alarm resume a3
              clockctl alarm resume Work School
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(try link.alarmIDs(ids)) { draft, plan in
            let today = editor.maker.rules(for: draft, in: plan).localTime(at: plan.now).date
            // The exceptions are ascending, so the first that is not over is the present one or the next.
            guard let pause = draft.schedule.exceptions.firstIndex(where: { today <= $0.last }) else {
                let id = plan.schedule.alarms.first.map { "alarm \($0.alarm.id)" } ?? "the alarm"
                throw FatalError(.badData, "\(id) is not paused; see clockctl next --explain")
            }
            draft.schedule.exceptions.remove(at: pause)
        }
    }
}

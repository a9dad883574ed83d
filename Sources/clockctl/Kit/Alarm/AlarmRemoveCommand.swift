internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct AlarmRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove alarms.",
        usage: """
            clockctl alarm rm <alarm> … [--wait] [--json] [<connection options>]
            clockctl alarm rm --used [<options>]
            """,
        discussion: """
            One that rings falls silent. Its id is never given again. --used removes all alarms that were for one time, \
            which is over.

            Examples:
              clockctl alarm rm a3
              clockctl alarm rm Work a4 a9
              clockctl alarm rm --used
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String] = []

    @Flag(help: "All that were for one time, which is over.")
    var used = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard ids.isEmpty == used else {
            throw ValidationError(used ? "name alarms or say --used, not both" : "which alarm? Say its id or label")
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids = try used ? usedUp(link, console) : link.alarmIDs(ids)
        guard !ids.isEmpty else { return console.write([StyledText("no alarm is used up")]) }
        let result = try link.change(ids.map { .removeAlarm($0) })
        try teller(link, console).report(result, ChangeSentence.lines(result, zone: console.zones.local))
    }

    private func usedUp(_ link: CoordinatorLink, _ console: Console) throws -> [AlarmID] {
        let plan = try link.plan(zones: console.zones)
        return plan.schedule.alarms.filter(plan.isUsedUp).map(\.alarm.id)
    }
}

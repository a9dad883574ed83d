internal import ArgumentParser
internal import ClockSite
internal import ClockWire

struct AlarmShowCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all there is to know of alarms.",
        usage: "clockctl alarm show <alarm> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl alarm show a3
              clockctl alarm show a3 --json
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids = try link.alarmIDs(ids)
        let plan = try link.plan(zones: console.zones, alarms: false)
        let definitions = try link.alarms(ids)
        output.write(
            oneOrSeveral: definitions.map { AlarmForecast($0, in: plan.adding($0, zones: console.zones)) }, on: console
        ) {
            SeenAlarms(site: link.settings.site, console: console).record(definitions.map(\.alarm))
            let words = console.words(at: plan.now)
            return definitions.flatMap { definition in
                AlarmShowView(
                    definition: definition, plan: plan.adding(definition, zones: console.zones), words: words,
                    width: console.columns
                ).lines()
            }
        }
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AlarmShowCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all there is to know of an alarm.",
        usage: "clockctl alarm show <alarm> [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl alarm show a3
              clockctl alarm show a3 --json
            """)

    @Argument(help: ArgumentHelp("The alarm's id or label.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var id: String

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let id = try link.alarmIDs([id])[0]
        let plan = try link.plan(zones: console.zones, alarms: false)
        let definition = try link.alarm(id)
        let whole = plan.adding(definition, zones: console.zones)
        if output.json {
            console.write(JSONOutput.text(AlarmForecast(definition, in: whole)))
        } else {
            SeenAlarms(site: link.settings.site, console: console).note([definition.alarm])
            let words = TimeWords(zone: console.zones.local, now: plan.now)
            console.write(
                AlarmShowView(definition: definition, plan: whole, words: words, width: console.columns).lines())
        }
    }
}

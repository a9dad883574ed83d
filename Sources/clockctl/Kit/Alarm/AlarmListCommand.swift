internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct AlarmListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the alarms.",
        usage: "clockctl alarm list [<room> …] [--json] [<connection options>]",
        discussion: """
            TIME is the alarm's own, NEXT is in this computer's zone.

            Examples:
              clockctl alarm list
              clockctl alarm list bedroom
              clockctl alarm list --json | jq -r '.alarms[] | select(.next) | .alarm.id'
            """)

    @OptionGroup var rooms: RoomFilter

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let only = try NodeNames(link: link).identify(rooms.names)
        let plan = try link.plan(zones: console.zones)
        if let stranger = only.first(where: { plan.nodes[$0] == nil }) {
            throw NodeNames.unknown(
                stranger.rawValue, among: plan.nodes.values.sorted { $0.id < $1.id }, site: link.settings.site)
        }
        let alarms = plan.schedule.alarms.filter { definition in
            only.isEmpty || plan.schedule.nodes(of: definition.targets).contains(where: only.contains)
        }
        if output.json {
            let forecasts = alarms.map { AlarmForecast($0, in: plan) }
            console.write(JSONOutput.text(AlarmList(now: plan.now, alarms: forecasts)))
        } else {
            SeenAlarms(site: link.settings.site, console: console).record(alarms.map(\.alarm), isAll: only.isEmpty)
            let words = TimeWords(zone: console.zones.local, now: plan.now)
            console.write(
                AlarmListView(alarms: alarms, plan: plan, words: words, width: console.columns, nodes: only).lines())
        }
    }

    /// The output of `alarm list --json`.
    struct AlarmList: Encodable {
        var now: WallTime
        var alarms: [AlarmForecast]
    }
}

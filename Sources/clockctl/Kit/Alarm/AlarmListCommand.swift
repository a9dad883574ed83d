internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct AlarmListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the alarms.",
        usage: "clockctl alarm list [<room> …] [--bells] [--json] [<connection options>]",
        discussion: """
            TIME is the alarm's own, NEXT is in this computer's zone. Bells of programs are counted; --bells lists them.

            Examples:
              clockctl alarm list
              clockctl alarm list bedroom
              clockctl alarm list --json | jq -r '.alarms[] | select(.next) | .alarm.id'
            """)

    @OptionGroup var rooms: RoomFilter

    @Flag(help: "List the bells of programs too.")
    var bells = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let only = try NodeNames(link: link).identify(rooms.names)
        let plan = try link.plan(zones: console.zones)
        if let stranger = only.first(where: { plan.nodes[$0] == nil }) {
            throw NodeNames.unknown(
                stranger.rawValue, among: plan.nodes.values.sorted { $0.id < $1.id }, site: link.settings.site)
        }
        let all = plan.schedule.alarms.filter { definition in
            only.isEmpty || plan.schedule.nodes(of: definition.targets).contains(where: only.contains)
        }
        let alarms = bells ? all : all.filter { $0.program == nil }
        if output.json {
            let forecasts = alarms.map { AlarmForecast($0, in: plan) }
            let left = all.count - alarms.count
            console.write(
                JSONOutput.text(AlarmList(now: plan.now, alarms: forecasts, bellsLeftOut: left == 0 ? nil : left)))
        } else {
            SeenAlarms(site: link.settings.site, console: console).record(
                alarms.map(\.alarm), isAll: only.isEmpty && alarms.count == all.count)
            let words = console.words(at: plan.now)
            let programs = bells ? [] : all.compactMap(\.program)
            console.write(
                AlarmListView(
                    alarms: alarms, plan: plan, words: words, width: console.columns, nodes: only, programs: programs
                ).lines())
        }
    }

    /// The output of `alarm list --json`.
    struct AlarmList: Encodable {
        var now: WallTime
        var alarms: [AlarmForecast]
        /// The bells of programs, without `--bells`; `nil` where there are none.
        var bellsLeftOut: Int?

        enum CodingKeys: String, CodingKey {
            case now, alarms
            case bellsLeftOut = "bells_left_out"
        }
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct TimerListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the timers with what is left of them.",
        usage: "clockctl timer list [<room> …] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl timer list
              clockctl timer list kitchen
              clockctl timer list --json | jq '.timers[] | {id, remaining_s}'
            """)

    @OptionGroup var rooms: RoomFilter
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let only = try NodeNames(link: link).identify(rooms.names)
        let plan = try link.plan(zones: console.zones, alarms: false)
        if let stranger = only.first(where: { plan.nodes[$0] == nil }) {
            throw NodeNames.unknown(
                stranger.rawValue, among: plan.nodes.values.sorted { $0.id < $1.id }, site: link.settings.site)
        }
        let timers = plan.schedule.timers.filter { definition in
            only.isEmpty || plan.schedule.nodes(of: definition.targets).contains(where: only.contains)
        }
        let standings = timers.map { TimerStanding($0, in: plan) }
        output.write(TimerList(now: plan.now, timers: standings), on: console) {
            TimerListView(timers: standings, words: console.words(at: plan.now), width: console.columns).lines()
        }
    }

    /// The output of `timer list --json`.
    struct TimerList: Encodable {
        var now: WallTime
        var timers: [TimerStanding]
    }
}

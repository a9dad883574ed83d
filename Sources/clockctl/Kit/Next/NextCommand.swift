internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct NextCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show what rings, speaks and plays next, and why then.",
        usage: """
            clockctl next [<room> …] [--count <count>] [--explain] [--from <from>]
                          [--json] [<connection options>]
            """,
        discussion: """
            It is computed here, from what is defined and this computer's tz database, and compared with what the \
            nodes themselves mean to do; where they differ, that is told. --explain tells of every time by which zone \
            it is, where clocks jump over it or show it twice, and what keeps an alarm from ringing: skips, \
            exceptions, holidays, being off. Times are in this computer's zone.

            FROM looks ahead from another instant than now: a time of day (20:00), tomorrow, in so long (2h), a date \
            (2027-03-27), "2027-03-27 22:00", or RFC 3339.

            Examples:
              clockctl next
              clockctl next bedroom --count 5 --explain
              clockctl next --from 2027-03-27 --explain
            """)

    @OptionGroup var rooms: RoomFilter

    @Option(help: ArgumentHelp("So many rings and so many announcements, 1 to 100.", valueName: "count"))
    var count = 3

    @Flag(help: "Tell why then, and why not.")
    var explain = false

    @Option(help: ArgumentHelp("Look ahead from this instant.", valueName: "from"))
    var from: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard (1...100).contains(count) else { throw ValidationError("--count \(count) is not in 1 to 100") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let start = try from.map { text throws(FatalError) in
            try InputWords.moment(text, "--from", now: Clocks.wall(), zone: console.zones.local, .ahead)
        }
        let only = try NodeNames(link: link).identify(rooms.names)
        let plan = try link.plan(zones: console.zones)
        let words = console.words(at: plan.now)
        if let stranger = only.first(where: { !plan.allNodes.contains($0) }) {
            throw NodeNames.unknown(
                stranger.rawValue, among: plan.nodes.values.sorted { $0.id < $1.id }, site: link.settings.site)
        }
        let outlooks = (only.isEmpty ? plan.allNodes : only).map {
            NodeOutlook($0, in: plan, from: start, count: count, words: words)
        }
        output.write(NextDocument(now: plan.now, from: start, nodes: outlooks), on: console) {
            NextView(
                outlooks: outlooks, words: words, width: console.columns, explains: explain,
                isFromElsewhere: start != nil
            ).lines()
        }
    }
}

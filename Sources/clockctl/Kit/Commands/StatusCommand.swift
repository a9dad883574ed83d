internal import ArgumentParser
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct StatusCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the site at a glance.",
        usage: "clockctl status [--local] [--json] [<connection options>]",
        discussion: """
            One row a node: whether it is there, whether it trusts its clock and how far that is off, what became of \
            the last quarter hour (BY tells what woke the node, WAKE how long the wake message took, ONSET how far off \
            the first sound was), volume, next announcement, alarms, timers, and the revision of its settings. What is \
            wrong follows below the table. Times are in this computer's zone.

            --local shows the room of this machine as its node knows it, also while broker and coordinator are down.

            Examples:
              clockctl status
              clockctl status --json | jq '.nodes[] | {id, availability}'
              clockctl status --broker 192.168.1.5 --site school
              clockctl status --local
            """)

    @OptionGroup var local: LocalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console) async throws {
        guard let path = try local.path() else { return try await runAtSite(on: console) }
        let state = try LocalLink(path: path, timeout: connection.timeout(standard: Self.standardTimeout))
            .ask(LocalRequest(action: .status))
        if output.json {
            console.write(JSONOutput.text(state))
        } else {
            let words = TimeWords(zone: console.zones.local, now: state.now)
            console.write(
                LocalStatusView(state: state, words: words, width: console.columns, option: local.option).lines())
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let answered = try link.status()
        if output.json {
            console.write(JSONOutput.text(answered.result))
        } else {
            let view = StatusView(
                answered.result, zones: console.zones, width: console.columns,
                localOffset: answered.localOffset(of: answered.result.now))
            console.write(view.lines())
        }
    }
}

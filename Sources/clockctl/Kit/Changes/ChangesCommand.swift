internal import ArgumentParser
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import Glibc

struct ChangesCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Follow what people define and change, as it happens.",
        usage: "clockctl changes [--json] [<connection options>]",
        discussion: """
            A line for each alarm, timer, stopwatch, group, calendar or node that is added, changed or removed, from \
            now on until control-C. With --json each line is a JSON document with the old and the new.

            Examples:
              clockctl changes
              clockctl changes --json | jq -c '.new.alarm // empty'
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console) async throws {
        let settings = try connection.settings(environment: console.environment)
        settings.warnings.forEach(console.warn)
        let link = try CoordinatorLink(
            settings, timeout: connection.timeout(standard: .seconds(5)), following: .changes)
        try link.awaitConnection()
        var follower = ChangeFollower()
        // Control-C ends the program, as with any command that follows events.
        while true {
            let state = link.state()
            if let refusal = state.refusal { throw LinkFailure.forbidden(refusal, settings) }
            follower.follow(state.connection).forEach(console.warn)
            for event in state.changes {
                if let missed = follower.follow(event) { console.warn(missed) }
                if output.json {
                    console.write(JSONOutput.line(event))
                } else {
                    let words = TimeWords(zone: console.zones.local, now: event.at)
                    console.write([ChangeSentence(event: event, words: words).line()])
                }
            }
            let gone = Clocks.wait(
                for: [link.descriptor], output: STDOUT_FILENO, until: Clocks.boot() + .seconds(60))
            if gone.contains(STDOUT_FILENO) { return await link.close() }
        }
    }
}

/// Notices missed changes.
struct ChangeFollower: Sendable {
    private var last: Int?
    private var isAway = false

    /// Returns the lines about the connection: when it breaks, and when it is back.
    mutating func follow(_ connection: LinkState.Connection) -> [String] {
        switch connection {
        case .lost(let disconnect):
            defer { isAway = true }
            return isAway ? [] : ["\(disconnect.message); changes are not heard until it is back"]
        case .connected:
            defer { isAway = false }
            return isAway ? ["the connection is back"] : []
        case .connecting, .stopped:
            return []
        }
    }

    /// Returns a line about missed changes between the last one and this one; `nil` when there are none.
    mutating func follow(_ event: ChangeEvent) -> String? {
        defer { last = event.number }
        guard let last, event.number != last + 1 else { return nil }
        // A store from a backup, or a new one, counts from the start.
        guard event.number > last else { return "the coordinator's store has changed: it counts from \(event.number)" }
        return "\(QuantityWords.count(event.number - last - 1, "change")) before this one "
            + "\(event.number == last + 2 ? "was" : "were") not heard"
    }
}

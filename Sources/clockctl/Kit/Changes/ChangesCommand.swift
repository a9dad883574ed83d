internal import ArgumentParser
internal import ClockDomain
internal import ClockMQTT
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import Glibc

struct ChangesCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Show what people define and change, and who did it.",
        usage: """
            clockctl changes [--json] [<connection options>]
            clockctl changes --since <when> [--until <when>] [--json] [<connection options>]
            """,
        discussion: """
            A line for each alarm, timer, stopwatch, group, calendar or node that is added, changed or removed, from \
            now on until control-C; with --since those since then, oldest first. With --json each line is a JSON document \
            with the old and the new. WHEN is as in `clockctl history`.

            Examples:
              clockctl changes
              clockctl changes --since yesterday --until 12:00
              clockctl changes --json | jq -c '.new.alarm // empty'
            """)

    @Option(help: ArgumentHelp("What was changed from this time on.", valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only up to this time; with --since.", valueName: "when"))
    var until: String?

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard until == nil || since != nil else {
            throw ValidationError("--until needs --since; without it changes are followed as they happen")
        }
    }

    func run(on console: Console) async throws {
        if since == nil { try await follow(on: console) } else { try await runAtSite(on: console) }
    }

    /// Prints the changes that the coordinator's store has.
    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let now = Clocks.wall()
        func instant(_ text: String?, _ option: String) throws(FatalError) -> WallTime? {
            guard let text else { return nil }
            return try InputWords.moment(text, option, now: now, zone: console.zones.local)
        }
        var request = ChangesRequest(since: try instant(since, "--since"), until: try instant(until, "--until"))
        var changes: [ChangeEvent] = []
        repeat {
            let page = try link.request(request).result
            changes += page.changes
            request.before = page.next
        } while request.before != nil
        if changes.isEmpty, !output.json { return console.write([StyledText("Nothing is on record for this.")]) }
        for event in changes.reversed() { write(event, withDate: true, on: console) }
    }

    private func write(_ event: ChangeEvent, withDate: Bool, on console: Console) {
        if output.json { return console.write(JSONOutput.line(event)) }
        let words = console.words(at: event.at)
        let sentence = ChangeSentence(event: event, words: words)
        guard !sentence.isEmpty else { return }
        let date = withDate ? StyledText("\(console.zones.local.localTime(at: event.at).date) ", .dim) : StyledText()
        console.write([date + sentence.line()])
    }

    private func follow(on console: Console) async throws {
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
                write(event, withDate: false, on: console)
            }
            let gone = Clocks.wait(for: [link.descriptor], output: STDOUT_FILENO, until: Clocks.boot() + .seconds(60))
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
        case .connecting, .stopped: return []
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

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire
internal import Glibc

struct HistoryCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what became of every quarter hour, alarm, timer and played sound, newest first.",
        usage: """
            clockctl history [<room> …] [--since <when>] [--until <when>] [--limit <lines>] [--why]
                             [--follow] [--json] [<connection options>]
            """,
        discussion: """
            Every quarter hour, every time that an alarm or a timer was to ring and everything that was to be said or \
            played ends in one line for each node, heard or not. Without --since the newest lines are shown, with it all \
            lines since then. Those of a room whose clock was over a day ahead are shown with a --since as far ahead.

            WHEN is a time ago (30m, 2h, 1d), today, yesterday, a time of day (14:00), a date (2026-11-21), both \
            ("2026-11-21 14:00"), or RFC 3339 with its offset (2026-11-21T13:00:00Z).

            Examples:
              clockctl history
              clockctl history kitchen --since 2h
              clockctl history --since yesterday --until 12:00 --why
              clockctl history bedroom --follow
              clockctl history --since today --json | jq '.lines[].record.outcome'
            """)

    @OptionGroup var rooms: RoomFilter

    @Option(help: ArgumentHelp("Only from this time on.", valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Only up to this time.", valueName: "when"))
    var until: String?

    @Option(
        help: ArgumentHelp(
            "At most so many lines, 1 to 100000; 40 unless --since is given, 10 before --follow.", valueName: "lines"))
    var limit: Int?

    @Flag(help: "Print the newest lines, oldest first, and then each new one until control-C.")
    var follow = false

    @Flag(help: "Tell the reason of every line that has one.")
    var why = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    private static let limits = 1...100_000
    private static let standardLimit = 40

    func validate() throws {
        if let limit, !HistoryCommand.limits.contains(limit) {
            throw ValidationError("--limit \(limit) is not in 1 to 100000")
        }
        guard !follow || since == nil && until == nil else {
            throw ValidationError(
                "--follow begins now; say --limit for earlier lines, and leave out --since and --until")
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let now = Clocks.wall()
        func instant(_ text: String, _ option: String) throws(FatalError) -> WallTime {
            try InputWords.moment(text, option, now: now, zone: console.zones.local)
        }
        let range = (
            since: try since.map { text throws(FatalError) in try instant(text, "--since") },
            until: try until.map { text throws(FatalError) in try instant(text, "--until") }
        )
        let nodes = try NodeNames(link: link).identify(rooms.names)
        if follow { return try follow(nodes, link, console) }
        let limit = limit ?? (range.since == nil ? HistoryCommand.standardLimit : HistoryCommand.limits.upperBound)
        let page = try page(of: nodes, link, since: range.since, until: range.until, limit: limit)
        output.write(page, on: console) {
            let view = HistoryView(
                lines: page.lines, words: console.words(at: now), width: console.columns,
                why: why, hasMore: page.next != nil, joinsRooms: nodes.isEmpty)
            return view.rendered()
        }
    }

    /// Prints each new line of the newest hundred, until nobody reads any more.
    private func follow(_ nodes: [NodeID], _ link: CoordinatorLink, _ console: Console) throws {
        var known: Set<HistoryLine>?
        var isAway = false
        while true {
            do {
                let newest = try page(of: nodes, link, since: nil, until: nil, limit: Self.followedLines).lines
                let new =
                    known.map { known in newest.filter { !known.contains($0) } } ?? Array(newest.prefix(limit ?? 10))
                known = Set(newest)
                isAway = false
                let view = HistoryView(
                    lines: new.reversed(), words: console.words(at: Clocks.wall()), why: why,
                    hasMore: false, joinsRooms: false)
                if output.json {
                    for line in view.lines { console.write(JSONOutput.line(line)) }
                } else {
                    console.write(view.sentences())
                }
            } catch  where known != nil {
                if !isAway { console.warn("\(error); new lines are printed once it answers") }
                isAway = true
            }
            let gone = Clocks.wait(for: [], output: STDOUT_FILENO, until: Clocks.boot() + Self.followedPause)
            if gone.contains(STDOUT_FILENO) { return }
        }
    }

    /// The last of all names: no line of the millisecond after `until` stands behind it.
    private static let lastNode = NodeID(String(repeating: "z", count: 32))
    private static let followedLines = 100
    private static let followedPause: Duration = .seconds(2)

    private func page(
        of nodes: [NodeID], _ link: CoordinatorLink, since: WallTime?, until: WallTime?, limit: Int
    ) throws -> HistoryPage {
        try NodeNames(link: link).explainingUnknown(nodes) {
            func lines(_ node: NodeID?) throws -> HistoryPage {
                try self.lines(link, node: node, since: since, until: until, limit: limit)
            }
            return nodes.isEmpty ? try lines(nil) : merged(try nodes.map(lines), limit: limit)
        }
    }

    /// Returns several rooms' lines as one page, in the order of the history.
    private func merged(_ pages: [HistoryPage], limit: Int) -> HistoryPage {
        guard pages.count > 1 else { return pages.first ?? HistoryPage(lines: [], next: nil) }
        let lines = pages.flatMap(\.lines).enumerated().sorted { first, second in
            let (one, other) = (first.element.cursor, second.element.cursor)
            // Lines of one room and one instant keep the coordinator's order.
            return (other.target, one.node, first.offset) < (one.target, other.node, second.offset)
        }.map(\.element)
        let shown = Array(lines.prefix(limit))
        let hasMore = lines.count > shown.count || pages.contains { $0.next != nil }
        return HistoryPage(lines: shown, next: hasMore ? shown.last?.cursor : nil)
    }

    /// Returns as many pages as necessary, as one.
    private func lines(
        _ link: CoordinatorLink, node: NodeID?, since: WallTime?, until: WallTime?, limit: Int
    ) throws -> HistoryPage {
        let end = until.flatMap { until in
            Self.lastNode.map { HistoryCursor(target: until + .milliseconds(1), node: $0) }
        }
        var whole = HistoryPage(lines: [], next: end)
        repeat {
            let request = HistoryRequest(
                node: node, since: since, before: whole.next,
                limit: min(HistoryRequest.maximumLimit, limit - whole.lines.count))
            let page = try link.request(request).result
            // If a page brought no lines, we would request it without end.
            guard !page.lines.isEmpty else { return HistoryPage(lines: whole.lines, next: nil) }
            whole = HistoryPage(lines: whole.lines + page.lines, next: page.next)
        } while whole.next != nil && whole.lines.count < limit
        return whole
    }
}

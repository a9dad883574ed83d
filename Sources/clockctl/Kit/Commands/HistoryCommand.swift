internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct HistoryCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what became of every quarter hour, alarm, timer and played sound, newest first.",
        usage: """
            clockctl history [<room> …] [--since <since>] [--limit <lines>] [--why]
                             [--json] [<connection options>]
            """,
        discussion: """
            Every quarter hour, every time that an alarm or a timer was to ring and everything that was to be said or \
            played ends in one line for each node, heard or not. Without --since the newest lines are shown, with it all \
            lines since then. Those of a room whose clock was over a day ahead are shown with a --since as far ahead.

            SINCE is a time ago (30m, 2h, 1d), today, yesterday, a time of day (14:00), a date (2026-11-21), both \
            ("2026-11-21 14:00"), or RFC 3339 with its offset (2026-11-21T13:00:00Z).

            Examples:
              clockctl history
              clockctl history kitchen --since 2h
              clockctl history --since yesterday --why
              clockctl history --since today --json | jq '.lines[].record.outcome'
            """)

    @OptionGroup var rooms: RoomFilter

    @Option(help: ArgumentHelp("Only from this time on.", valueName: "since"))
    var since: String?

    @Option(help: ArgumentHelp("At most so many lines, 1 to 100000; 40 unless --since is given.", valueName: "lines"))
    var limit: Int?

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
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let now = Clocks.wall()
        let since = try since.map { text throws(FatalError) in
            do throws(SinceWords.Refusal) {
                return try SinceWords.instant(text, now: now, zone: console.zones.local)
            } catch {
                throw FatalError(.usage, "--since: \(error)")
            }
        }
        let nodes = try NodeNames(link: link).identify(rooms.names)
        let page = try NodeNames(link: link).explainingUnknown(nodes) {
            guard !nodes.isEmpty else { return try lines(link, node: nil, since: since) }
            return merged(try nodes.map { try lines(link, node: $0, since: since) })
        }
        if output.json {
            console.write(JSONOutput.text(page))
        } else {
            let view = HistoryView(
                lines: page.lines, words: TimeWords(zone: console.zones.local, now: now), width: console.columns,
                why: why, hasMore: page.next != nil, joinsRooms: nodes.isEmpty)
            console.write(view.rendered())
        }
    }

    /// Returns several rooms' lines as one page, in the order of the history.
    private func merged(_ pages: [HistoryPage]) -> HistoryPage {
        guard pages.count > 1 else { return pages.first ?? HistoryPage(lines: [], next: nil) }
        let lines = pages.flatMap(\.lines).enumerated().sorted { first, second in
            let (one, other) = (first.element.cursor, second.element.cursor)
            // Lines of one room and one instant keep the coordinator's order.
            return (other.target, one.node, first.offset) < (one.target, other.node, second.offset)
        }.map(\.element)
        let limit = limit ?? (since == nil ? HistoryCommand.standardLimit : HistoryCommand.limits.upperBound)
        let shown = Array(lines.prefix(limit))
        let hasMore = lines.count > shown.count || pages.contains { $0.next != nil }
        return HistoryPage(lines: shown, next: hasMore ? shown.last?.cursor : nil)
    }

    /// Returns as many pages as necessary, as one.
    private func lines(_ link: CoordinatorLink, node: NodeID?, since: WallTime?) throws -> HistoryPage {
        let limit = limit ?? (since == nil ? HistoryCommand.standardLimit : HistoryCommand.limits.upperBound)
        var whole = HistoryPage(lines: [], next: nil)
        repeat {
            let request = HistoryRequest(
                node: node, since: since, before: whole.next,
                limit: min(HistoryRequest.maximumLimit, limit - whole.lines.count))
            let page = try link.request(.history, request, as: HistoryPage.self).result
            // If a page brought no lines, we would request it without end.
            guard !page.lines.isEmpty else { return HistoryPage(lines: whole.lines, next: nil) }
            whole = HistoryPage(lines: whole.lines + page.lines, next: page.next)
        } while whole.next != nil && whole.lines.count < limit
        return whole
    }
}

internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The site at a glance: header, a row a node, and what is wrong in sentences.
struct StatusView: Sendable {
    var status: SiteStatus
    var zones: Zones
    var words: TimeWords
    /// Terminal columns; `nil` for as wide as it gets.
    var width: Int?
    /// This computer's clock minus the site's, where known.
    var localOffset: Duration?

    init(_ status: SiteStatus, zones: Zones, width: Int?, localOffset: Duration? = nil) {
        self.status = status
        self.zones = zones
        self.width = width
        self.localOffset = localOffset
        words = TimeWords(zone: zones.local, now: status.now)
    }

    func lines() -> [StyledText] {
        header() + ringLines() + [StyledText()] + table() + problemLines()
    }

    /// What rings, is snoozed or counts, below an empty line; nothing where all is quiet.
    func ringLines() -> [StyledText] {
        let lines = RingLines(status: status, words: words, width: width).lines()
        return lines.isEmpty ? [] : [StyledText()] + lines
    }

    private func header() -> [StyledText] {
        let now = StyledText("now ", .dim) + StyledText(words.time(status.now)) + separator + nextWake()
        return site() + [width.map(now.truncated) ?? now]
    }

    /// Site, coordinator and broker.
    func site() -> [StyledText] {
        var first: [StyledText] = [
            StyledText("site ", .dim) + StyledText(status.site.rawValue, .bold), coordinator(),
            StyledText("broker ", .dim) + StyledText(status.coordinator.broker),
        ]
        // Where the line is short the broker goes to the next one.
        var lines: [StyledText] = []
        if let width, joined(first).width > width {
            let broker = first.removeLast()
            lines = [joined(first), broker]
        } else {
            lines = [joined(first)]
        }
        return lines.map { width.map($0.truncated) ?? $0 }
    }

    /// `next wake 14:44:45 (in 3 min 12 s) for 14:45`
    func nextWake() -> StyledText {
        StyledText("next wake ", .dim) + StyledText(words.time(status.nextWake))
            + StyledText(" (\(words.relative(status.nextWake))) for \(words.hourAndMinute(status.nextTarget))")
    }

    private func coordinator() -> StyledText {
        let coordinator = status.coordinator
        let style: Style =
            switch coordinator.state {
            case .running: .good
            case .degraded: .bad
            }
        return StyledText("coordinator ", .dim) + StyledText(coordinator.state.rawValue, style)
            + StyledText(" \(coordinator.version), since \(words.moment(coordinator.started))\(standbys())")
    }

    /// ` on clocks1, clocks2 stands by`
    private func standbys() -> String {
        guard let lease = status.coordinator.lease, !lease.standbys.isEmpty else { return "" }
        let there = lease.standbys.filter { $0.isThere(at: status.now) }.map(\.machine)
        let words =
            switch there.count {
            case 0: "nobody stands by"
            case 1: "\(there[0]) stands by"
            default: "\(there.joined(separator: ", ")) stand by"
            }
        return " on \(lease.machine), \(words)"
    }

    func table() -> [StyledText] {
        guard !status.nodes.isEmpty else {
            return NodeProblems.noNodes(width: width)
        }
        let isNarrow = width.map { $0 < StatusTable.wideColumns } ?? false
        let isTiny = width.map { $0 < StatusTable.tinyColumns } ?? false
        let table = StatusTable(nodes: status.nodes, words: words, zones: zones, isNarrow: isNarrow, isTiny: isTiny)
        return table.table.lines(width: width)
    }

    func problemLines() -> [StyledText] {
        let problems = NodeProblems(status: status, words: words, localOffset: localOffset).sentences()
        guard !problems.isEmpty else { return [] }
        return [StyledText()] + problems.flatMap { wrapped($0) }
    }

    private func wrapped(_ problem: StyledText) -> [StyledText] {
        let style = problem.spans.first?.style ?? .plain
        let lines = width.map { problem.plain.wrapped(to: max(1, $0 - 2)) } ?? [problem.plain]
        return lines.enumerated().map { index, line in
            StyledText(index == 0 ? "! " : "  ", style) + StyledText(line)
        }
    }

    private var separator: StyledText { StyledText(" · ", .dim) }

    private func joined(_ parts: [StyledText]) -> StyledText {
        parts.dropFirst().reduce(parts[0]) { $0 + separator + $1 }
    }
}

internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The site at a glance: header, a row a node, and problems in sentences.
///
/// Nobody reads the rows of many rooms: first comes the number of fine rooms, then the problems, what they have in
/// common, and the rooms with trouble.
struct StatusView: Sendable {
    let status: SiteStatus
    var zones: Zones
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// This computer's clock minus the site's, if known.
    var localOffset: Duration?
    /// True to leave out rooms that are fine.
    var onlyTrouble = false
    /// Most rows of the table; `nil` for all.
    var maximumRows: Int?
    /// The site's groups, which show the common place of rooms in trouble.
    var groups: [NodeGroup] = []
    private let rooms: [Room]
    /// Of the whole site.
    var emergency: SiteEmergency

    /// A site with more rooms gets the form for many.
    static let fewRooms = 30
    private static let shownGroups = 10

    private struct Room {
        var node: NodeStatus
        var troubles: [RoomTrouble]

        /// 0 for a room that is silent, 2 for one that is fine.
        var rank: Int { troubles.isEmpty ? 2 : troubles.contains(where: \.isBad) ? 0 : 1 }
    }

    init(_ status: SiteStatus, zones: Zones, width: Int?, localOffset: Duration? = nil) {
        self.status = status
        self.zones = zones
        self.width = width
        self.localOffset = localOffset
        words = TimeWords(zone: zones.local, now: status.now)
        emergency = SiteEmergency(status)
        let problems = NodeProblems(status: status, words: words, localOffset: localOffset)
        rooms = status.nodes.map { Room(node: $0, troubles: problems.troubles(of: $0)) }
    }

    /// True when there are so many rooms that trouble comes first.
    var hasMany: Bool { rooms.count > Self.fewRooms }

    var inTrouble: [NodeStatus] { rooms.filter { !$0.troubles.isEmpty }.map(\.node) }

    func lines() -> [StyledText] {
        guard hasMany || onlyTrouble else { return header() + ringLines() + [StyledText()] + table() + problemLines() }
        return header() + summary() + ringLines() + problemLines() + groupLines() + spaced(table())
    }

    /// `9,812 of 10,000 rooms are fine`
    func summary() -> [StyledText] {
        guard !rooms.isEmpty else { return [] }
        let ranks = rooms.map(\.rank)
        let fine = ranks.count { $0 == 2 }
        let style: Style = fine == rooms.count ? .good : ranks.contains(0) ? .bad : .warning
        let all = rooms.count == 1 ? "1 room is fine" : "\(RoomWords.whole(rooms.count)) rooms are fine"
        return [
            StyledText(fine == rooms.count && fine > 1 ? "all \(all)" : "\(RoomWords.whole(fine)) of \(all)", style)
        ]
    }

    /// Returns groups with rooms in trouble, if there are many rooms: the worst first.
    private func groupLines() -> [StyledText] {
        guard hasMany, !groups.isEmpty else { return [] }
        let fine = Dictionary(rooms.map { ($0.node.id, $0.troubles.isEmpty) }) { first, _ in first }
        let counted = groups.map { group -> (name: String, all: Int, bad: Int) in
            let known = group.nodes.compactMap { fine[$0] }
            return (group.id.rawValue, known.count, known.count { !$0 })
        }.filter { $0.bad > 0 }.sorted { ($1.bad, $0.name) < ($0.bad, $1.name) }
        guard !counted.isEmpty else { return [] }
        let shown = counted.prefix(maximumRows == nil ? counted.count : Self.shownGroups)
        let table = TextTable(columns: [
            .init(title: "GROUP", minimumWidth: 8, cells: shown.map { StyledText($0.name, .bold) }),
            .init(title: "ROOMS", alignment: .right, cells: shown.map { StyledText(RoomWords.whole($0.all)) }),
            .init(
                title: "FINE", alignment: .right,
                cells: shown.map { StyledText(RoomWords.whole($0.all - $0.bad), $0.bad == $0.all ? .bad : .warning) }),
        ])
        let rest = counted.count - shown.count
        let more = rest == 0 ? [] : [StyledText("… \(QuantityWords.count(rest, "more group")) with trouble", .dim)]
        return spaced(table.lines(width: width) + more)
    }

    private func spaced(_ lines: [StyledText]) -> [StyledText] { lines.isEmpty ? [] : [StyledText()] + lines }

    /// Returns the emergency, rings, snoozes and countdowns, below an empty line; nothing when all is quiet.
    func ringLines() -> [StyledText] {
        let alert = emergency.isOn(at: status.now) ? emergency.lines(words) : []
        let lines =
            alert.map { line in width.map(line.truncated) ?? line }
            + RingLines(status: status, words: words, width: width).lines()
        return lines.isEmpty ? [] : [StyledText()] + lines
    }

    private func header() -> [StyledText] {
        let now = StyledText("now ", .dim) + StyledText(words.time(status.now)) + separator + nextWake()
        return site() + [width.map(now.truncated) ?? now]
    }

    /// Returns the lines on site, coordinator and broker.
    func site() -> [StyledText] {
        var first: [StyledText] = [
            StyledText("site ", .dim) + StyledText(status.site.rawValue, .bold), coordinator(),
            StyledText("broker ", .dim) + StyledText(status.coordinator.broker),
        ]
        // In a narrow terminal the broker goes to the next line.
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
        guard !status.nodes.isEmpty else { return NodeProblems.noNodes(width: width) }
        let listed = hasMany || onlyTrouble ? rooms.enumerated().sorted(by: Self.goesFirst).map(\.element) : rooms
        let chosen = onlyTrouble ? listed.filter { !$0.troubles.isEmpty } : listed
        guard !chosen.isEmpty else { return [] }
        let shown = chosen.prefix(maximumRows ?? chosen.count)
        let isNarrow = width.map { $0 < StatusTable.wideColumns } ?? false
        let isTiny = width.map { $0 < StatusTable.tinyColumns } ?? false
        let table = StatusTable(
            nodes: shown.map(\.node), words: words, zones: zones, isNarrow: isNarrow, isTiny: isTiny)
        return table.table.lines(width: width) + rest(Array(chosen.dropFirst(shown.count)))
    }

    /// Sorts rooms with trouble first, and else in the site's order.
    private static func goesFirst(_ one: (offset: Int, element: Room), _ other: (offset: Int, element: Room)) -> Bool {
        (one.element.rank, one.offset) < (other.element.rank, other.offset)
    }

    /// Returns the number of rooms outside the table, and the command that shows them.
    private func rest(_ rooms: [Room]) -> [StyledText] {
        guard !rooms.isEmpty else { return [] }
        let bad = rooms.count { !$0.troubles.isEmpty }
        let fine = rooms.count - bad
        let parts = [
            bad == 0 ? nil : "\(RoomWords.whole(bad)) more with trouble (clockctl status --trouble --all)",
            fine == 0
                ? nil : "\(RoomWords.whole(fine)) more that \(fine == 1 ? "is" : "are") fine (clockctl status --all)",
        ].compactMap(\.self)
        let text = "… " + parts.joined(separator: ", ")
        return (width.map { text.wrapped(to: max(20, $0)) } ?? [text]).map { StyledText($0, .dim) }
    }

    func problemLines() -> [StyledText] {
        let problems = NodeProblems(status: status, words: words, localOffset: localOffset)
            .sentences(rooms.map { ($0.node, $0.troubles) })
        guard !problems.isEmpty else { return [] }
        return [StyledText()] + problems.flatMap { wrapped($0) }
    }

    private func wrapped(_ problem: StyledText) -> [StyledText] {
        let style = problem.spans.first?.style ?? .plain
        let lines = width.map { problem.plain.wrapped(to: max(1, $0 - 2)) } ?? [problem.plain]
        return lines.enumerated().map { index, line in StyledText(index == 0 ? "! " : "  ", style) + StyledText(line) }
    }

    private var separator: StyledText { StyledText(" · ", .dim) }

    private func joined(_ parts: [StyledText]) -> StyledText {
        parts.dropFirst().reduce(parts[0]) { $0 + separator + $1 }
    }
}

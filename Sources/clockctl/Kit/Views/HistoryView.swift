internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Lines of the why-ledger, newest first.
struct HistoryView: Sendable {
    var lines: [HistoryLine]
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?
    /// True to print each line's reason below it.
    var why: Bool
    /// True when older lines exist beyond the request.
    var hasMore: Bool
    /// True to join several rooms with the same outcome at the same time into one row.
    var joinsRooms: Bool

    /// Least number of rooms that become one row.
    private static let severalRooms = 6

    /// A line, or several with the same content from as many rooms.
    private struct Row {
        var line: HistoryLine
        var rooms: Int
    }

    /// The common content of rows that become one.
    private struct Saying: Hashable {
        var target: WallTime
        var what: String
        var outcome: String
        var why: String?
    }

    func rendered() -> [StyledText] {
        guard !lines.isEmpty else { return [StyledText("Nothing is on record for this.")] }
        let rows = rows()
        var rendered = table(rows).lines(width: width)
        if why { rendered = withReasons(rendered, rows) }
        if rows.contains(where: { $0.rooms > 1 }) {
            let each = "`clockctl history ROOM` has a room's own lines."
            rendered += (width.map(each.wrapped) ?? [each]).map { StyledText($0, .dim) }
        }
        if hasMore {
            let more = "Older lines exist; --limit or --since shows more."
            rendered += (width.map(more.wrapped) ?? [more]).map { StyledText($0, .dim) }
        }
        return rendered
    }

    /// Returns each line for itself, as columns whose width does not depend on the other lines.
    func sentences() -> [StyledText] {
        lines.map { line in
            let reason = why ? self.why(line.event).map { StyledText("  \($0)", .dim) } : nil
            return StyledText(words.dateAndTime(line.cursor.target) + "  ")
                + StyledText(line.node.rawValue, .bold).padded(to: 12) + StyledText("  ")
                + what(line.event).padded(to: 20) + StyledText("  ") + outcome(line.event)
                + (reason ?? StyledText())
        }
    }

    /// Returns rows in the order of the lines; a joined row stands at the place of its first line.
    private func rows() -> [Row] {
        guard joinsRooms else { return lines.map { Row(line: $0, rooms: 1) } }
        let sayings = lines.map { line in
            Saying(
                target: line.cursor.target, what: what(line.event).plain, outcome: outcome(line.event).plain,
                why: why ? self.why(line.event) : nil)
        }
        let counts = sayings.reduce(into: [Saying: Int]()) { $0[$1, default: 0] += 1 }
        var joined: Set<Saying> = []
        return zip(lines, sayings).compactMap { line, saying -> Row? in
            let count = counts[saying, default: 1]
            guard count >= Self.severalRooms else { return Row(line: line, rooms: 1) }
            return joined.insert(saying).inserted ? Row(line: line, rooms: count) : nil
        }
    }

    private func table(_ rows: [Row]) -> TextTable {
        let nothing = StyledText("–", .dim)
        func cells(_ text: (HistoryEvent) -> String?) -> [StyledText] {
            // A measurement in one room says nothing about the others.
            rows.map { row in row.rooms > 1 ? nothing : text(row.line.event).map { StyledText($0) } ?? nothing }
        }
        return TextTable(columns: [
            .init(title: "DUE", cells: rows.map { StyledText(words.dateAndTime($0.line.cursor.target)) }),
            .init(title: "NODE", minimumWidth: 8, cells: rows.map(node)),
            .init(title: "WHAT", minimumWidth: 7, comfortableWidth: 16, cells: rows.map { what($0.line.event) }),
            .init(title: "OUTCOME", minimumWidth: 12, cells: rows.map { outcome($0.line.event) }),
            .init(title: "BY", dropRank: 2, cells: cells { $0.quarter?.source?.rawValue }),
            .init(
                title: "WAKE", alignment: .right, dropRank: 3,
                cells: cells { $0.quarter?.wakeLatencyMilliseconds.map(QuantityWords.latency) }),
            .init(
                title: "ONSET", alignment: .right, dropRank: 1,
                cells: cells { $0.onsetErrorMicroseconds.map(QuantityWords.onset) }),
            .init(title: "TRIPS", alignment: .right, dropRank: 4, cells: cells { $0.quarter?.trips.map(String.init) }),
        ])
    }

    private func node(_ row: Row) -> StyledText {
        StyledText(row.rooms > 1 ? "\(RoomWords.whole(row.rooms)) rooms" : row.line.node.rawValue, .bold)
    }

    private func what(_ event: HistoryEvent) -> StyledText {
        switch event {
        case .quarter: StyledText("time", .dim)
        case .ring(let record): StyledText(ScheduleWords.name(record.occurrence.source, record.label))
        case .sound(let record):
            StyledText(
                ScheduleWords.name(
                    record.order, record.sound == nil && record.label.isEmpty ? "time on request" : record.label))
        }
    }

    private func outcome(_ event: HistoryEvent) -> StyledText {
        switch event {
        case .quarter(let record): OutcomeWords.short(record)
        case .ring(let record): RingOutcomeWords.short(record)
        case .sound(let record): SoundOutcomeWords.short(record)
        }
    }

    private func why(_ event: HistoryEvent) -> String? {
        switch event {
        case .quarter(let record): OutcomeWords.why(record)
        case .ring(let record): RingOutcomeWords.why(record)
        case .sound(let record): SoundOutcomeWords.why(record)
        }
    }

    /// Each row (the first is the title) followed by its reason, indented below the node's name.
    private func withReasons(_ rendered: [StyledText], _ rows: [Row]) -> [StyledText] {
        let indent = "    "
        return [rendered[0]]
            + zip(rendered.dropFirst(), rows).flatMap { row, source -> [StyledText] in
                guard let reason = why(source.line.event) else { return [row] }
                let wrapped = width.map { reason.wrapped(to: max(20, $0 - indent.count)) } ?? [reason]
                return [row] + wrapped.map { StyledText(indent + $0, .dim) }
            }
    }
}

extension HistoryEvent {
    /// `nil` for a ring.
    fileprivate var quarter: QuarterRecord? {
        switch self {
        case .quarter(let record): record
        case .ring, .sound: nil
        }
    }

    fileprivate var onsetErrorMicroseconds: Int? {
        switch self {
        case .quarter(let record): record.onsetErrorMicroseconds
        case .ring(let record): record.onsetErrorMicroseconds
        case .sound(let record): record.onsetErrorMicroseconds
        }
    }
}

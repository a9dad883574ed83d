internal import ClockDomain
internal import ClockWire

/// Lines of the why-ledger, newest first.
struct HistoryView: Sendable {
    var lines: [HistoryLine]
    var words: TimeWords
    /// Terminal columns; `nil` for as wide as it gets.
    var width: Int?
    /// Whether each line is followed by its reason.
    var why: Bool
    /// Whether older lines exist that were not asked for.
    var hasMore: Bool

    func rendered() -> [StyledText] {
        guard !lines.isEmpty else { return [StyledText("No quarter hour is on record for this.")] }
        var rendered = table.lines(width: width)
        if why { rendered = withReasons(rendered) }
        if hasMore { rendered.append(StyledText("Older lines exist; --limit or --since shows more.", .dim)) }
        return rendered
    }

    private var table: TextTable {
        let nothing = StyledText("–", .dim)
        func cells(_ text: (QuarterRecord) -> String?) -> [StyledText] {
            lines.map { text($0.record).map { StyledText($0) } ?? nothing }
        }
        return TextTable(columns: [
            .init(title: "QUARTER", cells: cells { words.dateAndTime($0.target) }),
            .init(title: "NODE", minimumWidth: 8, cells: lines.map { StyledText($0.node.rawValue, .bold) }),
            .init(title: "OUTCOME", minimumWidth: 12, cells: lines.map { OutcomeWords.short($0.record) }),
            .init(title: "BY", dropRank: 2, cells: cells { $0.source?.rawValue }),
            .init(
                title: "WAKE", alignment: .right, dropRank: 3,
                cells: cells { $0.wakeLatencyMilliseconds.map(QuantityWords.latency) }),
            .init(
                title: "ONSET", alignment: .right, dropRank: 1,
                cells: cells { $0.onsetErrorMicroseconds.map(QuantityWords.onset) }),
            .init(title: "TRIPS", alignment: .right, dropRank: 4, cells: cells { $0.trips.map(String.init) }),
        ])
    }

    /// Each row (the first is the title) followed by its reason, indented below the node's name.
    private func withReasons(_ rows: [StyledText]) -> [StyledText] {
        let indent = "    "
        return [rows[0]]
            + zip(rows.dropFirst(), lines).flatMap { row, line -> [StyledText] in
                guard let reason = OutcomeWords.why(line.record) else { return [row] }
                let wrapped = width.map { reason.wrapped(to: max(20, $0 - indent.count)) } ?? [reason]
                return [row] + wrapped.map { StyledText(indent + $0, .dim) }
            }
    }
}

internal import ClockDomain
internal import ClockSite
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
        guard !lines.isEmpty else { return [StyledText("Nothing is on record for this.")] }
        var rendered = table.lines(width: width)
        if why { rendered = withReasons(rendered) }
        if hasMore {
            let more = "Older lines exist; --limit or --since shows more."
            rendered += (width.map(more.wrapped) ?? [more]).map { StyledText($0, .dim) }
        }
        return rendered
    }

    private var table: TextTable {
        let nothing = StyledText("–", .dim)
        func cells(_ text: (HistoryEvent) -> String?) -> [StyledText] {
            lines.map { text($0.event).map { StyledText($0) } ?? nothing }
        }
        return TextTable(columns: [
            .init(title: "DUE", cells: lines.map { StyledText(words.dateAndTime($0.cursor.target)) }),
            .init(title: "NODE", minimumWidth: 8, cells: lines.map { StyledText($0.node.rawValue, .bold) }),
            .init(title: "WHAT", minimumWidth: 7, comfortableWidth: 16, cells: lines.map { what($0.event) }),
            .init(title: "OUTCOME", minimumWidth: 12, cells: lines.map { outcome($0.event) }),
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

    private func what(_ event: HistoryEvent) -> StyledText {
        switch event {
        case .quarter: StyledText("time", .dim)
        case .ring(let record): StyledText(ScheduleWords.name(record.occurrence.source, record.label))
        case .sound(let record): StyledText(ScheduleWords.name(record.order, record.label))
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
    private func withReasons(_ rows: [StyledText]) -> [StyledText] {
        let indent = "    "
        return [rows[0]]
            + zip(rows.dropFirst(), lines).flatMap { row, line -> [StyledText] in
                guard let reason = why(line.event) else { return [row] }
                let wrapped = width.map { reason.wrapped(to: max(20, $0 - indent.count)) } ?? [reason]
                return [row] + wrapped.map { StyledText(indent + $0, .dim) }
            }
    }
}

extension HistoryEvent {
    /// `nil` for what rang.
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

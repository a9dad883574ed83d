internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The weeks, each with the whole site and then its rooms.
struct SLOView: Sendable {
    var document: SLODocument
    var zone: TimeZoneRules
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    private struct Row {
        var week: String
        var room: StyledText
        var level: SLODocument.Level
    }

    func lines() -> [StyledText] {
        let rows = document.weeks.flatMap { week -> [Row] in
            guard !week.nodes.isEmpty else { return [] }
            let site = Row(
                week: zone.localTime(at: week.from).date.description, room: StyledText("all", .bold), level: week.site)
            return [site] + week.nodes.map { Row(week: "", room: StyledText($0.node.rawValue), level: $0.level) }
        }
        guard !rows.isEmpty else { return [StyledText("Nothing is on record for these weeks.")] }
        let nothing = StyledText("–", .dim)
        func column(
            _ title: String, dropRank: Int = 0, _ cell: (SLODocument.Level) -> StyledText?
        ) -> TextTable.Column {
            .init(title: title, alignment: .right, dropRank: dropRank, cells: rows.map { cell($0.level) ?? nothing })
        }
        let table = TextTable(columns: [
            .init(title: "WEEK OF", cells: rows.map { StyledText($0.week) }),
            .init(title: "ROOM", minimumWidth: 8, cells: rows.map(\.room)),
            column("ON TIME") { level in level.onTime.map { StyledText(SLOWords.percent($0)) } },
            column("OF", dropRank: 3) { StyledText("\($0.counts.quarters.due)") },
            column("UNKNOWN", dropRank: 4) { StyledText("\($0.counts.quarters.absent)") },
            column("RINGS") { level in
                let rings = level.counts.rings
                guard rings.due > 0 else { return nil }
                return StyledText("\(rings.onTime) of \(rings.due)", rings.onTime < rings.due ? .bad : .plain)
            },
            column("P99", dropRank: 2) { level in level.counts.p99Microseconds.map { StyledText(SLOWords.error($0)) } },
            column("WORST", dropRank: 1) { level in
                level.counts.worstMicroseconds.map { StyledText(SLOWords.error($0)) }
            },
            column("BUDGET") { level in
                level.budgetLeft.map { StyledText(SLOWords.percent($0), $0 < 0 ? .bad : $0 < 0.25 ? .warning : .good) }
            },
        ])
        let within = SLOWords.trimmed(QuantityWords.decimal(Double(document.withinMicroseconds) / 1_000, digits: 3))
        let objective = SLOWords.trimmed(QuantityWords.decimal(document.objectivePercent, digits: 3))
        let silent = document.weeks.reduce(0) { $0 + $1.site.counts.rings.silent }
        let silence = "\(QuantityWords.count(silent, "ring")) fell silent in between for longer than that."
        return table.lines(width: width)
            + [StyledText("On time is within \(within) ms; the budget is for \(objective) %.", .dim)]
            + (silent == 0 ? [] : [StyledText(silence, .warning)])
    }
}

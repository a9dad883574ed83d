internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

/// A line for each site, and the sites' problems below.
struct SitesView: Sendable {
    var sites: [AllSites.Site]
    var zones: Zones
    /// This computer's clock.
    var now: WallTime
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    private struct Row {
        var site: SiteID
        var summary: SiteSummary?
        var failure: String?

        var isFine: Bool { summary?.isFine ?? false }
    }

    func lines() -> [StyledText] {
        let rows = sites.map { site in
            switch site.answer {
            case .success(let status): Row(site: site.id, summary: SiteSummary(status, zones: zones))
            case .failure(let error): Row(site: site.id, failure: error.message)
            }
        }
        let troubles = rows.flatMap(trouble)
        return table(rows).lines(width: width) + (troubles.isEmpty ? [] : [StyledText()] + troubles) + [total(rows)]
    }

    private func table(_ rows: [Row]) -> TextTable {
        let nothing = StyledText("–", .dim)
        func cells(_ cell: (SiteSummary) -> StyledText) -> [StyledText] { rows.map { $0.summary.map(cell) ?? nothing } }
        return TextTable(columns: [
            .init(title: "SITE", minimumWidth: 8, cells: rows.map { StyledText($0.site.rawValue, .bold) }),
            .init(title: "COORDINATOR", cells: rows.map(coordinator)),
            .init(title: "ROOMS", alignment: .right, cells: cells { StyledText(RoomWords.whole($0.rooms)) }),
            .init(
                title: "FINE", alignment: .right,
                cells: cells { StyledText(RoomWords.whole($0.fine), $0.fine == $0.rooms ? .good : .bad) }),
            .init(title: "RINGS", minimumWidth: 6, comfortableWidth: 30, cells: cells(rings)),
            .init(title: "NEXT WAKE", dropRank: 1, cells: cells { StyledText(words.time($0.status.nextWake)) }),
            .init(title: "VERSION", dropRank: 2, cells: cells { StyledText($0.status.coordinator.version, .dim) }),
        ])
    }

    private var words: TimeWords { TimeWords(zone: zones.local, now: now) }

    private func coordinator(_ row: Row) -> StyledText {
        switch row.summary?.status.coordinator.state {
        case .running?: StyledText("running", .good)
        case .degraded?: StyledText("degraded", .bad)
        case nil: StyledText("no answer", .bad)
        }
    }

    private func rings(_ summary: SiteSummary) -> StyledText {
        guard !summary.ringing.isEmpty else { return StyledText("–", .dim) }
        let texts = summary.ringing.map { ringing in
            "\(ScheduleWords.name(ringing.source, ringing.label)) in \(QuantityWords.count(ringing.rooms, "room"))"
        }
        return StyledText(RoomWords.list(texts, most: 2), .bad)
    }

    private func trouble(_ row: Row) -> [StyledText] {
        let sentences = row.failure.map { [StyledText($0, .bad)] } ?? row.summary?.problems ?? []
        return sentences.flatMap { sentence -> [StyledText] in
            let style = sentence.spans.first?.style ?? .plain
            let text = "\(row.site): \(sentence.plain)"
            let lines = width.map { text.wrapped(to: max(20, $0 - 2)) } ?? [text]
            return lines.enumerated().map { index, line in
                StyledText(index == 0 ? "! " : "  ", style) + StyledText(line)
            }
        }
    }

    private func total(_ rows: [Row]) -> StyledText {
        let fine = rows.count(where: \.isFine)
        let all = QuantityWords.count(rows.count, "site")
        guard fine == rows.count else {
            return StyledText("\(fine) of \(all) \(rows.count == 1 ? "is" : "are") fine", .bad)
        }
        return StyledText(rows.count == 1 ? "\(all) is fine" : "all \(all) are fine", .good)
    }
}

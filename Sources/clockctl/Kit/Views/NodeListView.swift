internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The nodes of a site with their properties, one a row.
struct NodeListView: Sendable {
    var nodes: [NodeStatus]
    var words: TimeWords
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func lines() -> [StyledText] {
        guard !nodes.isEmpty else { return NodeProblems.noNodes(width: width) }
        let nothing = StyledText("–", .dim)
        let isTiny = width.map { $0 < 50 } ?? false
        func cells(_ text: (NodeStatus) -> String?) -> [StyledText] {
            nodes.map { text($0).map { StyledText($0) } ?? nothing }
        }
        return TextTable(columns: [
            .init(title: "NODE", cells: nodes.map { StyledText($0.id.rawValue, .bold) }),
            .init(title: "ROOM", minimumWidth: 8, cells: cells(\.room)),
            .init(title: "STATE", cells: nodes.map(state)),
            .init(title: "ZONE", dropRank: isTiny ? 1 : 0, minimumWidth: 6, cells: cells(\.zone)),
            .init(title: "VOICE", dropRank: 4, cells: cells(\.settings.voice)),
            .init(title: "EVERY", dropRank: 3, cells: cells { every($0.settings.every) }),
            .init(title: "QUIET", dropRank: 2, cells: cells { quiet($0.settings.quiet) }),
            .init(title: "OUTPUT", dropRank: 5, cells: cells(\.audio?.device)),
            .init(title: "VERSION", dropRank: 6, cells: cells(\.version)),
        ]).lines(width: width)
    }

    private func state(_ node: NodeStatus) -> StyledText {
        let since = node.availabilitySince.map { " since \(words.moment($0))" } ?? ""
        switch node.availability {
        case .online: return StyledText("online", .good) + StyledText(since, .dim)
        case .offline: return StyledText("offline", .bad) + StyledText(since, .dim)
        }
    }

    private func every(_ interval: AnnouncementInterval) -> String {
        switch interval {
        case .quarterHour: "15 min"
        case .halfHour: "30 min"
        case .hour: "60 min"
        case .off: "off"
        }
    }

    private func quiet(_ periods: [QuietPeriod]) -> String? {
        periods.isEmpty ? nil : periods.map(\.description).joined(separator: ", ")
    }
}

internal import ClockDomain
internal import ClockWire

/// The nodes' rows of the status.
struct StatusTable: Sendable {
    var nodes: [NodeStatus]
    var words: TimeWords
    var zones: Zones

    private static let longestReason = 40
    private static let nothing = StyledText("–", .dim)

    /// Drop ranks: what tells least about whether the clock speaks goes first.
    var table: TextTable {
        TextTable(columns: [
            .init(title: "ROOM", minimumWidth: 8, comfortableWidth: 16, cells: nodes.map(StatusTable.room)),
            .init(title: "STATE", cells: nodes.map(state)),
            .init(title: "CLOCK", minimumWidth: 9, comfortableWidth: 12, cells: nodes.map(clock)),
            .init(title: "LAST QUARTER", minimumWidth: 12, comfortableWidth: 24, cells: nodes.map(last)),
            .init(title: "BY", dropRank: 4, cells: nodes.map(source)),
            .init(title: "WAKE", alignment: .right, dropRank: 5, cells: nodes.map(latency)),
            .init(title: "ONSET", alignment: .right, dropRank: 3, cells: nodes.map(onset)),
            .init(title: "VOLUME", minimumWidth: 5, comfortableWidth: 12, cells: nodes.map(volume)),
            .init(title: "NEXT", dropRank: 6, cells: nodes.map(next)),
            .init(title: "ALARMS", alignment: .right, dropRank: 7, cells: nodes.map { count($0.alarms.count) }),
            .init(title: "TIMERS", alignment: .right, dropRank: 8, cells: nodes.map { count($0.timers.count) }),
            .init(title: "REV", dropRank: 2, cells: nodes.map(revision)),
        ])
    }

    /// The room's name, with the id where it cannot be told from the name.
    static func room(_ node: NodeStatus) -> StyledText {
        let name = StyledText(node.room, .bold)
        return isNamed(node) ? name + StyledText(" (\(node.id))", .dim) : name
    }

    /// Whether the room has a name of its own.
    static func isNamed(_ node: NodeStatus) -> Bool { node.room.lowercased() != node.id.rawValue }

    private func state(_ node: NodeStatus) -> StyledText {
        let word =
            switch node.availability {
            case .online: StyledText("online", .good)
            case .offline: StyledText("offline", .bad)
            }
        guard let since = node.availabilitySince else { return word }
        return word + StyledText(" \(TimeWords.roughSpan(words.now - since))", .dim)
    }

    private func clock(_ node: NodeStatus) -> StyledText {
        guard let clock = node.clock else { return StatusTable.nothing }
        // What an offline node said of its clock is no longer news.
        let isNews = node.availability == .online
        if !clock.trusted {
            // The whole reason is in the sentence below the table.
            let text = StyledText("✗ untrusted: \(clock.reason)", isNews ? .bad : .dim)
            return text.truncated(to: StatusTable.longestReason)
        }
        let mark = StyledText("✓", isNews ? .good : .dim)
        guard let offset = clock.offsetMilliseconds else { return mark + StyledText(" trusted", isNews ? .plain : .dim) }
        return mark + StyledText(" \(QuantityWords.offset(milliseconds: offset))", isNews ? .plain : .dim)
    }

    private func last(_ node: NodeStatus) -> StyledText {
        guard let last = node.last else { return StatusTable.nothing }
        return StyledText("\(words.moment(last.target)) ") + OutcomeWords.short(last)
    }

    private func source(_ node: NodeStatus) -> StyledText {
        guard let source = node.last?.source else { return StatusTable.nothing }
        return StyledText(source.rawValue)
    }

    private func latency(_ node: NodeStatus) -> StyledText {
        guard let latency = node.last?.wakeLatencyMilliseconds else { return StatusTable.nothing }
        return StyledText(QuantityWords.latency(milliseconds: latency))
    }

    private func onset(_ node: NodeStatus) -> StyledText {
        guard let onset = node.last?.onsetErrorMicroseconds else { return StatusTable.nothing }
        return StyledText(QuantityWords.onset(microseconds: onset), onset.magnitude > 20_000 ? .warning : .plain)
    }

    private func volume(_ node: NodeStatus) -> StyledText {
        let volume = StyledText("\(node.volume) %", node.muted ? .dim : .plain)
        guard let marker = QuietMarker.marker(node, at: words.now, zones: zones) else { return volume }
        return volume + StyledText(" ") + marker
    }

    private func next(_ node: NodeStatus) -> StyledText {
        guard let next = node.next, node.availability == .online else { return StatusTable.nothing }
        return StyledText(words.moment(next))
    }

    private func count(_ number: Int) -> StyledText { number == 0 ? StatusTable.nothing : StyledText("\(number)") }

    private func revision(_ node: NodeStatus) -> StyledText {
        let revision = node.revision
        if revision.applied == revision.desired { return StyledText("\(revision.applied)", .dim) }
        return StyledText("\(revision.applied)/\(revision.desired)", .warning)
    }
}

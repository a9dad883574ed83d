internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The nodes' rows of the status.
struct StatusTable: Sendable {
    var nodes: [NodeStatus]
    var words: TimeWords
    var zones: Zones
    /// True to leave out details that stand elsewhere too: ages, and the ids of rooms that have a name.
    var isNarrow: Bool
    /// True when there is room only for the columns that show that a room speaks; problems appear below.
    var isTiny = false

    /// Terminals with fewer columns get the narrow form.
    static let wideColumns = 120
    /// Terminals with fewer columns get the shortest form.
    static let tinyColumns = 50
    private static let longestReason = 40
    private static let nothing = StyledText("–", .dim)

    /// Drop ranks: the column that says least about the clock's voice goes first.
    var table: TextTable {
        TextTable(
            columns: [
                .init(title: "ROOM", minimumWidth: isTiny ? 6 : 8, comfortableWidth: 16, cells: nodes.map(room)),
                .init(title: "STATE", cells: nodes.map(state)),
                .init(
                    title: "CLOCK", dropRank: isTiny ? 1 : 0, minimumWidth: 9, comfortableWidth: 12,
                    cells: nodes.map(clock)),
                // A long outcome gives way to the other columns, as VOLUME and the lines below have its reason, too.
                .init(
                    title: "LAST QUARTER", minimumWidth: 12, comfortableWidth: isNarrow ? 15 : 24,
                    cells: nodes.map(last)),
                .init(title: "BY", dropRank: 6, cells: nodes.map(source)),
                .init(title: "WAKE", alignment: .right, dropRank: 7, cells: nodes.map(latency)),
                .init(title: "ONSET", alignment: .right, dropRank: 4, cells: nodes.map(onset)),
                .init(
                    title: "VOLUME", dropRank: isTiny ? 2 : 0, minimumWidth: 5, comfortableWidth: 12,
                    cells: nodes.map(volume)),
                .init(title: "NEXT", dropRank: 5, cells: nodes.map(next)),
            ] + alarms + [.init(title: "REV", dropRank: 3, cells: nodes.map(revision))])
    }

    /// Only if there is an alarm.
    private var alarms: [TextTable.Column] {
        guard nodes.contains(where: { !$0.alarms.isEmpty }) else { return [] }
        return [.init(title: "ALARM", dropRank: 2, comfortableWidth: 20, cells: nodes.map(alarm))]
    }

    /// Returns the room's name, with the id if the name does not show it.
    private func room(_ node: NodeStatus) -> StyledText {
        let name = StyledText(node.room, .bold)
        let isEnough = isNarrow || node.room.lowercased() == node.id.rawValue
        return isEnough ? name : name + StyledText(" (\(node.id))", .dim)
    }

    private func state(_ node: NodeStatus) -> StyledText {
        let word =
            switch node.availability {
            case .online: StyledText("online", .good)
            case .offline: StyledText("offline", .bad)
            }
        guard !isNarrow, let since = node.availabilitySince else { return word }
        return word + StyledText(" \(TimeWords.roughSpan(words.now - since))", .dim)
    }

    private func clock(_ node: NodeStatus) -> StyledText {
        guard let clock = node.clock else { return StatusTable.nothing }
        // An offline node's report of its clock is no longer news.
        let isNews = node.availability == .online
        if !clock.trusted {
            // The whole reason is in the sentence below the table.
            let reason = isNarrow ? "" : ": \(clock.reason)"
            return StyledText("✗ untrusted\(reason)", isNews ? .bad : .dim).truncated(to: StatusTable.longestReason)
        }
        let mark = StyledText("✓", isNews ? .good : .dim)
        if let error = clock.errorMilliseconds {
            return mark + StyledText(" \(QuantityWords.bound(milliseconds: error))", isNews ? .plain : .dim)
        }
        guard let offset = clock.offsetMilliseconds else {
            return mark + StyledText(" trusted", isNews ? .plain : .dim)
        }
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
        let volume = StyledText("\(node.volume) %", node.settings.mute.silences(words.now) ? .dim : .plain)
        guard let marker = QuietMarker.marker(node, at: words.now, zones: zones) else { return volume }
        return volume + StyledText(" ") + marker
    }

    private func next(_ node: NodeStatus) -> StyledText {
        guard let next = node.next, node.availability == .online else { return StatusTable.nothing }
        return StyledText(words.moment(next))
    }

    /// Returns the next alarm that will ring there.
    private func alarm(_ node: NodeStatus) -> StyledText {
        guard let next = node.alarms.first else { return StatusTable.nothing }
        let label = next.label.isEmpty ? next.occurrence.source.description : next.label
        return StyledText("\(words.coming(next.occurrence.due)) \(label)")
    }

    private func revision(_ node: NodeStatus) -> StyledText {
        let revision = node.revision
        if revision.applied == revision.desired { return StyledText("\(revision.applied)", .dim) }
        return StyledText("\(revision.applied)/\(revision.desired)", .warning)
    }
}

internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The rooms by what the broker keeps of them, while no coordinator answers.
struct LastWordsView: Sendable {
    var nodes: [NodeID: NodeWord]
    var emergency: SiteEmergency
    var words: TimeWords

    func lines() -> [StyledText] {
        let alert = emergency.isOn(at: words.now) ? emergency.lines(words) : []
        let rings = RingingOccurrence.all(nodes).map { ring in
            StyledText(ring.name, .bold)
                + StyledText(
                    " \(ring.isRinging ? "rings" : "is snoozed") in "
                        + ring.rooms.map(\.node.rawValue).joined(separator: ", "))
        }
        let known = nodes.sorted { $0.key < $1.key }
        let table = TextTable(columns: [
            .init(title: "ROOM", cells: known.map { StyledText($0.key.rawValue, .bold) }),
            .init(
                title: "LAST WORD",
                cells: known.map { _, word in
                    word.availability == .online ? StyledText("online", .good) : StyledText("offline", .bad)
                }),
            .init(title: "OUTPUT", cells: known.map { StyledText($0.value.audio?.state.rawValue ?? "–") }),
        ])
        return [StyledText("No coordinator answers. The broker's last words of the rooms:", .warning)] + alert + rings
            + (known.isEmpty ? [StyledText("none")] : table.lines(width: nil))
    }
}

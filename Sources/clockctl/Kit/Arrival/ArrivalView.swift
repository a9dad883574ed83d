internal import ClockDomain
internal import ClockSite

/// The rooms that a change has reached, in words.
struct ArrivalView: Sendable {
    var rooms: [RoomArrival]
    var words: TimeWords

    /// The view counts more rooms than this and does not name them.
    private static let named = 8

    /// `on disk in kitchen`, `will reach office when it is back (offline since 18:02)`.
    func lines() -> [StyledText] {
        let stored = rooms.filter { $0.state == .onDisk }
        let away = rooms.filter { $0.state == .offline }
        let silent = rooms.filter { $0.state == .underWay }
        var lines: [StyledText] = []
        if !stored.isEmpty { lines.append(StyledText("on disk in \(names(stored))", .dim)) }
        if away.count > Self.named {
            lines.append(warning("will reach \(names(away)) when they are back (offline)"))
        } else {
            lines += away.map { warning("will reach \($0.node) when it is back (\(offline($0)))") }
        }
        lines += rooms.filter { $0.state == .inMemory }.map {
            warning("\($0.node) goes by it and cannot save it: a crash would lose it; see clockctl doctor")
        }
        if !silent.isEmpty {
            let verb = silent.count == 1 ? "has not said that it has" : "have not said that they have"
            lines.append(warning("\(names(silent)) \(verb) it: see clockctl status"))
        }
        return lines
    }

    /// `office (offline since 18:02), bath`: the rooms that lack it.
    func missing() -> String {
        let lacking = rooms.filter { $0.state != .onDisk }
        guard lacking.count <= Self.named else { return names(lacking) }
        return lacking.map { $0.state == .offline ? "\($0.node) (\(offline($0)))" : "\($0.node)" }
            .joined(separator: ", ")
    }

    private func offline(_ room: RoomArrival) -> String {
        room.since.map { "offline since \(words.moment($0))" } ?? "offline"
    }

    private func names(_ rooms: [RoomArrival]) -> String {
        rooms.count > Self.named ? "\(rooms.count) rooms" : rooms.map(\.node.rawValue).joined(separator: ", ")
    }

    private func warning(_ text: String) -> StyledText { StyledText("! ", .warning) + StyledText(text) }
}

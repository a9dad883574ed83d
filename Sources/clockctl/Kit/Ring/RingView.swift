internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The results of a stop or a snooze.
struct RingView: Sendable {
    var kind: RingAction.Kind
    var outcomes: [RingSilencer.Outcome]
    var words: TimeWords

    func lines() -> [StyledText] { outcomes.flatMap(lines) }

    private func lines(_ outcome: RingSilencer.Outcome) -> [StyledText] {
        let (done, open) = (outcome.rooms.filter(\.isConfirmed), outcome.rooms.filter { !$0.isConfirmed })
        var lines: [StyledText] = []
        if !done.isEmpty {
            lines.append(
                StyledText(outcome.occurrence.name, .bold)
                    + StyledText(" \(verb(done)) in \(done.map(\.node.rawValue).joined(separator: ", "))", .good))
        }
        return lines
            + open.map { room in
                let why =
                    room.isOnline
                    ? "it is online and has not confirmed" : "it is offline; the broker keeps the word for it for a day"
                return StyledText(outcome.occurrence.name, .bold) + StyledText(" \(room.node): \(why)", .warning)
            }
    }

    private func verb(_ rooms: [RingRoomOutcome]) -> String {
        switch kind {
        case .stop: return "is stopped"
        case .snooze:
            guard let until = rooms.compactMap(\.until).max() else { return "is silent" }
            return "is snoozed until \(words.timeOrDay(until))"
        }
    }
}

/// The same as JSON.
struct RingDocument: Encodable {
    struct Entry: Encodable {
        var occurrence: Occurrence
        var label: String
        var rooms: [RingRoomOutcome]
    }

    var action: RingAction.Kind
    var rings: [Entry]

    init(_ kind: RingAction.Kind, _ outcomes: [RingSilencer.Outcome]) {
        action = kind
        rings = outcomes.map {
            Entry(occurrence: $0.occurrence.occurrence, label: $0.occurrence.label, rooms: $0.rooms)
        }
    }
}

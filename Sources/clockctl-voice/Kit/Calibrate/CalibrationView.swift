internal import ClockDomain
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import ClockctlKit

/// The results of a recording, a room a row, and the next step.
struct CalibrationView: Sendable {
    var result: CalibrationResult
    /// True when the delays leave distances out.
    var knowsDistances: Bool
    /// True when the command has set the new trims.
    var isApplied: Bool
    /// Terminal columns; `nil` for no limit.
    var width: Int?

    func lines() -> [StyledText] {
        let nothing = StyledText("–", .dim)
        func cells(_ text: (RoomTrim) -> String?) -> [StyledText] {
            result.rooms.map { text($0).map { StyledText($0) } ?? nothing }
        }
        let table = TextTable(columns: [
            .init(title: "ROOM", minimumWidth: 8, cells: result.rooms.map { StyledText($0.room, .bold) }),
            .init(title: "HEARD", cells: result.rooms.map(heard)),
            .init(title: "WITHIN", alignment: .right, dropRank: 2, cells: cells { $0.hearing.map(Self.bound) }),
            .init(
                title: "ROUNDS", dropRank: 1,
                cells: cells { $0.hearing.map { "\($0.rounds) of \(ClickTrain.rounds)" } }),
            .init(title: "TRIM NOW", alignment: .right, cells: cells { TrimWords.words($0.trimNow) }),
            .init(title: "TRIM NEW", alignment: .right, cells: result.rooms.map(newTrim)),
        ])
        return table.lines(width: width) + result.open.flatMap { wrapped(advice(on: $0), .warning) }
            + next.flatMap { wrapped($0, .plain) }
    }

    /// Rounded up, as it is a bound.
    private static func bound(_ hearing: RoomHearing) -> String {
        "±\(QuantityWords.decimal(max(1, (hearing.uncertainty * 1e5).rounded(.up)) / 100, digits: 2)) ms"
    }

    private func heard(_ room: RoomTrim) -> StyledText {
        guard let delay = room.delay else { return StyledText("not heard", .bad) }
        switch room.verdict {
        case .reference: return StyledText("reference", .dim)
        case .faint: return StyledText("faintly", .warning)
        case .measured, .outOfRange, .notHeard:
            let milliseconds = QuantityWords.decimal(delay.magnitude * 1e3, digits: 2)
            return StyledText("\(milliseconds) ms \(delay < 0 ? "early" : "late")")
        }
    }

    private func newTrim(_ room: RoomTrim) -> StyledText {
        guard let new = room.trimNew else { return StyledText("–", .dim) }
        return StyledText(TrimWords.words(new), new == room.trimNow ? .dim : .good)
    }

    private func advice(on room: RoomTrim) -> String {
        switch room.verdict {
        case .reference, .measured: ""
        case .notHeard:
            "\(room.room) was not heard: move the microphone nearer to it or turn it up (--volume), and let the rooms "
                + "click again. If other rooms clicked than those named, name them, all of them."
        case .faint:
            "\(room.room) was heard too faintly to tell its sound from its echo: move the microphone nearer to it or "
                + "turn it up (--volume), and let the rooms click again."
        case .outOfRange:
            "\(room.room) is further off than the \(NodeSettings.trimRange.upperBound / 1_000_000) s that a trim can "
                + "make up for: look for a delay to switch off in what it plays through."
        }
    }

    private var next: [String] {
        let way =
            "34 cm of way are 1 ms: where the speakers are not equally far from the microphone, say how far each "
            + "is, like --distance \(result.reference)=2.5m."
        let changes = result.changes.count
        let then =
            if changes == 0 {
                "There is nothing to change."
            } else if isApplied {
                "\(QuantityWords.count(changes, "trim")) set. Let the rooms click once more to see what is left."
            } else {
                "Nothing is set yet: the same command with --apply sets \(changes == 1 ? "it" : "them")."
            }
        return (knowsDistances || isApplied ? [] : [way]) + [then]
    }

    private func wrapped(_ text: String, _ style: Style) -> [StyledText] {
        (width.map { text.wrapped(to: max(20, $0)) } ?? [text]).map { StyledText($0, style) }
    }
}

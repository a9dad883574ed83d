internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The rooms of a sound, its time, and its outcome.
struct PlayView: Sendable {
    let words: TimeWords
    /// Columns of the longest name.
    let width: Int

    func beginning(_ result: PlayResult) -> [StyledText] {
        let (names, isOne) = (result.nodes.map(\.rawValue).joined(separator: ", "), result.nodes.count == 1)
        let at = words.timeOrDay(result.target)
        let text: String
        if result.sound == nil {
            text = " \(isOne ? "says" : "say") the time at \(at), as \(result.id)"
        } else {
            let length = QuantityWords.decimal(Double(result.milliseconds) / 1000, digits: 1)
            text = " \(isOne ? "hears" : "hear") it at \(at), \(length) s, as \(result.id)"
        }
        var lines = [StyledText(names, .bold) + StyledText(text)]
        if !result.offline.isEmpty {
            lines.append(StyledText("offline: \(result.offline.map(\.rawValue).joined(separator: ", "))", .warning))
        }
        return lines
    }

    /// - Parameter isOver: true when no node has time left to play it.
    func line(_ outcome: SoundOutcomes.NodeOutcome, isOver: Bool) -> StyledText {
        StyledText(outcome.node.rawValue, .bold).padded(to: width + 2) + words(outcome, isOver: isOver)
    }

    private func words(_ outcome: SoundOutcomes.NodeOutcome, isOver: Bool) -> StyledText {
        if let record = outcome.record { return words(record) }
        guard outcome.isOnline else { return StyledText("offline meanwhile", .bad) }
        guard !isOver else { return StyledText("has not said what became of it", .bad) }
        return outcome.isReady
            ? StyledText("has the sound, and waits for its time", .good)
            : StyledText("has not said that it has the sound", .warning)
    }

    private func words(_ record: SoundRecord) -> StyledText {
        guard record.outcome == .played, record.reason != .quarterHour else {
            return SoundOutcomeWords.short(record) + StyledText(record.detail.map { ": \($0)" } ?? "")
        }
        let heard = record.target + .microseconds(record.onsetErrorMicroseconds ?? 0)
        let off = record.onsetErrorMicroseconds.map {
            ", \(QuantityWords.onset(microseconds: Int($0.magnitude)).dropFirst()) off"
        }
        return SoundOutcomeWords.short(record) + StyledText(" at \(words.timeOrDay(heard))\(off ?? "")")
    }
}

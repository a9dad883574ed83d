internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Who is to hear something, when, and what became of it.
struct PlayView: Sendable {
    let words: TimeWords
    /// Columns of the longest name.
    let width: Int

    func beginning(_ result: PlayResult) -> [StyledText] {
        let length = QuantityWords.decimal(Double(result.milliseconds) / 1000, digits: 1)
        let names = result.nodes.map(\.rawValue).joined(separator: ", ")
        var lines = [
            StyledText(names, .bold)
                + StyledText(
                    " \(result.nodes.count == 1 ? "hears" : "hear") it at \(words.timeOrDay(result.target)), \(length) s, as \(result.id)"
                )
        ]
        if !result.offline.isEmpty {
            lines.append(StyledText("offline: \(result.offline.map(\.rawValue).joined(separator: ", "))", .warning))
        }
        return lines
    }

    func line(_ outcome: SoundOutcomes.NodeOutcome) -> StyledText {
        StyledText(outcome.node.rawValue, .bold).padded(to: width + 2) + words(outcome)
    }

    private func words(_ outcome: SoundOutcomes.NodeOutcome) -> StyledText {
        if let record = outcome.record { return words(record) }
        guard outcome.isOnline else { return StyledText("offline meanwhile", .bad) }
        return outcome.isReady
            ? StyledText("has the sound, and waits for its time", .good)
            : StyledText("has not said that it has the sound", .warning)
    }

    private func words(_ record: SoundRecord) -> StyledText {
        guard record.outcome == .played else {
            return SoundOutcomeWords.short(record) + StyledText(record.detail.map { ": \($0)" } ?? "")
        }
        let heard = record.target + .microseconds(record.onsetErrorMicroseconds ?? 0)
        let off = record.onsetErrorMicroseconds.map {
            ", \(QuantityWords.onset(microseconds: Int($0.magnitude)).dropFirst()) off"
        }
        return SoundOutcomeWords.short(record) + StyledText(" at \(words.timeOrDay(heard))\(off ?? "")")
    }
}

internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// Who says the time, and when.
enum AnnounceView {
    static func lines(_ result: AnnounceResult, words: TimeWords) -> [StyledText] {
        var lines: [StyledText] = []
        if !result.nodes.isEmpty {
            let names = result.nodes.map(\.rawValue).joined(separator: ", ")
            lines.append(
                StyledText(names, .bold)
                    + StyledText(
                        " \(result.nodes.count == 1 ? "says" : "say") the time at \(words.time(result.target))"))
        }
        if !result.offline.isEmpty, !result.nodes.isEmpty {
            lines.append(StyledText("offline: \(result.offline.map(\.rawValue).joined(separator: ", "))", .warning))
        }
        return lines
    }
}

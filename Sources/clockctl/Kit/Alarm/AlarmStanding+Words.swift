internal import ClockDomain
internal import ClockSite

extension AlarmStanding {
    func words(_ words: TimeWords) -> StyledText {
        switch self {
        case .ringing: StyledText("RINGING", .bad)
        case .snoozed(let until):
            StyledText("snoozed\(until.map { " until \(words.hourAndMinute($0))" } ?? "")", .warning)
        case .off: StyledText("off", .dim)
        case .skips(.skip, let next): StyledText("skips \(words.day(next.date))", .warning)
        case .skips(.holiday, let next): StyledText("holiday \(words.day(next.date))", .warning)
        case .skips(.sun, let next): StyledText("no such hour \(words.day(next.date))", .warning)
        case .skips(_, let next): StyledText("pauses \(words.day(next.date))", .warning)
        case .unknownNodes(let nodes): StyledText("no node \(nodes.map(\.rawValue).joined(separator: ", "))", .bad)
        case .noNodes: StyledText("no nodes", .bad)
        case .over: StyledText("nothing to come", .dim)
        case .on: StyledText("on", .good)
        }
    }
}

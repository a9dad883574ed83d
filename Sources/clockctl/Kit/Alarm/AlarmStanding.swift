internal import ClockDomain
internal import ClockWire

/// How an alarm stands: what it does now, or why it will not ring when its schedule says so.
enum AlarmStanding: Hashable, Sendable {
    case ringing
    case snoozed(until: WallTime?)
    case off
    /// Its next occurrence does not ring, on this local date.
    case skips(RingReason, CivilDate)
    /// Nodes that it is for and that the site does not know.
    case unknownNodes([NodeID])
    case noNodes
    /// Nothing is to come.
    case over
    case on

    init(_ definition: AlarmDefinition, in plan: SitePlan) {
        let rings = plan.rings[.alarm(definition.alarm.id)] ?? []
        if rings.contains(where: { $0.ring.state == .ringing }) {
            self = .ringing
        } else if let snoozed = rings.first {
            self = .snoozed(until: snoozed.ring.until)
        } else if !definition.alarm.isEnabled {
            self = .off
        } else {
            self = AlarmStanding.coming(definition, in: plan)
        }
    }

    private static func coming(_ definition: AlarmDefinition, in plan: SitePlan) -> AlarmStanding {
        let nodes = plan.schedule.nodes(of: definition.targets)
        if nodes.isEmpty { return .noNodes }
        let unknown = nodes.filter { plan.nodes[$0] == nil }
        if !unknown.isEmpty { return .unknownNodes(unknown) }
        guard let next = plan.next(definition, after: plan.now, includingSkipped: true) else { return .over }
        return next.silence.map { .skips($0, next.date) } ?? .on
    }

    func words(_ words: TimeWords) -> StyledText {
        switch self {
        case .ringing: StyledText("RINGING", .bad)
        case .snoozed(let until):
            StyledText("snoozed\(until.map { " until \(words.hourAndMinute($0))" } ?? "")", .warning)
        case .off: StyledText("off", .dim)
        case .skips(.skip, let date): StyledText("skips \(words.day(date))", .warning)
        case .skips(.holiday, let date): StyledText("holiday \(words.day(date))", .warning)
        case .skips(_, let date): StyledText("pauses \(words.day(date))", .warning)
        case .unknownNodes(let nodes):
            StyledText("no node \(nodes.map(\.rawValue).joined(separator: ", "))", .bad)
        case .noNodes: StyledText("no nodes", .bad)
        case .over: StyledText("nothing to come", .dim)
        case .on: StyledText("on", .good)
        }
    }
}

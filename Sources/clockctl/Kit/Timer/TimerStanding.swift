internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The present state of a timer, by the reports of its nodes if there are any.
struct TimerStanding: Sendable {
    enum State: String, Sendable, Encodable {
        case running, paused, ringing, snoozed
    }

    var definition: TimerDefinition
    var state: State
    /// Not negative.
    var left: Duration
    /// The instant at which it rings, by the site's clock; `nil` unless it is running.
    var ends: WallTime?

    init(_ definition: TimerDefinition, in plan: SitePlan) {
        self.definition = definition
        let rings = plan.rings[.timer(definition.timer.id)] ?? []
        let counted = TimerStanding.counted(definition, in: plan)
        switch counted {
        case .running(let end): (state, ends) = (.running, end)
        case .paused: (state, ends) = (.paused, nil)
        }
        left = CountdownWords.left(counted, at: plan.now)
        guard !rings.isEmpty else { return }
        (state, ends, left) = (rings.contains { $0.ring.state == .ringing } ? .ringing : .snoozed, nil, .zero)
    }

    /// Returns the first countdown among the nodes. A node counts on its boot clock, which is more exact than the
    /// definition. If no node counts it yet, the definition has to do.
    private static func counted(_ definition: TimerDefinition, in plan: SitePlan) -> CountdownState {
        let timer = definition.timer
        for node in plan.schedule.nodes(of: definition.targets) {
            guard let status = plan.nodes[node],
                let report = status.timers.first(where: { $0.id == timer.id && $0.revision == timer.revision })
            else { continue }
            return status.siteTime(of: report.state)
        }
        return timer.state
    }
}

extension TimerStanding: Encodable {
    enum CodingKeys: String, CodingKey {
        case id, revision, name, seconds, state, ends, targets, ring
        case remaining = "remaining_s"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let timer = definition.timer
        try container.encode(timer.id, forKey: .id)
        try container.encode(timer.revision, forKey: .revision)
        try container.encode(timer.name, forKey: .name)
        try container.encode(timer.seconds, forKey: .seconds)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(ends, forKey: .ends)
        try container.encode(Double(left.nanoseconds / 1_000_000) / 1000, forKey: .remaining)
        try container.encode(definition.targets, forKey: .targets)
        try container.encode(timer.ring, forKey: .ring)
    }
}

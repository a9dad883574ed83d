internal import ClockDomain

/// When a node will say the time, and when it will not, by its settings and its zone.
struct AnnouncementOutlook: Sendable {
    enum Entry: Hashable, Sendable {
        case spoken(WallTime)
        /// Quarter hours from the first through the last that are left out for the same reason.
        case silent(WallTime, through: WallTime, QuarterReason)
    }

    var entries: [Entry]

    /// Quarter hours are looked at so far ahead: quiet hours come again every day.
    private static let horizon = 4 * 24 * 2

    /// - Parameters:
    ///   - count: of those that are spoken.
    ///   - rings: when something is due to ring: it goes before the time.
    init(
        _ settings: NodeSettings, zone: TimeZoneRules, after instant: WallTime, count: Int, rings: Set<WallTime>
    ) {
        entries = []
        var spoken = 0
        var target = QuarterHour.after(instant)
        for _ in 0..<AnnouncementOutlook.horizon {
            guard spoken < count else { break }
            if let reason = Self.reason(target, settings, zone, rings) {
                leaveOut(target, reason)
            } else {
                entries.append(.spoken(target))
                spoken += 1
            }
            target = target + QuarterHour.length
        }
        // What comes after the last that is spoken is another day's matter, but a node that never speaks says why.
        if spoken > 0, case .silent = entries.last { entries.removeLast() }
    }

    private mutating func leaveOut(_ target: WallTime, _ reason: QuarterReason) {
        // Quarter hours that are not a node's turn are no news between those that are.
        if reason == .interval { return }
        if case .silent(let first, _, reason) = entries.last {
            entries[entries.count - 1] = .silent(first, through: target, reason)
        } else {
            entries.append(.silent(target, through: target, reason))
        }
    }

    private static func reason(
        _ target: WallTime, _ settings: NodeSettings, _ zone: TimeZoneRules, _ rings: Set<WallTime>
    ) -> QuarterReason? {
        let time = zone.localTime(at: target).time
        if settings.every == .off || !settings.every.includes(time) { return .interval }
        if settings.muted { return .muted }
        if settings.quiet.contains(where: { $0.contains(time) }) { return .quietHours }
        return rings.contains(target) ? .ringing : nil
    }
}

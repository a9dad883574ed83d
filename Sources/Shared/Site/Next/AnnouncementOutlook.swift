package import ClockDomain

/// The instants at which a node will say the time, or stay silent, by its settings and its zone.
package struct AnnouncementOutlook: Sendable {
    package enum Entry: Hashable, Sendable {
        case spoken(WallTime)
        /// Quarter hours from the first through the last that are left out for the same reason, and when the reason
        /// ends; `nil` where nothing ends it by itself, or it is but one quarter hour.
        case silent(WallTime, through: WallTime, QuarterReason, until: WallTime?)
    }

    package var entries: [Entry]

    /// The number of quarter hours to examine: quiet hours come again every day.
    private static let horizon = 4 * 24 * 2

    /// - Parameters:
    ///   - holidays: the days of the calendars that the node heeds.
    ///   - count: of those that are spoken.
    ///   - rings: the due instants of rings: a ring goes before the time.
    package init(
        _ settings: NodeSettings, holidays: [HolidayCalendar.Day] = [], zone: TimeZoneRules, after instant: WallTime,
        count: Int, rings: Set<WallTime>
    ) {
        entries = []
        var spoken = 0
        var target = QuarterHour.after(instant)
        for _ in 0..<AnnouncementOutlook.horizon {
            guard spoken < count else { break }
            if let reason = Self.reason(target, settings, holidays, zone, rings) {
                leaveOut(target, reason, until: Self.end(of: reason, settings, at: target, zone))
            } else {
                entries.append(.spoken(target))
                spoken += 1
            }
            target = target + QuarterHour.length
        }
        // Entries after the last spoken one belong to another day, but a node that never speaks says why.
        if spoken > 0, case .silent = entries.last { entries.removeLast() }
    }

    private mutating func leaveOut(_ target: WallTime, _ reason: QuarterReason, until end: WallTime?) {
        // Quarter hours that are not a node's turn are no news between those that are.
        if reason == .interval { return }
        if case .silent(let first, _, reason, _) = entries.last {
            entries[entries.count - 1] = .silent(first, through: target, reason, until: end)
        } else {
            entries.append(.silent(target, through: target, reason, until: end))
        }
    }

    /// Returns the instant at which a reason ends by itself; `nil` if it does not.
    private static func end(
        of reason: QuarterReason, _ settings: NodeSettings, at instant: WallTime, _ zone: TimeZoneRules
    ) -> WallTime? {
        if reason == .muted, case .until(let end) = settings.mute { return end }
        guard reason == .quietHours else { return nil }
        return settings.quiet.end(at: zone.localTime(at: instant)).map(zone.instant)
    }

    private static func reason(
        _ target: WallTime, _ settings: NodeSettings, _ holidays: [HolidayCalendar.Day], _ zone: TimeZoneRules,
        _ rings: Set<WallTime>
    ) -> QuarterReason? {
        let local = zone.localTime(at: target)
        if settings.every == .off || !settings.every.includes(local.time) { return .interval }
        if settings.mute.silences(target) { return .muted }
        if settings.quiet.contains(where: { $0.contains(local) }) { return .quietHours }
        if holidays.contains(where: { $0.contains(local) }) { return .holiday }
        return rings.contains(target) ? .ringing : nil
    }
}

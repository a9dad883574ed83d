package import ClockDomain
package import ClockWire

/// The reason for which a room is silent at the moment by somebody's wish.
package enum QuietMarker {
    /// `muted`, `muted until 15:30`, `quiet until 07:00`, `announcing off`; `nil` while the room speaks.
    ///
    /// Quiet hours are by the node's own zone. If this system does not know that zone, it shows them as set.
    package static func marker(_ node: NodeStatus, at now: WallTime, zones: Zones) -> StyledText? {
        if let muted = muted(node.settings, TimeWords(zone: zones.local, now: now)) {
            return StyledText(muted, .warning)
        }
        if node.settings.every == .off { return StyledText("announcing off", .warning) }
        let periods = node.settings.quiet
        guard !periods.isEmpty else { return nil }
        let rules = node.zone.flatMap(zones.named)
        let local = rules?.localTime(at: now)
        if let local, !periods.contains(where: { $0.contains(local) }) { return nil }
        guard let rules, let local, let end = periods.end(at: local) else {
            return StyledText("quiet " + periods.map(\.description).joined(separator: ", "), .dim)
        }
        let isWithinADay = end.secondsSinceEpoch - local.secondsSinceEpoch <= 86_400
        let moment = TimeWords(zone: rules, now: now).moment(rules.instant(of: end))
        return StyledText("quiet until \(isWithinADay ? end.time.hourAndMinute : moment)", .dim)
    }

    /// `muted`, `muted until 15:30`; `nil` while the room is not muted.
    package static func muted(_ settings: NodeSettings, _ words: TimeWords) -> String? {
        guard settings.mute.silences(words.now) else { return nil }
        return if case .until(let end) = settings.mute { "muted until \(words.moment(end))" } else { "muted" }
    }
}

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
        guard !node.settings.quiet.isEmpty else { return nil }
        guard let name = node.zone, let zone = zones.named(name) else {
            return StyledText("quiet " + node.settings.quiet.map(\.description).joined(separator: ","), .dim)
        }
        guard let end = end(of: node.settings.quiet, at: zone.localTime(at: now).time) else { return nil }
        return StyledText("quiet until \(end.hourAndMinute)", .dim)
    }

    /// `muted`, `muted until 15:30`; `nil` while the room is not muted.
    package static func muted(_ settings: NodeSettings, _ words: TimeWords) -> String? {
        guard settings.mute.silences(words.now) else { return nil }
        return if case .until(let end) = settings.mute { "muted until \(words.moment(end))" } else { "muted" }
    }

    /// Returns the end of the quiet in force at `time`, with periods that follow each other as one.
    package static func end(of periods: [QuietPeriod], at time: LocalTime) -> LocalTime? {
        guard var end = periods.first(where: { $0.contains(time) })?.end else { return nil }
        // Every period is passed at most once, or periods around the clock would never end.
        for _ in periods {
            guard let next = periods.first(where: { $0.contains(end) })?.end, next != end else { break }
            end = next
        }
        return end
    }
}

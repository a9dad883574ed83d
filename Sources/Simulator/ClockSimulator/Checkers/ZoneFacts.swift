internal import ClockDomain

/// The zones that a node may use. Instants are true time in nanoseconds.
struct ZoneFacts {
    private(set) var current = TimeZoneRules.utc
    /// The time of the last change, or of the machine's wake from sleep after it; `.max` until then.
    private(set) var changedAt = Int64.min
    /// The zones that others replaced lately, each with the time of its end.
    private(set) var former: [(zone: TimeZoneRules, until: Int64)] = []
    /// Likewise, with those of earlier runs of the program: due occurrences that they stored on the disk remain.
    private(set) var ofRings: [(zone: TimeZoneRules, until: Int64)] = []

    private static let remembered = 8

    mutating func programStarts(in zone: TimeZoneRules, isFirst: Bool, at time: Int64) {
        if !isFirst, zone != current { Self.remember(current, until: time, in: &ofRings) }
        current = zone
        changedAt = .min
        former = []
    }

    mutating func change(to zone: TimeZoneRules, isAsleep: Bool, at time: Int64) {
        Self.remember(current, until: time, in: &former)
        Self.remember(current, until: time, in: &ofRings)
        current = zone
        changedAt = isAsleep ? .max : time
    }

    mutating func wake(at time: Int64) { if changedAt == .max { changedAt = time } }

    private static func remember(
        _ zone: TimeZoneRules, until time: Int64, in zones: inout [(zone: TimeZoneRules, until: Int64)]
    ) { zones.append((zone, time), keeping: remembered) }
}

/// The time zones that times of a calendar file are in.
public struct ICalendarZones: Sendable {
    private let local: TimeZoneRules?
    private let named: @Sendable (String) -> TimeZoneRules?
    /// Of the file's names.
    private var rules = [TimeZoneRules.utc.name: TimeZoneRules.utc]

    /// Every time counts as it is written.
    public static let asWritten = ICalendarZones(local: nil) { _ in nil }

    /// - Parameters:
    ///   - local: the zone of the person who reads the file; `nil` where times count as they are written.
    ///   - named: the rules of a zone of the tz database; `nil` for other names, whose times count as they are written.
    public init(local: TimeZoneRules?, named: @escaping @Sendable (String) -> TimeZoneRules?) {
        self.local = local
        self.named = named
    }

    /// With the rules of the zones that a file names. Some programs write their own name before the database's:
    /// `/mozilla.org/20050126_1/Europe/Berlin`.
    func reading(_ names: Set<String>) -> ICalendarZones {
        var zones = self
        for name in names {
            let parts = name.split(separator: "/")
            zones.rules[name] = parts.indices.lazy.compactMap { named(parts[$0...].joined(separator: "/")) }.first
        }
        return zones
    }

    /// A time as the clocks of another zone of the file show it.
    func local(_ time: ICalendarDate, in zone: String?) -> LocalDateTime {
        guard time.time != nil, zone != time.zone, let zone, let other = rules[zone] else { return time.local }
        return shown(time.local, of: time.zone, in: other)
    }

    /// A time as the clocks of the person who reads the file show it.
    func local(_ time: LocalDateTime, of zone: String?) -> LocalDateTime {
        local.map { shown(time, of: zone, in: $0) } ?? time
    }

    private func shown(_ time: LocalDateTime, of zone: String?, in other: TimeZoneRules) -> LocalDateTime {
        guard let zone, let own = rules[zone], WallTime.validSeconds.contains(time.secondsSinceEpoch) else {
            return time
        }
        return other.localTime(at: own.instant(of: time))
    }
}

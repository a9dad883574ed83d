/// An alarm's time by the sun: minutes before or after it rises or sets at a place.
public struct SunTime: Hashable, Sendable, Codable {
    public enum Event: String, Hashable, Sendable, Codable {
        case sunrise, sunset
    }

    public var event: Event
    /// Minutes after the event, in ``offsetRange``; negative before it.
    public var offsetMinutes: Int
    /// The coordinator fills it in, so that a node needs nobody to find the time.
    public var position: Position?

    public static let offsetRange = -360...360

    public init(_ event: Event, offsetMinutes: Int = 0, position: Position? = nil) {
        self.event = event
        self.offsetMinutes = offsetMinutes
        self.position = position
    }

    /// The alarm's time of day on a day without the event, on which it does not ring, and its place in a list.
    public var standIn: LocalTime { LocalTime(secondOfDay: (event == .sunrise ? 6 : 18) * 3_600) }

    /// The second at which it is due, a whole minute; `nil` on a day without the event, and without a position.
    func second(on day: Int64, _ rules: TimeZoneRules) -> Int64? {
        guard let position else { return nil }
        // The date that clocks show at noon: in Kiribati it is the next one.
        let noon = position.noonSecond(day: day)
        let shown = (noon + Int64(rules.offset(atSecond: noon).secondsEast)).flooredQuotient(by: 86_400)
        guard let second = position.second(of: event, day: 2 * day - shown) else { return nil }
        return (second + 30).flooredQuotient(by: 60) * 60 + Int64(offsetMinutes) * 60
    }
}

/// `sunrise`, `30 min before sunset`.
extension SunTime: CustomStringConvertible {
    public var description: String {
        offsetMinutes == 0
            ? event.rawValue
            : "\(offsetMinutes.magnitude) min \(offsetMinutes < 0 ? "before" : "after") \(event.rawValue)"
    }
}

/// `{"event": "sunrise", "offset_min": -30, "position": "52.52, 13.405"}`.
extension SunTime {
    enum CodingKeys: String, CodingKey {
        case event, position
        case offsetMinutes = "offset_min"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Event.self, forKey: .event),
            offsetMinutes: try container.decode(Int.self, forKey: .offsetMinutes),
            position: try container.decodeIfPresent(Position.self, forKey: .position))
        try container.require(
            Self.offsetRange.contains(offsetMinutes), .offsetMinutes, "\(offsetMinutes) is not in \(Self.offsetRange)")
    }
}

extension AlarmSchedule {
    /// The time as people read it: `07:00`, `30 min before sunrise`.
    public var timeInWords: String { sun?.description ?? time.hourAndMinute }
}

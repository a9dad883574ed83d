/// Days on which alarms that name this calendar do not ring.
public struct HolidayCalendar: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        public var span: DateSpan
        /// By the rule of ``Label``.
        public var name: String
        /// On the first day it begins at this minute; `nil` for midnight.
        public var from: LocalTime?
        /// On the last day it ends before this minute; `nil` for midnight. After `from` where the span is one day.
        public var to: LocalTime?

        public init(span: DateSpan, name: String, from: LocalTime? = nil, to: LocalTime? = nil) {
            self.span = span
            self.name = name
            self.from = from
            self.to = to
        }

        public func contains(_ instant: LocalDateTime) -> Bool {
            span(at: instant.time)?.contains(instant.date) ?? false
        }

        /// The dates on which an alarm of this time of day does not ring; `nil` where there are none.
        public func span(at time: LocalTime) -> DateSpan? {
            let first = span.first.daysSinceEpoch + (from.map { time < $0 } ?? false ? 1 : 0)
            let last = span.last.daysSinceEpoch - (to.map { time >= $0 } ?? false ? 1 : 0)
            guard first <= last else { return nil }
            return DateSpan(first: CivilDate(daysSinceEpoch: first), last: CivilDate(daysSinceEpoch: last))
        }
    }

    /// By the rule of ``NodeID``.
    public var name: String
    /// Ascending by span and then name, each once; at most ``maximumDays``. They may overlap.
    public var days: [Day]

    public static let maximumDays = 1_000

    public init(name: String, days: [Day]) {
        self.name = name
        self.days = Set(days).sorted()
    }

    public static func isName(_ name: String) -> Bool { NodeID(name) != nil }

    /// The rule of a name in words, for messages to people.
    public static let nameRule = NodeID.rule
}

extension HolidayCalendar.Day: Comparable {
    public static func < (a: Self, b: Self) -> Bool {
        (a.span, a.name, a.from?.secondOfDay ?? 0, a.to?.secondOfDay ?? 86_400)
            < (b.span, b.name, b.from?.secondOfDay ?? 0, b.to?.secondOfDay ?? 86_400)
    }
}

extension HolidayCalendar: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = try container.decodeCalendarName(forKey: .name) else {
            throw DecodingError.keyNotFound(
                CodingKeys.name, .init(codingPath: container.codingPath, debugDescription: "no name"))
        }
        self.init(name: name, days: try container.decodeList(atMost: Self.maximumDays, "days", forKey: .days))
    }
}

/// `{"name": "Christmas", "on": "2026-12-25/2026-12-26"}`; of hours
/// `{"name": "Trip", "on": "2026-11-25", "from": "14:00", "to": "16:00"}`.
extension HolidayCalendar.Day: Codable {
    enum CodingKeys: String, CodingKey {
        case name, from, to
        case span = "on"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            span: try container.decode(DateSpan.self, forKey: .span),
            name: try container.decodeLabel(forKey: .name),
            from: try container.decodeIfPresent(LocalTime.self, forKey: .from),
            to: try container.decodeIfPresent(LocalTime.self, forKey: .to))
        let isEmpty = span.first == span.last && to.map { $0 <= from ?? .midnight } ?? false
        try container.require(
            !isEmpty, .to, "\(to?.hourAndMinute ?? "") is not after \((from ?? .midnight).hourAndMinute)")
    }
}

extension KeyedDecodingContainer {
    /// By the rule of ``HolidayCalendar/nameRule``; `nil` where there is none.
    package func decodeCalendarName(forKey key: Key) throws -> String? {
        guard let name = try decodeIfPresent(String.self, forKey: key) else { return nil }
        let isName = HolidayCalendar.isName(name)
        try require(isName, key, "calendar \"\(name.prefix(80))\" is not \(HolidayCalendar.nameRule)")
        return name
    }
}

/// Days on which alarms that name this calendar do not ring.
public struct HolidayCalendar: Hashable, Sendable {
    public struct Day: Hashable, Sendable {
        public var span: DateSpan
        /// By the rule of ``Label``.
        public var name: String

        public init(span: DateSpan, name: String) {
            self.span = span
            self.name = name
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
    public static func < (a: Self, b: Self) -> Bool { (a.span, a.name) < (b.span, b.name) }
}

extension HolidayCalendar: Codable {
    enum CodingKeys: String, CodingKey {
        case name, days
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let name = try container.decodeCalendarName(forKey: .name) else {
            throw DecodingError.keyNotFound(
                CodingKeys.name, .init(codingPath: container.codingPath, debugDescription: "no name"))
        }
        self.init(name: name, days: try container.decodeList(atMost: Self.maximumDays, "days", forKey: .days))
    }
}

/// `{"name": "Christmas", "on": "2026-12-25/2026-12-26"}`
extension HolidayCalendar.Day: Codable {
    enum CodingKeys: String, CodingKey {
        case name
        case span = "on"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            span: try container.decode(DateSpan.self, forKey: .span),
            name: try container.decodeLabel(forKey: .name))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(span, forKey: .span)
        try container.encode(name, forKey: .name, unless: "")
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

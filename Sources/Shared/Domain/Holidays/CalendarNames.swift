/// The holiday calendars that something heeds: at least one, at most ``maximum``.
///
/// On the wire one is a text, as it was when there could only be one, and several are a list.
public struct CalendarNames: Hashable, Sendable {
    /// Ascending, each once, by the rule of ``HolidayCalendar/nameRule``.
    public let names: [String]

    public static let maximum = 8

    /// - Returns: `nil` for none, too many, and texts that cannot be a calendar's name.
    public init?(_ names: [String]) {
        guard (1...CalendarNames.maximum).contains(names.count), names.allSatisfy(HolidayCalendar.isName) else {
            return nil
        }
        self.names = Set(names).sorted()
    }

    public func contains(_ name: String) -> Bool { names.contains(name) }
}

extension CalendarNames: ExpressibleByStringLiteral, CustomStringConvertible {
    /// - Precondition: it is a calendar's name.
    public init(stringLiteral name: String) {
        guard let names = CalendarNames([name]) else { preconditionFailure("\(name) is no calendar's name") }
        self = names
    }

    /// With commas between, as people write them.
    public var description: String { names.joined(separator: ",") }
}

extension CalendarNames: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let list: [String]
        do {
            list = [try container.decode(String.self)]
        } catch DecodingError.typeMismatch {
            list = try container.decode([String].self)
        }
        if let wrong = list.first(where: { !HolidayCalendar.isName($0) }) {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "calendar \"\(wrong.prefix(80))\" is not \(HolidayCalendar.nameRule)")
        }
        guard let names = CalendarNames(list) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(list.count) calendars are not 1 to \(CalendarNames.maximum) of them")
        }
        self = names
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if names.count == 1 { try container.encode(names[0]) } else { try container.encode(names) }
    }
}

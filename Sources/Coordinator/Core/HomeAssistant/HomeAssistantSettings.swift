/// The topics and the version of the Home Assistant that shows the site.
public struct HomeAssistantSettings: Hashable, Sendable {
    /// The topic level under which it looks for devices, by ``isPrefix(_:)``.
    public var prefix: String
    /// Its version, or an earlier one. Messages omit everything that this version would warn about.
    public var since: HomeAssistantVersion

    public static let standardPrefix = "homeassistant"

    public init(prefix: String = standardPrefix, since: HomeAssistantVersion = .standard) {
        self.prefix = prefix
        self.since = since
    }

    /// True if a text can be the prefix: 1 to 64 of `a-z`, `A-Z`, `0-9`, `-` and `_`. It is one level, so that a filter
    /// at the broker finds messages under an earlier prefix.
    public static func isPrefix(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                default: false
                }
            }
    }
}

/// A version of Home Assistant, such as 2025.4. Patches make no difference here.
public struct HomeAssistantVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let year: Int
    public let month: Int

    /// The first that accepts every entity without a log line; unknown entities it ignores.
    public static let standard = HomeAssistantVersion(year: 2025, month: 4)
    /// The first version with all other entities.
    static let oldest = HomeAssistantVersion(year: 2024, month: 3)
    /// The first with `notify` over MQTT.
    static let notify = HomeAssistantVersion(year: 2024, month: 5)
    /// The first that does not warn about `time` over MQTT.
    static let time = standard
    /// The first in which every sensor can be unknown.
    static let unknownSensors = standard

    private init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// Reads `2025.4` and `2025.4.1`; `nil` for anything else, and for versions before 2024.3.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(part) : nil
        }
        guard (2...3).contains(parts.count), numbers.count == parts.count, (2000...2199).contains(numbers[0]),
            (1...12).contains(numbers[1])
        else { return nil }
        self.init(year: numbers[0], month: numbers[1])
        guard self >= .oldest else { return nil }
    }

    public var description: String { "\(year).\(month)" }

    public static func < (a: Self, b: Self) -> Bool { (a.year, a.month) < (b.year, b.month) }
}

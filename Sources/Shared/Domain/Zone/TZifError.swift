/// The reason for which bytes are no usable time zone. Its one-line description names the zone, the fault and the
/// remedy.
public struct TZifError: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// The zone's name breaks ``TimeZoneRules/nameRule``.
        case name
        /// More than ``TimeZoneRules/maximumBytes`` bytes.
        case size
        /// Not a TZif file at all, or a version of the format that is not known here.
        case format
        /// The bytes end too soon, or go on after the end.
        case length
        /// A count, index, offset, flag or abbreviation is outside its range.
        case value
        /// The transitions are not in ascending order.
        case order
        /// The file counts leap seconds, which POSIX time does not have.
        case leapSeconds
        /// The footer is not a POSIX TZ string with all its rules.
        case footer
    }

    public let code: Code
    public let zone: String
    /// The fault, with the value and its place.
    public let detail: String

    init(_ code: Code, zone: String, _ detail: String) {
        self.code = code
        self.zone = zone
        self.detail = detail
    }
}

extension TZifError: CustomStringConvertible {
    public var description: String { "time zone \(zone): \(detail); \(remedy)" }

    private var remedy: String {
        switch code {
        case .name: "a zone's name is \(TimeZoneRules.nameRule)"
        case .leapSeconds: "name the zone without \"right/\""
        case .size, .format, .length, .value, .order, .footer:
            "name another zone or reinstall the tz database (package tzdata)"
        }
    }
}

/// The offset of a zone's clocks during a span of time.
public struct ZoneOffset: Hashable, Sendable {
    /// Local time minus UTC in seconds, positive east of Greenwich.
    public var secondsEast: Int
    public var isDaylightSaving: Bool
    /// The tz database's abbreviation, such as `CET` or `+0530`.
    public var abbreviation: String

    public init(secondsEast: Int, isDaylightSaving: Bool, abbreviation: String) {
        self.secondsEast = secondsEast
        self.isDaylightSaving = isDaylightSaving
        self.abbreviation = abbreviation
    }
}

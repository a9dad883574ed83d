extension CivilDate: TextCoded {
    /// `2026-11-21`
    public var iso8601: String { description }

    /// Reads `YYYY-MM-DD`, years 1970 to 2199; `nil` for anything else and for days that do not exist.
    public init?(iso8601 text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1970...2199).contains(year), (1...12).contains(month),
            (1...CivilDate.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public static let textForm = "a date like 2026-11-21"
    public init?(coded text: String) { self.init(iso8601: text) }
}

extension LocalTime: TextCoded {
    public static let textForm = "a time like 07:30"
    public init?(coded text: String) { self.init(hourAndMinute: text) }
    public var coded: String { hourAndMinute }
}

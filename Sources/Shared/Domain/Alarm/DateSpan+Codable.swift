extension DateSpan: TextCoded {
    /// `2026-12-24/2026-12-26`, the interval form of ISO 8601; a single day as that day alone.
    public var iso8601: String { first == last ? first.iso8601 : "\(first.iso8601)/\(last.iso8601)" }

    /// Reads one date or two with `/` between them, the second not before the first; `nil` for anything else.
    public init?(iso8601 text: some StringProtocol) {
        let bounds = text.split(separator: "/", omittingEmptySubsequences: false).map { CivilDate(iso8601: $0) }
        guard (1...2).contains(bounds.count), let first = bounds[0], let last = bounds[bounds.count - 1], first <= last
        else { return nil }
        self.init(first: first, last: last)
    }

    public static let textForm = "like 2026-12-24 or 2026-12-24/2026-12-26"
    public init?(coded text: String) { self.init(iso8601: text) }
    public var coded: String { iso8601 }
}

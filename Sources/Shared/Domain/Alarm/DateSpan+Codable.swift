extension DateSpan: Codable {
    /// `2026-12-24/2026-12-26`, the interval form of ISO 8601; a single day as that day alone.
    public var iso8601: String { first == last ? first.iso8601 : "\(first.iso8601)/\(last.iso8601)" }

    /// Reads one date or two with `/` between them, the second not before the first; `nil` for anything else.
    public init?(iso8601 text: some StringProtocol) {
        let bounds = text.split(separator: "/", omittingEmptySubsequences: false).map { CivilDate(iso8601: $0) }
        guard (1...2).contains(bounds.count), let first = bounds[0], let last = bounds[bounds.count - 1], first <= last
        else { return nil }
        self.init(first: first, last: last)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let span = DateSpan(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\"\(text.prefix(40))\" is not like 2026-12-24 or 2026-12-24/2026-12-26")
        }
        self = span
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}

public import ClockDomain

/// Answered by ``PlayResult``.
public struct SayRequest: SiteRequest {
    public typealias Result = PlayResult

    public static let verb = RequestVerb("say")
    public static let role = ClientRole.member
    public static let summary = "has a text spoken by the coordinator's speech engine"
    public static let fields = "`text` (1 to 1,000 characters), `targets`, `at`, `volume`"
    public static let resultFields = "as `play`"

    /// 1 to ``maximumCharacters``.
    public var text: String
    public var how: PlayOptions

    public static let maximumCharacters = 1_000
    private static let maximumTextBytes = 8_000

    public init(text: String, how: PlayOptions = PlayOptions()) {
        self.text = text
        self.how = how
    }

    /// True when a voice can say `text`: it has something to say, and not too much.
    public static func isText(_ text: String) -> Bool {
        text.utf8.count <= maximumTextBytes && text.count <= maximumCharacters
            && text.unicodeScalars.contains { !$0.properties.isWhitespace && $0.value > 0x20 }
    }
}

extension SayRequest {
    enum CodingKeys: String, CodingKey {
        case text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        try container.require(
            Self.isText(text), .text,
            "a text of \(text.count) characters cannot be said; use 1 to \(Self.maximumCharacters)")
        how = try PlayOptions(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try how.encode(to: encoder)
    }
}

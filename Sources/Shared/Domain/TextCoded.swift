/// A value that messages and the store hold as one text.
public protocol TextCoded: Codable {
    /// The form of the text, for messages to people: `a date like 2026-11-21`.
    static var textForm: String { get }
    /// Reads the text; `nil` for one of another form.
    init?(coded text: String)
    var coded: String { get }
}

extension TextCoded {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(coded: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.prefix(40))\" is not \(Self.textForm)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(coded)
    }
}

extension TextCoded where Self: CustomStringConvertible {
    public var coded: String { description }
}

internal import ClockDomain
public import ClockWire

public struct CoordinatorRequest: Hashable, Sendable {
    public let content: any SiteRequest

    public init(_ content: any SiteRequest) { self.content = content }

    public static func == (one: Self, other: Self) -> Bool { one.content.equals(other.content) }

    public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}

/// Encoded with one key, the verb, and the payload as on the wire.
extension CoordinatorRequest: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }

    /// - Throws: `DecodingError` for an unknown verb, or a payload that does not fit the verb.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first,
            let handler = CoordinatorCore.handler(of: RequestVerb(key.stringValue))
        else {
            let verbs = container.allKeys.map(\.stringValue).sorted().joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: container.codingPath, debugDescription: "\"\(verbs)\" is not the verb of a request"))
        }
        self.init(try container.decode(handler.request, forKey: key))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(content, forKey: Key(stringValue: type(of: content).verb.rawValue))
    }
}

/// The sender of a request, and so the address of the answer. The gateway makes it and reads it; the core returns it
/// unread.
public struct RequestOrigin: Hashable, Sendable {
    @Boxed private var address: any Hashable & Sendable
    /// The client that made it, for limits; empty where nobody else shares them.
    public let asker: String

    public init(_ address: some Hashable & Sendable, asker: String = "") {
        _address = Boxed(wrappedValue: address)
        self.asker = asker
    }

    /// The address from which it was made, for code that knows its type.
    public func address<Address>(as: Address.Type) -> Address? { address as? Address }

    public static func == (one: Self, other: Self) -> Bool { one.address.equals(other.address) }

    public func hash(into hasher: inout Hasher) { address.hash(into: &hasher) }
}

extension Equatable {
    /// True if `other` has the same type and is equal.
    func equals(_ other: any Equatable) -> Bool { other as? Self == self }
}

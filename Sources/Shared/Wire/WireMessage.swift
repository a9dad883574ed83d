/// A JSON payload of the protocol: an object with the version `v` and this type's fields (docs/protocol.md).
public protocol WireMessage: Codable, Sendable {
    /// Bytes a payload of this type may have; larger ones are refused before they are parsed.
    static var maximumBytes: Int { get }
}

extension WireMessage {
    public static var maximumBytes: Int { 64 * 1024 }
}

/// Why a payload was refused, in words that name what and which value.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: Hashable, Sendable {
        case tooLarge, notJSON, unsupportedVersion, invalid
    }

    public var code: Code
    public var description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

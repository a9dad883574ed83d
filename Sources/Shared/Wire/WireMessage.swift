/// A JSON payload of the protocol: an object with the version `v` and this type's fields (docs/protocol.md).
public protocol WireMessage: Codable, Sendable {
    /// Bytes a payload of this type may have; larger ones are refused before they are parsed.
    static var maximumBytes: Int { get }

    /// Returns the message if the payload has the plain form of most of its kind, which needs no general decoder; `nil`
    /// for every other payload.
    static func readPlain(_ payload: [UInt8]) -> Self?
    /// Returns the very payload that the general encoder makes; `nil` if only that can make it.
    func writePlain() -> [UInt8]?
}

extension WireMessage {
    public static var maximumBytes: Int { 64 * 1024 }
    public static func readPlain(_ payload: [UInt8]) -> Self? { nil }
    public func writePlain() -> [UInt8]? { nil }
}

/// The reason for which a program refused a payload, with the field and the value.
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

public import ClockDomain
public import ClockWire

/// A message between a room and a door: one line of JSON.
public enum PairingMessage: WireMessage, Hashable {
    case hello(doorKey: PairingBytes)
    case commit(roomKey: PairingBytes, commitment: PairingBytes)
    case nonce(PairingBytes)
    case reveal(PairingBytes)
    /// - Parameters:
    ///   - grant: a ``PairingGrant`` as JSON: the very bytes that are signed.
    ///   - signature: ECDSA with SHA-256 in DER, by the door's key.
    case grant(PairingBytes, signature: PairingBytes)
    case done
    /// The door does not take the room now.
    ///
    /// - Parameter seconds: the time after which to ask again.
    case refused(reason: String, seconds: Int)

    public static var maximumBytes: Int { 16 << 10 }
}

/// Bytes, as base 64 in JSON.
public struct PairingBytes: Hashable, Sendable, Codable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    public init(from decoder: any Decoder) throws {
        guard let bytes = Base64.bytes(of: try decoder.singleValueContainer().decode(String.self)) else {
            throw WireError(.invalid, "a field is not base 64")
        }
        self.bytes = bytes
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64.text(of: bytes))
    }
}

/// All that a room needs to belong to a site.
public struct PairingGrant: WireMessage, Hashable {
    public var site: SiteID
    public var node: NodeID
    /// `HOST` or `HOST:PORT`, in order, one at least.
    public var brokers: [String]
    /// The authority of the brokers' certificates, as PEM text.
    public var authority: String
    /// The room's certificate, as PEM text.
    public var certificate: String

    public static var maximumBytes: Int { 12 << 10 }

    public init(site: SiteID, node: NodeID, brokers: [String], authority: String, certificate: String) {
        self.site = site
        self.node = node
        self.brokers = brokers
        self.authority = authority
        self.certificate = certificate
    }
}

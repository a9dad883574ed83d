// A room without a site and a hub's door agree on a number of six digits, and a person compares it: the room says it, the
// administrator types it. As in Bluetooth's numeric comparison (Core 5.4, volume 2, part H, section 7.2.1) and
// draft-ietf-dnssd-pairing-04, section 4, both sides have a key, and each adds a nonce:
//
//     door -> room   hello: the door's key
//     room -> door   commit: the room's key, and a hash over both keys and the room's nonce
//     door -> room   nonce: the door's nonce
//     room -> door   reveal: the room's nonce
//     door -> room   grant: what the room needs to belong, signed with the door's key
//     room -> door   done
//
// The number is a hash over both keys and both nonces. A person in the middle has two exchanges, with keys of their own,
// and both numbers must be equal. In each of them either the commitment fixes their nonce before they learn ours, or they
// choose theirs while ours is hidden in the commitment. So a try succeeds once in a million, and cannot be prepared.

internal import ClockDomain

/// A room's exchange with a door, as each of the two has it.
public struct PairingExchange: Hashable, Sendable {
    /// Public keys: uncompressed points of the curve P-256 (SEC 1 section 2.3.3).
    public var roomKey: [UInt8]
    public var doorKey: [UInt8]
    public var roomNonce: [UInt8]
    public var doorNonce: [UInt8]

    public static let nonceBytes = 32
    public static let keyBytes = 65

    public init(roomKey: [UInt8], doorKey: [UInt8], roomNonce: [UInt8], doorNonce: [UInt8]) {
        self.roomKey = roomKey
        self.doorKey = doorKey
        self.roomNonce = roomNonce
        self.doorNonce = doorNonce
    }

    /// The room's promise of its nonce, 32 bytes.
    public static func commitment(roomKey: [UInt8], doorKey: [UInt8], roomNonce: [UInt8]) -> [UInt8] {
        hash("commitment", roomKey, doorKey, roomNonce)
    }

    /// Six digits. The remainder of 64 bits favours no number by more than one in 10^13.
    public var number: String {
        let bits = Self.hash("number", roomKey, doorKey, roomNonce, doorNonce).prefix(8)
            .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let digits = String(bits % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// The bytes that the door signs to give `grant` to this room, in this exchange.
    public func signed(_ grant: [UInt8]) -> [UInt8] {
        Self.hash("grant", roomKey, doorKey, roomNonce, doorNonce, grant)
    }

    /// Every part is preceded by its length, so that no two lists of parts are the same bytes.
    private static func hash(_ purpose: String, _ parts: [UInt8]...) -> [UInt8] {
        SHA256.digest(
            of: ([Array("clocksmith pairing 1 \(purpose)".utf8)] + parts).flatMap { part in
                (0..<4).map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) } + part
            })
    }
}

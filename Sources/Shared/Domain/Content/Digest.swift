/// Names bytes by their content: their SHA-256 digest, as 64 of `0-9` and `a-f`. It names blobs and voice packs.
public struct Digest: RawRepresentable, Hashable, Sendable, Codable {
    public let rawValue: String

    /// `nil` for a text that is no such digest.
    public init?(rawValue: String) {
        let digits = rawValue.utf8
        guard digits.count == 64, digits.allSatisfy(Self.isDigit) else { return nil }
        self.rawValue = rawValue
    }

    /// `nil` for a text that is no such digest.
    public init?(_ text: some StringProtocol) { self.init(rawValue: String(text)) }

    /// The digest of these bytes.
    public init(of bytes: [UInt8]) { self.init(sha256: SHA256.digest(of: bytes)) }

    /// - Parameter digest: its 32 bytes.
    public init(sha256 digest: [UInt8]) {
        precondition(digest.count == 32, "a digest of \(digest.count) bytes")
        let digits = Array("0123456789abcdef".utf8)
        rawValue = String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

extension Digest: Comparable, CustomStringConvertible {
    public static func < (a: Digest, b: Digest) -> Bool { a.rawValue < b.rawValue }

    public var description: String { rawValue }

    /// As much of it as people need to tell two apart.
    public var short: String { String(rawValue.prefix(8)) }
}

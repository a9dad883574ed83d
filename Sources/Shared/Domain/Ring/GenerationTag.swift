/// Four letters that tell apart two generations of a store that have the same number: `kfdp`.
///
/// Consonants alone, so that it forms no word, and without the `l` that looks like a `1`.
public struct GenerationTag: Hashable, Sendable {
    public static let count = 160_000
    private static let letters = Array("bcdfghjkmnpqrstvwxyz".utf8)
    private static let length = 4

    /// 0..<``count``
    public let code: Int

    /// `nil` for a code out of range.
    public init?(code: Int) {
        guard (0..<Self.count).contains(code) else { return nil }
        self.code = code
    }

    public init(using generator: inout some RandomNumberGenerator) { code = Int(generator.next() % UInt64(Self.count)) }

    /// Reads `kfdp`; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length else { return nil }
        var code = 0
        for byte in text.utf8 {
            guard let digit = Self.letters.firstIndex(of: byte) else { return nil }
            code = code * Self.letters.count + digit
        }
        self.code = code
    }
}

extension GenerationTag: Comparable, CustomStringConvertible {
    public static func < (a: GenerationTag, b: GenerationTag) -> Bool { a.code < b.code }

    public var description: String {
        var rest = code
        var bytes = [UInt8](repeating: 0, count: Self.length)
        for place in bytes.indices.reversed() {
            bytes[place] = Self.letters[rest % Self.letters.count]
            rest /= Self.letters.count
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

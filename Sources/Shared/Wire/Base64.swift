/// Bytes as text within JSON: base 64 with padding (RFC 4648 section 4).
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let pad = UInt8(ascii: "=")
    /// The value of each byte that is a digit, 255 of every other.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: .max, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let second = left > 1 ? bytes[index + 1] : 0
            let third = left > 2 ? bytes[index + 2] : 0
            text.append(digits[Int(bytes[index] >> 2)])
            text.append(digits[Int(bytes[index] << 4 & 0x3F | second >> 4)])
            text.append(left > 1 ? digits[Int(second << 2 & 0x3F | third >> 6)] : pad)
            text.append(left > 2 ? digits[Int(third & 0x3F)] : pad)
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for a text that is not base 64: another character, a length that is no multiple of 4, bits left over.
    static func bytes(of text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        let padding = text.reversed().prefix { $0 == pad }.count
        guard padding <= 2 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var bitCount: UInt32 = 0
        for digit in text.dropLast(padding) {
            let value = values[Int(digit)]
            guard value != .max else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        guard bits & (1 << bitCount - 1) == 0 else { return nil }
        return bytes
    }
}

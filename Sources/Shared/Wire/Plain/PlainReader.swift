internal import ClockDomain

/// Reads JSON in the one form in which ``WireCodec`` writes it: no spaces, keys in order, texts of printable ASCII without
/// escapes, whole numbers.
///
/// Thousands of ledger messages come at once, and nearly all are in this form. The general decoder reads any JSON, and
/// takes ten times as long. It decides all that is in another form, or wrong.
struct PlainReader {
    private let bytes: [UInt8]
    private var place = 0
    /// True if the reader found something that is not in this form.
    private(set) var hasFailed = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    /// - Returns: true if these bytes were next.
    mutating func consume(_ literal: StaticString) -> Bool {
        literal.withUTF8Buffer { literal in
            guard bytes.count - place >= literal.count else { return false }
            for index in literal.indices where bytes[place + index] != literal[index] { return false }
            place += literal.count
            return true
        }
    }

    mutating func text() -> String? {
        guard consume("\"") else { return fail() }
        let start = place
        while place < bytes.count, PlainWriter.isPlain(bytes[place]) { place += 1 }
        let end = place
        return consume("\"") ? String(decoding: bytes[start..<end], as: UTF8.self) : fail()
    }

    mutating func text(if key: StaticString) -> String? { consume(key) ? text() : nil }

    /// A whole number of at most 15 digits, which fits.
    mutating func number() -> Int? {
        let isNegative = consume("-")
        let start = place
        var number = 0
        while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]), place - start < 16 {
            number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
            place += 1
        }
        let digits = place - start
        guard (1...15).contains(digits), bytes[start] != UInt8(ascii: "0") || digits == 1 && !isNegative else {
            return fail()
        }
        return isNegative ? -number : number
    }

    mutating func number(if key: StaticString) -> Int? { consume(key) ? number() : nil }

    mutating func instant() -> WallTime? {
        guard let text = text(), let instant = WallTime(rfc3339: text) else { return fail() }
        return instant
    }

    private mutating func fail<Value>() -> Value? {
        hasFailed = true
        return nil
    }
}

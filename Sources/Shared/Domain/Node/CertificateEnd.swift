/// Reads the end of a certificate's validity, and nothing else: a program that only has to warn in time needs no
/// library for it. ClockRuntime reads it from a PEM text.
///
/// The way through the DER of a certificate (ITU-T X.690; RFC 5280 section 4.1) goes over the fields before its
/// validity without reading them. A text that does not fit is no certificate; the reader checks every length against
/// the remaining bytes.
public enum CertificateEnd {
    /// The most bytes to read of a file.
    public static let maximumBytes = 256 << 10

    /// The last second of the validity of a certificate in DER.
    ///
    /// - Returns: `nil` for bytes that are none, or whose end is not in ``WallTime/validSeconds``.
    public static func of(der bytes: [UInt8]) -> WallTime? {
        var file = DERReader(bytes[...])
        guard var certificate = file.read(.sequence), var content = certificate.read(.sequence) else { return nil }
        // The version is left out where it is 1.
        _ = content.read(.version)
        guard content.read(.integer) != nil, content.read(.sequence) != nil, content.read(.sequence) != nil,
            var validity = content.read(.sequence), validity.takeTime() != nil
        else { return nil }
        return validity.takeTime()
    }
}

/// Takes elements off the beginning of DER bytes.
private struct DERReader {
    private var rest: ArraySlice<UInt8>

    /// First bytes of elements.
    enum Tag: UInt8 {
        case integer = 0x02
        case coordinatedTime = 0x17
        case generalizedTime = 0x18
        case sequence = 0x30
        /// Explicitly tagged 0.
        case version = 0xA0
    }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// The content of the next element; `nil`, with nothing taken, where that is of another kind or goes beyond the
    /// end.
    mutating func read(_ tag: Tag) -> DERReader? {
        var reader = rest
        guard reader.popFirst() == tag.rawValue, let length = DERReader.length(&reader), length <= reader.count else {
            return nil
        }
        rest = reader.dropFirst(length)
        return DERReader(reader.prefix(length))
    }

    /// One byte up to 127, else as many bytes as the first one says; four are more than any file has.
    private static func length(_ reader: inout ArraySlice<UInt8>) -> Int? {
        guard let first = reader.popFirst() else { return nil }
        if first < 0x80 { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), count <= reader.count else { return nil }
        let length = reader.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        reader = reader.dropFirst(count)
        return length
    }

    /// A time in UTC to the second, as RFC 5280 section 4.1.2.5 has them: `YYMMDDHHMMSSZ` of 1950 to 2049, or with four
    /// digits of the year.
    mutating func takeTime() -> WallTime? {
        if let short = read(.coordinatedTime) {
            guard let (numbers, year) = DERReader.numbers(short.rest, yearDigits: 2) else { return nil }
            return DERReader.time(year: year + (year < 50 ? 2000 : 1900), numbers)
        }
        guard let long = read(.generalizedTime), let (numbers, year) = DERReader.numbers(long.rest, yearDigits: 4)
        else { return nil }
        return DERReader.time(year: year, numbers)
    }

    private static func numbers(_ text: ArraySlice<UInt8>, yearDigits: Int) -> (pairs: [Int], year: Int)? {
        let digits = text.dropLast().map { Int($0) - Int(UInt8(ascii: "0")) }
        guard text.last == UInt8(ascii: "Z"), digits.count == yearDigits + 10, digits.allSatisfy((0...9).contains)
        else { return nil }
        let year = digits.prefix(yearDigits).reduce(0) { $0 * 10 + $1 }
        return (stride(from: yearDigits, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }, year)
    }

    private static func time(year: Int, _ numbers: [Int]) -> WallTime? {
        guard (1...12).contains(numbers[0]), (1...CivilDate.days(inMonth: numbers[0], of: year)).contains(numbers[1]),
            let time = LocalTime(hour: numbers[2], minute: numbers[3], second: numbers[4])
        else { return nil }
        let date = CivilDate(year: year, month: numbers[0], day: numbers[1])
        let seconds = LocalDateTime(date: date, time: time).secondsSinceEpoch
        return WallTime.validSeconds.contains(seconds) ? WallTime(seconds: seconds) : nil
    }
}

extension WallTime {
    /// RFC 3339 in UTC: `2026-11-21T18:00:00.000Z`. Three fraction digits, or nine where the instant has any finer part,
    /// so that reading it back gives the same instant.
    public var rfc3339: String {
        let local = LocalDateTime(secondsSinceEpoch: seconds)
        let fraction = nanoseconds.flooredRemainder(by: 1_000_000_000)
        // Every line of a log and most messages have one.
        var text: [UInt8] = []
        text.reserveCapacity(30)
        text.append(local.date.year, digits: 4, before: "-")
        text.append(local.date.month, digits: 2, before: "-")
        text.append(local.date.day, digits: 2, before: "T")
        text.append(local.time.hour, digits: 2, before: ":")
        text.append(local.time.minute, digits: 2, before: ":")
        text.append(local.time.second, digits: 2, before: ".")
        if fraction % 1_000_000 == 0 {
            text.append(Int(fraction / 1_000_000), digits: 3, before: "Z")
        } else {
            text.append(Int(fraction), digits: 9, before: "Z")
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads RFC 3339 section 5.6 date-times with any offset and up to nine fraction digits; `nil` for anything else,
    /// for a leap second (POSIX time has none), and outside ``validSeconds``.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.consume("-"), let month = reader.digits(2), reader.consume("-"),
            let day = reader.digits(2), reader.consume("T") || reader.consume("t") || reader.consume(" "),
            let hour = reader.digits(2), reader.consume(":"), let minute = reader.digits(2), reader.consume(":"),
            let second = reader.digits(2),
            (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day),
            let time = LocalTime(hour: hour, minute: minute, second: second)
        else { return nil }
        var fraction: Int64 = 0
        if reader.consume(".") {
            guard let read = reader.fraction(nanosecondDigits: 9) else { return nil }
            fraction = read
        }
        guard let offset = reader.zoneOffset(), reader.isAtEnd else { return nil }
        let local = LocalDateTime(date: CivilDate(year: year, month: month, day: day), time: time)
        let seconds = local.secondsSinceEpoch - Int64(offset)
        guard WallTime.validSeconds.contains(seconds) else { return nil }
        self.init(nanoseconds: seconds * 1_000_000_000 + fraction)
    }
}

extension WallTime: CustomStringConvertible {
    public var description: String { rfc3339 }
}

extension WallTime: TextCoded {
    public static let textForm = "an RFC 3339 instant of the years 1970 to 2199"
    public init?(coded text: String) { self.init(rfc3339: text) }
}

extension CivilDate: CustomStringConvertible {
    /// ISO 8601: `2026-11-21`.
    public var description: String { "\(padded(Int64(year), 4))-\(padded(Int64(month), 2))-\(padded(Int64(day), 2))" }
}

extension LocalTime: CustomStringConvertible {
    /// `18:00:00`
    public var description: String { "\(hourAndMinute):\(padded(Int64(second), 2))" }

    /// `18:00`
    public var hourAndMinute: String { "\(padded(Int64(hour), 2)):\(padded(Int64(minute), 2))" }
}

extension LocalDateTime: CustomStringConvertible {
    /// `2026-11-21 18:00:00`
    public var description: String { "\(date) \(time)" }
}

/// Decimal digits with leading zeros; `value` is not negative.
private func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension [UInt8] {
    /// - Parameters:
    ///   - number: not negative, of at most `digits` digits.
    ///   - mark: the character after it.
    fileprivate mutating func append(_ number: Int, digits: Int, before mark: Unicode.Scalar) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
        append(UInt8(ascii: mark))
    }
}

/// Reads fixed-width numbers and punctuation off a text, byte by byte.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = nextDigit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// One to `nanosecondDigits` digits after the point, scaled to nanoseconds.
    mutating func fraction(nanosecondDigits limit: Int) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < limit, let digit = nextDigit() {
            value = value * 10 + Int64(digit)
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<limit { value *= 10 }
        return value
    }

    /// `Z` or `+hh:mm`; seconds east of UTC.
    mutating func zoneOffset() -> Int? {
        if consume("Z") || consume("z") { return 0 }
        let sign: Int
        if consume("+") { sign = 1 } else if consume("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), consume(":"), let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func nextDigit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }
}

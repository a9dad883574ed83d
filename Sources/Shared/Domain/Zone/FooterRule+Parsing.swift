extension FooterRule {
    /// The reason for which a text is no usable TZ string: the byte and the text expected there.
    struct Mismatch: Error {
        var position: Int
        var expected: String
    }

    /// Reads a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`, with the times from -167 to 167 hours that TZif
    /// version 3 allows. Refuses daylight saving time without rules, because no standard defines them.
    init(_ text: some Collection<UInt8>) throws(Mismatch) {
        var reader = Reader(text)
        let standardName = try reader.abbreviation()
        let standardEast = -(try reader.signedTime(maximumHours: 24))
        standard = ZoneOffset(secondsEast: standardEast, isDaylightSaving: false, abbreviation: standardName)
        guard !reader.isAtEnd else { return }

        let daylightName = try reader.abbreviation()
        let isOffsetGiven = !reader.isAtEnd && reader.next != UInt8(ascii: ",")
        let daylightEast = isOffsetGiven ? -(try reader.signedTime(maximumHours: 24)) : standardEast + 3600
        try reader.expect(",", "the rule for the start of daylight saving time")
        let start = try reader.yearlyMoment()
        try reader.expect(",", "the rule for the end of daylight saving time")
        let end = try reader.yearlyMoment()
        guard reader.isAtEnd else { throw Mismatch(position: reader.position, expected: "the end") }

        let offset = ZoneOffset(secondsEast: daylightEast, isDaylightSaving: true, abbreviation: daylightName)
        let daylight = Daylight(offset: offset, start: start, end: end)
        if daylight.lastsAllYear(standard: standard) { standard = offset } else { self.daylight = daylight }
    }
}

/// Reads the parts of a TZ string byte by byte.
private struct Reader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: some Collection<UInt8>) { bytes = Array(text) }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    var isAtEnd: Bool { position == bytes.count }

    mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(FooterRule.Mismatch) {
        guard consume(character) else { throw mismatch(what) }
    }

    /// Letters, or letters, digits and signs between `<` and `>`.
    mutating func abbreviation() throws(FooterRule.Mismatch) -> String {
        let isQuoted = consume("<")
        let start = position
        while let byte = next, isQuoted ? byte != UInt8(ascii: ">") : isLetter(byte) { position += 1 }
        let name = bytes[start..<position]
        guard let abbreviation = ZoneOffset.abbreviation(name), !isQuoted || consume(">") else {
            throw FooterRule.Mismatch(position: start, expected: "an abbreviation")
        }
        return abbreviation
    }

    /// `h`, `hh:mm` or `hh:mm:ss` with an optional sign, in seconds.
    mutating func signedTime(maximumHours: Int) throws(FooterRule.Mismatch) -> Int {
        let isNegative = consume("-")
        if !isNegative { _ = consume("+") }
        var seconds = try number(in: 0...maximumHours, "hours") * 3600
        if consume(":") {
            seconds += try number(in: 0...59, "minutes") * 60
            if consume(":") { seconds += try number(in: 0...59, "seconds") }
        }
        return isNegative ? -seconds : seconds
    }

    /// `Jn`, `n` or `Mm.w.d`, with `/time` where it is not 02:00.
    mutating func yearlyMoment() throws(FooterRule.Mismatch) -> YearlyMoment {
        let day: YearlyMoment.Day
        if consume("M") {
            let month = try number(in: 1...12, "a month")
            try expect(".", "a point after the month")
            let week = try number(in: 1...5, "a week")
            try expect(".", "a point after the week")
            day = .weekday(month: month, week: week, weekday: try number(in: 0...6, "a weekday"))
        } else if consume("J") {
            day = .julianWithoutLeapDay(try number(in: 1...365, "a day of the year"))
        } else {
            day = .zeroBased(try number(in: 0...365, "a day of the year"))
        }
        return YearlyMoment(day: day, seconds: consume("/") ? try signedTime(maximumHours: 167) : 7200)
    }

    /// Up to three digits.
    private mutating func number(in range: ClosedRange<Int>, _ what: String) throws(FooterRule.Mismatch) -> Int {
        let start = position
        var value = 0
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), position - start < 3 {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard position > start, range.contains(value) else {
            let expected = "\(what) from \(range.lowerBound) to \(range.upperBound)"
            throw FooterRule.Mismatch(position: start, expected: expected)
        }
        return value
    }

    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private func mismatch(_ expected: String) -> FooterRule.Mismatch {
        FooterRule.Mismatch(position: position, expected: expected)
    }
}

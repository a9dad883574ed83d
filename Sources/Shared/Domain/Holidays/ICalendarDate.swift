/// A date or a date-time of a calendar file (RFC 5545 sections 3.3.4 and 3.3.5).
struct ICalendarDate: Hashable, Sendable {
    var date: CivilDate
    /// `nil` for a date alone.
    var time: LocalTime?
    /// Of the time; `nil` where the file names none.
    var zone: String?

    /// Reads `20261224`, `20261224T180000` or `20261224T180000Z`.
    init?(_ text: some StringProtocol, zone: String? = nil) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let digits = Self.digits(parts[0], count: 8) else { return nil }
        let (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100)
        guard year > 0, (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day) else {
            return nil
        }
        date = CivilDate(year: year, month: month, day: day)
        guard parts.count == 2 else { return }
        let isUTC = parts[1].last == "Z"
        guard let digits = Self.digits(isUTC ? parts[1].dropLast() : parts[1][...], count: 6),
            // A leap second is written as the 60th.
            let time = LocalTime(hour: digits / 10_000, minute: digits / 100 % 100, second: min(digits % 100, 59)),
            digits % 100 <= 60
        else { return nil }
        self.time = time
        self.zone = isUTC ? TimeZoneRules.utc.name : zone
    }

    /// Midnight for a date alone.
    var local: LocalDateTime { LocalDateTime(date: date, time: time ?? .midnight) }

    static func digits(_ text: some StringProtocol, count: Int) -> Int? {
        guard text.utf8.count == count, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}

/// A duration of a calendar file (RFC 5545 section 3.3.6), such as `P1D`, `P2W` or `P1DT12H`; not negative.
enum ICalendarDuration {
    /// `nil` for anything else.
    static func seconds(_ text: some StringProtocol) -> Int64? {
        var rest = Substring(text)
        if rest.first == "+" { rest = rest.dropFirst() }
        guard rest.first == "P" else { return nil }
        rest = rest.dropFirst()
        var isTime = false
        var seconds: Int64 = 0
        var count = 0
        while let first = rest.first {
            if first == "T", !isTime {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            rest = rest.dropFirst(digits.count)
            guard (1...6).contains(digits.utf8.count), let number = Int64(digits), let letter = rest.first,
                let unit = unit(letter, isTime: isTime)
            else { return nil }
            rest = rest.dropFirst()
            seconds += number * unit
            count += 1
            guard count <= 5 else { return nil }
        }
        return count > 0 ? seconds : nil
    }

    private static func unit(_ letter: Character, isTime: Bool) -> Int64? {
        switch (letter, isTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}

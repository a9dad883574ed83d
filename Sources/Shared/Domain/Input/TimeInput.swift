/// Times of day, and days with a time, as people write them.
///
/// - `19:30`, `7:30`, `07:30`, `7.30`, `0730`, `7`: without am or pm the clock has 24 hours, so `7` is 07:00 and never
///   19:00. `7:30pm`, `7 pm`, `12am` (midnight), `noon`, `midnight`. Minutes are whole.
/// - A day may stand before or after it: `tomorrow 6am`, `today 18:00`, `mon 7:00`, `2026-12-24 18:00`.
public struct TimeInput: Hashable, Sendable {
    public var time: LocalTime
    /// `nil`: the next time that it is ``time``.
    public var day: DayInput.Day?

    public init(time: LocalTime, day: DayInput.Day?) {
        self.time = time
        self.day = day
    }

    public init(_ text: String) throws(InputError) {
        guard text.utf8.count <= InputWords.maximumBytes else { throw InputError(.time, text, "is too long") }
        // `2026-12-24T18:00` is RFC 3339's way.
        let parts = text.split { $0.isWhitespace || $0 == "," }
        let pieces = parts.count == 1 ? Self.splitDateAndTime(parts[0]) : parts
        if let first = pieces.first, let day = Self.day(first) {
            self.init(time: try Self.time(pieces.dropFirst().joined(separator: " "), of: text), day: day)
        } else if pieces.count > 1, let last = pieces.last, let day = Self.day(last) {
            self.init(time: try Self.time(pieces.dropLast().joined(separator: " "), of: text), day: day)
        } else {
            self.init(time: try Self.time(pieces.joined(separator: " "), of: text), day: nil)
        }
    }

    /// Returns its meaning for an alarm: the date of its day, or ``AlarmSchedule/Repetition/once`` if it names none. A
    /// weekday is the next such day on which the time is still to come.
    ///
    /// - Parameter now: the local time at the alarm's node.
    public func repetition(now: LocalDateTime) throws(InputError) -> AlarmSchedule.Repetition {
        guard let day else { return .once }
        var date = day.date(from: now.date)
        if LocalDateTime(date: date, time: time) <= now {
            guard case .weekday = day else {
                throw InputError(
                    .time, "\(date) \(time.hourAndMinute)", "is over: it is \(now.date) \(now.time.hourAndMinute)")
            }
            date = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 7)
        }
        return .onDate(date)
    }

    private static func day(_ word: Substring) -> DayInput.Day? {
        // A word that is no day is a time, and the time's message is the one to show.
        try? DayInput.day(String(word))
    }

    private static func splitDateAndTime(_ text: Substring) -> [Substring] {
        let date = text.prefix(10)
        let rest = text.dropFirst(10)
        guard CivilDate(iso8601: date) != nil, rest.first == "T" || rest.first == "t" else { return [text] }
        return [date, rest.dropFirst()]
    }

    private static func time(_ words: String, of text: String) throws(InputError) -> LocalTime {
        if words.isEmpty { throw InputError(.time, text, "has no time") }
        switch words.lowercased() {
        case "noon": return LocalTime(secondOfDay: 43_200)
        case "midnight": return .midnight
        default: break
        }
        var reader = InputWords(words)
        guard let digits = reader.takeNumber() else { throw InputError(.time, text, "is not a time") }
        var hourDigits = digits
        var minuteDigits: Substring?
        if reader.consume(":") || reader.consume(".") {
            guard let minutes = reader.takeNumber(), minutes.utf8.count == 2 else {
                throw InputError(.time, text, "has no minutes of two digits")
            }
            minuteDigits = minutes
        } else if digits.utf8.count == 4 {
            hourDigits = digits.prefix(2)
            minuteDigits = digits.suffix(2)
        }
        if reader.consume(":") { throw InputError(.time, text, "has seconds, but alarms ring on whole minutes") }
        guard hourDigits.utf8.count <= 2, let hour = Int(hourDigits), let minute = Int(minuteDigits ?? "0") else {
            throw InputError(.time, text, "is not a time")
        }
        guard minute < 60 else { throw InputError(.time, text, "is not a time: minutes are 00 to 59") }
        let half = try half(&reader, of: text)
        if let half {
            guard (1...12).contains(hour) else {
                throw InputError(.time, text, "is not a time: hours before am and pm are 1 to 12")
            }
            return LocalTime(secondOfDay: (hour % 12 + half.rawValue) * 3600 + minute * 60)
        }
        guard let time = LocalTime(hour: hour, minute: minute) else {
            throw InputError(.time, text, "is not a time: hours are 0 to 23")
        }
        return time
    }

    /// Of a day, by its first hour.
    private enum Half: Int {
        case am = 0
        case pm = 12
    }

    /// `am`, `p.m.`; `nil` at the end.
    private static func half(_ reader: inout InputWords, of text: String) throws(InputError) -> Half? {
        if reader.isAtEnd { return nil }
        var letters = reader.takeLetters() ?? ""
        if reader.consume(".") {
            letters += reader.takeLetters() ?? ""
            _ = reader.consume(".")
        }
        guard reader.isAtEnd, let half = ["am": Half.am, "a": .am, "pm": .pm, "p": .pm][letters] else {
            throw InputError(.time, text, "is not a time")
        }
        return half
    }
}

public import ClockDomain

/// Times of day, with a day or days, as people write and say them.
///
/// - `19:30`, `7:30`, `07:30`, `7.30`, `0730`, `7`, `half past seven`, `quarter to 8`, `halb acht`, `8 Uhr 15`: without a
///   part of the day the clock has 24 hours, so `7` is 07:00 and never 19:00. `7:30pm`, `7 in the evening`, `7 Uhr abends`,
///   `12am` (midnight), `noon`, `midnight`. A quarter to one lies in the hour of twelve, so it is 12:45.
/// - A day may stand before or after it: `tomorrow at 6`, `today 18:00`, `mon 7:00`, `24 December 18:00`, `heute Abend um 8`.
/// - Days of every week: `weekdays 6:45`, `mon,wed 7:15`, `every day at 7`, `fridays at 8`, `werktags um 7`.
/// - Other repetitions, as ``RepetitionInput`` reads them: `every other friday at 8`, `first monday of the month 9:00`.
/// - `sunrise`, `30 min before sunrise`, `sunset - 1h`, `bei Sonnenuntergang`, with days as before.
/// - `in 20 minutes`, `2 hours ago`, `vor 2 Stunden`.
public enum TimeInput: Hashable, Sendable {
    /// A time of day; without a day the next or last one, as the caller looks ahead or back.
    case clock(LocalTime, on: DayInput.Day?)
    /// A time of day that repeats.
    case repeating(LocalTime, RepetitionInput)
    /// By the sun, on the days of the other, whose time is of no meaning.
    indirect case sun(SunTime, TimeInput)
    /// Seconds from now; negative in the past.
    case fromNow(seconds: Int)

    /// - Parameter allowsSeconds: true to read `18:00:30`; alarms ring on whole minutes.
    public init(_ text: String, seconds allowsSeconds: Bool = false) throws(InputError) {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.time, text, "is too long") }
        var phrase = TimePhrase(text, allowsSeconds: allowsSeconds)
        self = try phrase.read()
    }

    /// True for a text that has nothing but numbers, `am` and `pm`, `noon` and `midnight`, and days: its answer need not
    /// explain it.
    public static func isLiteral(_ text: String) -> Bool {
        let plain: Set = ["a", "am", "m", "midnight", "noon", "p", "pm", "t", "today", "tomorrow"]
        return WordReader(text).words.allSatisfy {
            if case .letters(let word) = $0 {
                plain.contains(word) || Vocabulary.weekday(word)?.isPlural == false
            } else {
                true
            }
        }
    }
}

extension TimeInput {
    /// Two times of day: `22:00-07:00`, `10pm to half past seven`, `von 22 Uhr bis 7 Uhr`; `nil` for anything else.
    public static func range(_ text: String) -> (start: LocalTime, end: LocalTime)? {
        guard text.utf8.count <= WordReader.maximumBytes else { return nil }
        var rest = Substring(text)
        for word in ["from ", "von "] where rest.lowercased().hasPrefix(word) { rest = rest.dropFirst(word.count) }
        for separator in ["-", "–", " to ", " until ", " bis "] {
            // "quarter to 8 to 9" has two.
            for range in rest.ranges(of: separator) {
                // A bound that is no time of day makes no span here; the caller shows the forms.
                let bounds = [rest[..<range.lowerBound], rest[range.upperBound...]].map { try? TimeInput(String($0)) }
                if case .clock(let start, on: nil) = bounds[0], case .clock(let end, on: nil) = bounds[1] {
                    return (start, end)
                }
            }
        }
        return nil
    }
}

// MARK: Meaning

extension TimeInput {
    /// The time by the sun, if it is one.
    public var sun: SunTime? { if case .sun(let sun, _) = self { sun } else { nil } }

    /// Returns the time of an alarm, and its days: ``AlarmSchedule/Repetition/once`` without a day. A weekday is the next
    /// such day on which the time is still to come; a time from now is rounded up to a whole minute.
    ///
    /// - Parameters:
    ///   - zone: the zone of the alarm's node.
    ///   - old: the alarm's days so far, as in ``RepetitionInput/repetition(at:now:zone:after:)``.
    /// - Throws: ``InputError`` for an instant that is over.
    public func schedule(
        at now: WallTime, zone: TimeZoneRules, after old: AlarmSchedule.Repetition? = nil
    ) throws(InputError) -> (time: LocalTime, repetition: AlarmSchedule.Repetition) {
        let local = zone.localTime(at: now)
        switch self {
        case .sun(let sun, let days):
            return (sun.standIn, try days.schedule(at: now, zone: zone, after: old).repetition)
        case .repeating(let time, let days):
            return (time, days.repetition(at: time, now: now, zone: zone, after: old))
        case .clock(let time, on: nil): return (time, .once)
        case .clock(let time, on: let day?):
            var date = day.date(from: local.date)
            if LocalDateTime(date: date, time: time) <= local {
                guard case .weekday = day else {
                    throw InputError(
                        .time, "\(date) \(time.hourAndMinute)",
                        "is over: it is \(local.date) \(local.time.hourAndMinute)")
                }
                date = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 7)
            }
            return (time, .onDate(date))
        case .fromNow(let seconds):
            let instant = now + .seconds(seconds)
            guard seconds > 0 else { throw InputError(.time, instant.rfc3339, "is over") }
            // The minute that has begun by then, so that it is never early.
            let rounded = instant.roundedUpToMinute
            let due = zone.localTime(at: rounded)
            guard zone.instant(of: due) == rounded else {
                throw InputError(
                    .time, "\(due.date) \(due.time.hourAndMinute)", "comes twice as clocks are set back; use a timer",
                    advice: "clockctl timer start says how")
            }
            return (due.time, .onDate(due.date))
        }
    }

    /// The direction from now of a time of day without a date.
    public enum Direction: Sendable {
        case back, ahead
    }

    /// Returns the one instant that is meant: without a day, the nearest in the direction.
    ///
    /// - Parameter zone: the zone of the time of day.
    /// - Throws: ``InputError`` for a repetition.
    public func instant(
        from now: WallTime, zone: TimeZoneRules, _ direction: Direction
    ) throws(InputError) -> WallTime {
        let today = zone.localTime(at: now).date
        let isBack = direction == .back
        func instant(_ date: CivilDate, _ time: LocalTime, days: Int64 = 0) -> WallTime {
            let date = CivilDate(daysSinceEpoch: date.daysSinceEpoch + days)
            return zone.instant(of: LocalDateTime(date: date, time: time))
        }
        switch self {
        case .repeating(let time, _):
            throw InputError(.moment, time.hourAndMinute, "repeats, and one instant is asked for")
        case .sun(let sun, _): throw InputError(.moment, sun.description, "is a time of alarms alone")
        case .fromNow(let seconds): return now + .seconds(seconds)
        case .clock(let time, let day):
            let date = day?.date(from: today, back: isBack) ?? today
            let first = instant(date, time)
            let step: Int64
            switch day {
            case nil: step = 1
            case .weekday: step = 7
            case .date, .offset, .dayOfYear: return first
            }
            // In the morning, 23:00 means last night for a person who looks back, and tonight for one who looks ahead.
            return switch direction {
            case .back: first <= now ? first : instant(date, time, days: -step)
            case .ahead: first > now ? first : instant(date, time, days: step)
            }
        }
    }

    /// Reads an instant: a span from now (`2h`, `an hour and a half`), a day (its beginning), a time of day, both, or RFC
    /// 3339.
    ///
    /// - Parameter zone: the zone of dates and times without an offset.
    public static func moment(
        _ text: String, now: WallTime, zone: TimeZoneRules, _ direction: Direction
    ) throws(InputError) -> WallTime {
        guard text.utf8.count <= WordReader.maximumBytes else { throw InputError(.moment, text, "is too long") }
        if let instant = WallTime(rfc3339: text) { return instant }
        let words = WordReader(text)
        var days = words
        if let day = days.takeDay(), days.isAtEnd {
            let date = day.date(from: zone.localTime(at: now).date, back: direction == .back)
            return zone.instant(of: LocalDateTime(date: date, time: .midnight))
        }
        // A number alone could be a time of day as well as minutes.
        if words.hasLetters, let seconds = DurationInput.seconds(words), TimePhrase.distances.contains(seconds) {
            return now + .seconds(direction == .back ? -seconds : seconds)
        }
        if words.words.count == 1, !words.hasLetters { throw InputError(.moment, text, "could be hours or minutes") }
        let input: TimeInput
        do throws(InputError) {
            input = try TimeInput(text, seconds: true)
        } catch {
            throw error.kind == .time ? InputError(.moment, text, error) : error
        }
        return try input.instant(from: now, zone: zone, direction)
    }
}

extension WallTime {
    fileprivate var roundedUpToMinute: WallTime {
        let seconds = seconds + (self == WallTime(seconds: seconds) ? 0 : 1)
        return WallTime(seconds: seconds + (60 - seconds.flooredRemainder(by: 60)).flooredRemainder(by: 60))
    }
}

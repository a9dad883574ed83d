internal import ClockDomain
internal import ClockRuntime

/// A beginning, as people type it: a time of day, with a day or seconds if they matter, or RFC 3339.
enum AtWords {
    enum Parsed {
        case instant(WallTime)
        case local(TimeInput, seconds: Int)
    }

    static func parsed(_ text: String) throws(FatalError) -> Parsed {
        if let instant = WallTime(rfc3339: text) { return .instant(instant) }
        // Alarms have no seconds, so their reader does not accept any; we read the seconds here.
        var words = text
        var seconds = 0
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 3, parts[2].utf8.count == 2, let number = Int(parts[2]), (0..<60).contains(number) {
            words = parts[0] + ":" + parts[1]
            seconds = number
        }
        do throws(InputError) {
            return .local(try TimeInput(words), seconds: seconds)
        } catch {
            throw FatalError(.usage, "--at: \(error)")
        }
    }

    /// Returns the next such instant by the clocks of `zone`.
    static func instant(_ text: String, now: WallTime, zone: TimeZoneRules) throws(FatalError) -> WallTime {
        let input: TimeInput
        let seconds: Int
        switch try parsed(text) {
        case .instant(let instant): return instant
        case .local(let time, let rest): (input, seconds) = (time, rest)
        }
        let today = zone.localTime(at: now).date
        func instant(_ date: CivilDate) -> WallTime {
            zone.instant(of: LocalDateTime(date: date, time: input.time)) + .seconds(seconds)
        }
        if let day = input.day {
            let instant = instant(day.date(from: today))
            guard instant > now else { throw FatalError(.usage, "--at: \"\(text)\" is over") }
            return instant
        }
        let first = instant(today)
        return first > now ? first : instant(CivilDate(daysSinceEpoch: today.daysSinceEpoch + 1))
    }
}

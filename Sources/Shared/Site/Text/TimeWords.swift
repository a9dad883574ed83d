package import ClockDomain

/// Instants and spans as people read them: by the terminal's zone, seen from `now`.
package struct TimeWords: Sendable {
    package let zone: TimeZoneRules
    package let now: WallTime

    package init(zone: TimeZoneRules, now: WallTime) {
        self.zone = zone
        self.now = now
    }

    /// `14:30`
    package func hourAndMinute(_ instant: WallTime) -> String { zone.localTime(at: instant).time.hourAndMinute }

    /// `14:44:45`
    package func time(_ instant: WallTime) -> String { zone.localTime(at: instant).time.description }

    /// `14:44:45` on the day that `now` is on, else with its day as in ``coming(_:)``.
    package func timeOrDay(_ instant: WallTime) -> String {
        zone.localTime(at: instant).date == zone.localTime(at: now).date ? time(instant) : coming(instant)
    }

    /// The same behind a verb: `at 14:44:45`, `tomorrow 14:44`.
    package func atTimeOrDay(_ instant: WallTime) -> String {
        let text = timeOrDay(instant)
        return text == time(instant) ? "at \(text)" : text
    }

    /// `2026-11-21 14:30`
    package func dateAndTime(_ instant: WallTime) -> String {
        let local = zone.localTime(at: instant)
        return "\(local.date) \(local.time.hourAndMinute)"
    }

    /// Returns a sentence from another machine with its instants (`2026-11-21T13:30:00.000Z`) in this zone.
    package func localized(_ sentence: String) -> String {
        var rest = sentence[...]
        var told = ""
        // No sentence has another T between digits that is followed by a Z.
        while let end = rest.firstIndex(of: "Z") {
            let start =
                rest[..<end].lastIndex { !"0123456789-:.T".contains($0) }.map(rest.index(after:)) ?? rest.startIndex
            let instant = WallTime(rfc3339: String(rest[start...end]))
            told += rest[..<start] + (instant.map(dateAndTime) ?? String(rest[start...end]))
            rest = rest[rest.index(after: end)...]
        }
        return told + rest
    }

    /// As short as the distance allows: `14:30` today, `yesterday 14:30`, `18 Nov 14:30`, `2025-11-18 14:30`.
    package func moment(_ instant: WallTime) -> String {
        let local = zone.localTime(at: instant)
        let today = zone.localTime(at: now).date
        let clock = local.time.hourAndMinute
        switch local.date.daysSinceEpoch - today.daysSinceEpoch {
        case 0: return clock
        case -1: return "yesterday \(clock)"
        case 1: return "tomorrow \(clock)"
        default:
            guard local.date.year == today.year else { return "\(local.date) \(clock)" }
            return "\(local.date.day) \(TimeWords.months[local.date.month - 1]) \(clock)"
        }
    }

    /// Returns a coming instant: `today 19:30`, `tomorrow 07:00`, `Mon 07:00` within six days, `18 Dec 07:00`,
    /// `2027-01-05 07:00`.
    package func coming(_ instant: WallTime) -> String {
        let date = zone.localTime(at: instant).date
        let days = date.daysSinceEpoch - zone.localTime(at: now).date.daysSinceEpoch
        switch days {
        case 0: return "today \(hourAndMinute(instant))"
        case 2...6: return "\(TimeWords.shortWeekday(date.weekday)) \(hourAndMinute(instant))"
        default: return moment(instant)
        }
    }

    /// `Mon 23 Nov`, with the year where it is another one.
    package func day(_ date: CivilDate) -> String {
        let year = date.year == zone.localTime(at: now).date.year ? "" : " \(date.year)"
        return "\(TimeWords.shortWeekday(date.weekday)) \(date.day) \(TimeWords.months[date.month - 1])\(year)"
    }

    /// `Tuesday, 1 December`, with the year where it is another one.
    package func longDay(_ date: CivilDate) -> String {
        let year = date.year == zone.localTime(at: now).date.year ? "" : " \(date.year)"
        return "\(TimeWords.weekday(date.weekday)), \(date.day) \(TimeWords.longMonths[date.month - 1])\(year)"
    }

    /// `December 2026`
    package static func month(of date: CivilDate) -> String { "\(longMonths[date.month - 1]) \(date.year)" }

    /// `Saturday 21 November 2026`
    package func longDate(_ instant: WallTime) -> String {
        let date = zone.localTime(at: instant).date
        return "\(TimeWords.weekday(date.weekday)) \(date.day) \(TimeWords.longMonths[date.month - 1]) \(date.year)"
    }

    /// `in 3 min 12 s`, `38 min ago`, `now` within a second.
    package func relative(_ instant: WallTime) -> String {
        let distance = instant - now
        if distance.magnitude < .seconds(1) { return "now" }
        let span = TimeWords.span(distance)
        return distance > .zero ? "in \(span)" : "\(span) ago"
    }

    /// Returns a length without its sign, to two units while the second one still matters:
    /// `12 s`, `3 min 12 s` (up to ten minutes), `38 min`, `2 h 5 min`, `3 d 4 h`.
    package static func span(_ duration: Duration) -> String {
        let seconds = duration.magnitude.nanoseconds / 1_000_000_000
        let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400)
        func pair(_ value: Int64, _ unit: String, _ rest: Int64, _ restUnit: String) -> String {
            rest == 0 ? "\(value) \(unit)" : "\(value) \(unit) \(rest) \(restUnit)"
        }
        if seconds < 60 { return "\(seconds) s" }
        if minutes < 10 { return pair(minutes, "min", seconds % 60, "s") }
        if hours < 1 { return "\(minutes) min" }
        if days < 1 { return pair(hours, "h", minutes % 60, "min") }
        return pair(days, "d", hours % 24, "h")
    }

    /// The same to its greatest unit, for tight columns: `12 s`, `38 min`, `2 h`, `3 d`.
    package static func roughSpan(_ duration: Duration) -> String {
        let seconds = duration.magnitude.nanoseconds / 1_000_000_000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" }
        if seconds < 86_400 { return "\(seconds / 3600) h" }
        return "\(seconds / 86_400) d"
    }

    private static let longMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let months = longMonths.map { $0.prefix(3) }

    /// `Mon`
    package static func shortWeekday(_ day: Weekday) -> String { String(weekday(day).prefix(3)) }

    private static func weekday(_ day: Weekday) -> String {
        switch day {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}

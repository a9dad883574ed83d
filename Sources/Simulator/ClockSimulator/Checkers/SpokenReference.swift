internal import ClockDomain

/// Computes the words of a talking clock a second time: the hour on a twelve-hour clock, the minutes, AM or PM.
enum SpokenReference {
    private static let ones = [
        "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty"]

    /// The reading of local clocks, in minutes since midnight.
    private static func minuteOfDay(at instant: WallTime, in zone: TimeZoneRules) -> Int {
        localMinute(at: instant, in: zone) % 1_440
    }

    /// The same since the beginning of 1970-01-01, a Thursday.
    private static func localMinute(at instant: WallTime, in zone: TimeZoneRules) -> Int {
        Int(instant.seconds + ZoneReference.offset(at: instant, in: zone)) / 60
    }

    /// True if the settings do not silence a quarter hour.
    static func isToBeHeard(_ instant: WallTime, _ settings: NodeSettings, in zone: TimeZoneRules) -> Bool {
        let minute = minuteOfDay(at: instant, in: zone)
        let isAsked =
            switch settings.every {
            case .quarterHour: true
            case .halfHour: [0, 30].contains(minute % 60)
            case .hour: minute % 60 == 0
            case .off: false
            }
        let isQuiet = settings.quiet.contains { period in
            let (start, end) = (period.start.secondOfDay / 60, period.end.secondOfDay / 60)
            // Counted from its beginning, past midnight if necessary.
            let passed = (minute - start + 1_440) % 1_440
            let weekday = ((localMinute(at: instant, in: zone) - passed) / 1_440 + 3) % 7
            return passed < (start == end ? 1_440 : (end - start + 1_440) % 1_440)
                && period.days.rawValue >> weekday & 1 == 1
        }
        let isMuted =
            switch settings.mute {
            case .off: false
            case .on: true
            case .until(let end): instant.nanoseconds < end.nanoseconds
            }
        return isAsked && !isQuiet && !isMuted
    }

    /// The volume of an announcement, in percent.
    static func announcementVolume(_ settings: NodeSettings) -> Int {
        settings.volume.percent == 0 ? 0 : bounded(settings.volume.percent, by: settings)
    }

    /// The least volume of a ring that is not silent, in spite of the room's settings.
    private static let leastRing = 30

    static func ringVolume(_ settings: NodeSettings, asked: Volume?) -> Int {
        if asked?.percent == 0 { return bounded(0, by: settings) }
        return bounded(max((asked ?? settings.volume).percent, leastRing), by: settings)
    }

    private static func bounded(_ wanted: Int, by settings: NodeSettings) -> Int {
        if wanted < settings.volumeFloor.percent { return settings.volumeFloor.percent }
        return wanted > settings.volumeCeiling.percent ? settings.volumeCeiling.percent : wanted
    }

    /// The strokes at a quarter hour, by the chime alone.
    static func figures(for instant: WallTime, _ chime: Chime, in zone: TimeZoneRules) -> [Clip] {
        let minute = minuteOfDay(at: instant, in: zone)
        let hour = minute / 60 % 12 == 0 ? 12 : minute / 60 % 12
        guard let quarter = Quarter(rawValue: minute % 60 / 15) else { return [] }
        switch (chime, minute % 60 / 15) {
        case (.none, _): return []
        case (.strike, 0): return [.strikes(1)]
        case (.count, 0): return [.strikes(hour)]
        case (.strike, _), (.count, _): return []
        case (.westminster, 0): return [.westminster(.hour), .strikes(hour)]
        case (.westminster, _): return [.westminster(quarter)]
        case (.own(let name), _): return [.own(name, quarter)]
        }
    }

    static func words(for instant: WallTime, in zone: TimeZoneRules) -> String {
        let minuteOfDay = minuteOfDay(at: instant, in: zone)
        let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
        var text = ones[hour % 12 == 0 ? 12 : hour % 12]
        switch minute {
        case 0: break
        case 1...9: text += " oh " + ones[minute]
        case 10...19: text += " " + ones[minute]
        // The quarters are single clips, this one with a hyphen.
        case 45: text += " forty-five"
        default: text += " " + tens[minute / 10] + (minute % 10 == 0 ? "" : " " + ones[minute % 10])
        }
        return text + (hour < 12 ? " AM" : " PM")
    }
}

extension AnnouncementPlan {
    /// Its words without the strokes.
    var spokenWords: String {
        let words = clips.flatMap { clip -> [String] in
            switch clip {
            case .time(let time): SimulatedVoice.words(time)
            case .date, .duration: [clip.name]
            case .word(let word): [word]
            case .label, .strikes, .westminster, .own: []
            }
        }
        return words.joined(separator: " ")
    }
}

internal import ClockDomain

/// What a talking clock says, written down once more: the hour on a twelve-hour clock, the minutes, AM or PM.
enum SpokenReference {
    private static let ones = [
        "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "", "twenty", "thirty", "forty", "fifty"]

    static func words(for instant: WallTime, in zone: TimeZoneRules) -> String {
        let seconds = instant.seconds + Int64(zone.offset(at: instant).secondsEast)
        let minuteOfDay = Int(seconds.flooredRemainder(by: 86_400)) / 60
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
    /// Its words without what is struck.
    var spokenWords: String {
        let words = clips.flatMap { clip -> [String] in
            switch clip {
            case .time(let time): SimulatedVoice.words(time)
            case .word(let word): [word]
            case .strikes, .westminster, .own: []
            }
        }
        return words.joined(separator: " ")
    }
}

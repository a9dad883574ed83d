internal import ClockDomain

/// The voice of simulated nodes, which says the time in English on a twelve-hour clock.
///
/// Written out here because the simulator reads no voice packs.
enum SimulatedVoice {
    private static let cardinals = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "ten", "twenty", "thirty", "forty", "fifty"]

    /// Every word that a minute of the day asks for, in alphabetical order.
    static let vocabulary: [String] = {
        var words: Set<String> = []
        for minute in 0..<1440 { words.formUnion(SimulatedVoice.words(LocalTime(secondOfDay: minute * 60))) }
        return words.sorted()
    }()

    /// "three fifteen PM", "seven oh seven AM", "twelve PM".
    static func words(_ time: LocalTime) -> [String] {
        [cardinals[(time.hour + 11) % 12 + 1]] + minuteWords(time.minute) + [time.hour < 12 ? "AM" : "PM"]
    }

    private static func minuteWords(_ minute: Int) -> [String] {
        switch minute {
        case 0: []
        case 45: ["forty-five"]
        case 1...9: ["oh", cardinals[minute]]
        case 10...19: [cardinals[minute]]
        default: minute % 10 == 0 ? [tens[minute / 10]] : [tens[minute / 10], cardinals[minute % 10]]
        }
    }
}

extension AnnouncementPlan {
    /// The names of the played files, and of the figures.
    var clipNames: [String] {
        clips.flatMap { clip in if case .time(let time) = clip { SimulatedVoice.words(time) } else { [clip.name] } }
    }
}

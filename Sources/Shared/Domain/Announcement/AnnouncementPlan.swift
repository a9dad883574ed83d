/// What is played for one announcement: clips joined without a gap, and which of them marks the instant.
public struct AnnouncementPlan: Hashable, Sendable {
    public var clips: [Clip]
    /// The first frame of this clip leaves the output exactly at the announced instant. Everything before it is early.
    ///
    /// Somebody's own chime can have its anchor inside; then that frame of it marks the instant.
    public var anchorIndex: Int
    /// Whether nothing is played before the anchor frame, not even the anchor clip's own beginning.
    public var beginsAtAnchor: Bool

    public init(clips: [Clip], anchorIndex: Int = 0, beginsAtAnchor: Bool = false) {
        precondition(clips.indices.contains(anchorIndex), "anchor \(anchorIndex) is not one of \(clips.count) clips")
        self.clips = clips
        self.anchorIndex = anchorIndex
        self.beginsAtAnchor = beginsAtAnchor
    }

    /// The same from the instant on, for when it is too late for what comes before: no melody, but the hour struck.
    public var withoutLead: AnnouncementPlan {
        AnnouncementPlan(clips: Array(clips[anchorIndex...]), beginsAtAnchor: true)
    }

    /// The spoken time of day on a 12-hour clock, after what `chime` plays at that quarter hour.
    ///
    /// Midnight and noon are "twelve"; PM starts at noon; the minutes are left out on the hour.
    public static func spokenTime(_ time: LocalTime, chime: Chime) -> AnnouncementPlan {
        var (clips, anchorIndex) = chime.figures(at: time)
        clips.append(.word(cardinals[time.hourOnDial]))
        clips += minuteWords(time.minute).map(Clip.word)
        clips.append(.word(time.hour < 12 ? "AM" : "PM"))
        return AnnouncementPlan(clips: clips, anchorIndex: anchorIndex)
    }

    /// Every word that ``spokenTime(_:chime:)`` can ask of a voice pack, in alphabetical order.
    public static let vocabulary: [String] = {
        var words: Set<String> = ["AM", "PM"]
        words.formUnion(cardinals[1...12])
        for minute in 1..<60 { words.formUnion(minuteWords(minute)) }
        return words.sorted()
    }()

    /// "fifteen", "oh seven", "twenty two", "forty-five". The quarters are single clips, recorded in one breath.
    private static func minuteWords(_ minute: Int) -> [String] {
        switch minute {
        case 0: []
        case 45: ["forty-five"]
        case 1...9: ["oh", cardinals[minute]]
        case 10...19: [cardinals[minute]]
        default: minute % 10 == 0 ? [tens[minute / 10]] : [tens[minute / 10], cardinals[minute % 10]]
        }
    }

    private static let cardinals = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = ["", "ten", "twenty", "thirty", "forty", "fifty"]
}

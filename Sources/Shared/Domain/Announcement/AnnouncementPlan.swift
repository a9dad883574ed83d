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

    /// The spoken time of day, after what `chime` plays at that quarter hour.
    ///
    /// Which words that takes is the business of the voice pack that speaks.
    public static func spokenTime(_ time: LocalTime, chime: Chime) -> AnnouncementPlan {
        let figures = chime.figures(at: time)
        return AnnouncementPlan(clips: figures.clips + [.time(time)], anchorIndex: figures.anchorIndex)
    }
}

/// The sound of one announcement: clips joined without a gap, and the clip that marks the instant.
public struct AnnouncementPlan: Hashable, Sendable {
    public var clips: [Clip]
    /// The first frame of this clip leaves the output exactly at the announced instant. Everything before it is early.
    ///
    /// Somebody's own chime can have its anchor inside; then that frame of it marks the instant.
    public var anchorIndex: Int
    /// True when nothing sounds before the anchor frame, not even the anchor clip's own beginning.
    public var beginsAtAnchor: Bool

    public init(clips: [Clip], anchorIndex: Int = 0, beginsAtAnchor: Bool = false) {
        precondition(clips.indices.contains(anchorIndex), "anchor \(anchorIndex) is not one of \(clips.count) clips")
        self.clips = clips
        self.anchorIndex = anchorIndex
        self.beginsAtAnchor = beginsAtAnchor
    }

    /// The same from the instant on, for when it is too late for the lead-in: no melody, but the hour struck.
    public var withoutLead: AnnouncementPlan {
        AnnouncementPlan(clips: Array(clips[anchorIndex...]), beginsAtAnchor: true)
    }

    /// Returns the spoken time of day, after the figures that `chime` plays at that quarter hour.
    ///
    /// The voice pack chooses the words.
    public static func spokenTime(_ time: LocalTime, chime: Chime) -> AnnouncementPlan {
        let figures = chime.figures(at: time)
        return AnnouncementPlan(clips: figures.clips + [.time(time)], anchorIndex: figures.anchorIndex)
    }

    /// Returns the words of a ring: its label, and the time.
    ///
    /// - Parameter label: the name of its file.
    public static func spokenRing(label: String?, time: LocalTime?) -> AnnouncementPlan? {
        let clips = [label.map(Clip.label), time.map(Clip.time)].compactMap(\.self)
        return clips.isEmpty ? nil : AnnouncementPlan(clips: clips)
    }

    /// Returns the date and, after a stroke of the bell, the time at which something rings next.
    public static func spokenDay(_ date: CivilDate, next: LocalTime?) -> AnnouncementPlan {
        AnnouncementPlan(clips: [.date(date)] + (next.map { [.strikes(1), .time($0)] } ?? []))
    }
}

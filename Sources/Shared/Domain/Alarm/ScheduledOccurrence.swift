/// One occurrence of an alarm as its schedule and a zone's rules give it.
public struct ScheduledOccurrence: Hashable, Sendable {
    /// A whole second.
    public var due: WallTime
    /// The local date that the schedule names. It can differ from the date on the clocks at `due`: if they jump over
    /// the alarm's time late in the evening, or over the whole day, they show the next date.
    public var date: CivilDate
    /// The relation of the local time to `due`: shown once, shown twice (`due` is the first), or jumped over.
    public var resolution: LocalResolution
    /// The reason for silence: ``RingReason/skip``, ``RingReason/exception``, ``RingReason/holiday`` or
    /// ``RingReason/sun``; `nil` if it rings.
    public var silence: RingReason?

    public init(due: WallTime, date: CivilDate, resolution: LocalResolution, silence: RingReason?) {
        self.due = due
        self.date = date
        self.resolution = resolution
        self.silence = silence
    }
}

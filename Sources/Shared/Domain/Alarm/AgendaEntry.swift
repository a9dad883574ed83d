/// One occurrence on an ``AlarmAgenda``.
public struct AgendaEntry: Hashable, Sendable {
    public var alarm: Alarm
    public var scheduled: ScheduledOccurrence

    public init(alarm: Alarm, scheduled: ScheduledOccurrence) {
        self.alarm = alarm
        self.scheduled = scheduled
    }

    public var occurrence: Occurrence { Occurrence(source: .alarm(alarm.id), due: scheduled.due) }
}

public import ClockDomain
public import ClockWire

/// An object that people define for the site, apart from its nodes.
public enum SiteObject: Hashable, Sendable {
    case alarm(AlarmDefinition)
    case timer(TimerDefinition)
    case stopwatch(Stopwatch)
    case group(NodeGroup)
    case calendar(HolidayCalendar)
    case timetable(Timetable)

    public var id: SiteObjectID {
        switch self {
        case .alarm(let definition): .alarm(definition.alarm.id)
        case .timer(let definition): .timer(definition.timer.id)
        case .stopwatch(let stopwatch): .stopwatch(stopwatch.id)
        case .group(let group): .group(group.id)
        case .calendar(let calendar): .calendar(calendar.name)
        case .timetable(let timetable): .timetable(timetable.name)
        }
    }

    /// Returns a timer or a stopwatch to the instant that a vouched clock named.
    ///
    /// - Returns: false if nothing changes.
    mutating func returnToVouchedInstant() -> Bool {
        switch self {
        case .timer(var definition):
            guard definition.timer.returnToVouchedEnd() else { return false }
            self = .timer(definition)
        case .stopwatch(var stopwatch):
            guard stopwatch.returnToVouchedStart() else { return false }
            self = .stopwatch(stopwatch)
        case .alarm, .group, .calendar, .timetable: return false
        }
        return true
    }

    /// True for an alarm or a timer that says its label.
    var isSpoken: Bool {
        switch self {
        case .alarm(let definition): definition.alarm.saysLabel
        case .timer(let definition): definition.timer.saysLabel
        case .stopwatch, .group, .calendar, .timetable: false
        }
    }
}

/// Names one ``SiteObject``.
public enum SiteObjectID: Hashable, Sendable {
    case alarm(AlarmID)
    case timer(TimerID)
    case stopwatch(StopwatchID)
    case group(GroupID)
    /// - Parameter name: the name of a holiday calendar.
    case calendar(String)
    case timetable(String)
}

/// The store's numbers for definitions. They never decrease, so that no number is given twice.
public struct DefinitionNumbers: Hashable, Sendable {
    /// The number of the newest alarm's id, 0 before the first.
    public var lastAlarm: Int
    public var lastTimer: Int
    public var lastStopwatch: Int
    /// The number of the newest change event.
    public var lastChange: Int
    /// The last day whose holidays nodes have received; `nil` before the first calendar and timetable. The days of bells
    /// follow it, see ``BellSpan``.
    public var holidaysThrough: CivilDate?

    /// The count of numbers to skip when another store may have given some: more than the alarms of a site.
    public static let skipped = 100_000

    public init(
        lastAlarm: Int = 0, lastTimer: Int = 0, lastStopwatch: Int = 0, lastChange: Int = 0,
        holidaysThrough: CivilDate? = nil
    ) {
        self.lastAlarm = lastAlarm
        self.lastTimer = lastTimer
        self.lastStopwatch = lastStopwatch
        self.lastChange = lastChange
        self.holidaysThrough = holidaysThrough
    }
}

extension SiteObject {
    /// The source of its lines if it rings once and may still ring: a timer, or an alarm that is on and does not
    /// repeat.
    public var onceRinging: RingSource? {
        switch self {
        case .alarm(let definition):
            definition.alarm.isEnabled && definition.alarm.schedule.isOnce ? .alarm(definition.alarm.id) : nil
        case .timer(let definition): .timer(definition.timer.id)
        case .stopwatch, .group, .calendar, .timetable: nil
        }
    }
}

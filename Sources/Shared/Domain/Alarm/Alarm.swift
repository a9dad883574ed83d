/// An alarm as a node needs it.
public struct Alarm: Hashable, Sendable, Codable {
    public var id: AlarmID
    /// 1 for the first version, one more for each change.
    @Field<Fields.Revision> public var revision: Int
    /// For people, by the rule of ``Label``.
    @Field<Fields.LabelText> public var label: String
    @Field<Fields.Yes> public var isEnabled: Bool
    public var schedule: AlarmSchedule
    @Field<Fields.AlarmRing> public var ring: RingStyle
    @Field<Fields.Misfire> public var misfire: MisfirePolicy
    /// True where its rooms say the label and the time while it rings; a bell says nothing.
    @Field<Fields.No> public var speaks: Bool

    public init(
        id: AlarmID, revision: Int, label: String, isEnabled: Bool, schedule: AlarmSchedule, ring: RingStyle,
        misfire: MisfirePolicy, speaks: Bool = false
    ) {
        self.id = id
        self.revision = revision
        self.label = label
        self.isEnabled = isEnabled
        self.schedule = schedule
        self.ring = ring
        self.misfire = misfire
        self.speaks = speaks
    }
}

/// The treatment of an occurrence that its node reaches only after its due instant.
public enum MisfirePolicy: Hashable, Sendable {
    /// It rings late, up to so many minutes (1...1440) after it was due.
    case ring(withinMinutes: Int)
    /// It does not ring; a line reports it.
    case reportOnly

    public static let standard = MisfirePolicy.ring(withinMinutes: 30)
    /// A bell that is late is of no use.
    public static let bell = MisfirePolicy.ring(withinMinutes: 1)
    public static let windowRange = 1...1440

    /// The longest delay after the due instant at which it may begin to ring. Even an alarm that must never ring late
    /// has 2 s, for timers that fire late.
    public var window: Duration {
        switch self {
        case .ring(let minutes): .minutes(minutes)
        case .reportOnly: .seconds(2)
        }
    }
}

/// The rule that gives an alarm its due instants.
public struct AlarmSchedule: Hashable, Sendable, Codable {
    public enum Repetition: Hashable, Sendable {
        /// The next time that it is ``AlarmSchedule/time`` after ``AlarmSchedule/countsFrom``, once.
        case once
        case onDate(CivilDate)
        /// Every week on these days.
        case weekly(WeekdaySet)
        /// On days that come again after some weeks or each month.
        case recurring(DayRule)
        /// On the days of a program of bells. The coordinator fills in the dates for the nodes: ascending, none over
        /// another, at most ``AlarmSchedule/maximumBellDays``.
        case program(ProgramName, on: [BellDays])
    }

    /// Local time, whole minutes.
    public var time: LocalTime
    /// The time by the sun; then ``time`` is ``SunTime/standIn``.
    public var sun: SunTime?
    public var repetition: Repetition
    /// tz database name; `nil`: the node's zone.
    public var zone: String?
    /// Only due times after this instant are occurrences. It is the instant at which somebody made the alarm, changed
    /// its schedule or switched it on.
    public var countsFrom: WallTime
    /// Local dates that somebody asked to skip; ascending, each once, at most ``maximumSkips``.
    public var skips: [CivilDate] { didSet { skips = Set(skips).sorted() } }
    /// Local dates on which it does not ring: exceptions and pauses; ascending, each once, at most
    /// ``maximumExceptions``. They may overlap.
    public var exceptions: [DateSpan] { didSet { exceptions = Set(exceptions).sorted() } }
    /// Local dates on which it does not ring, for holidays; ascending, each once, at most ``maximumHolidays``.
    public var holidays: [DateSpan] { didSet { holidays = Set(holidays).sorted() } }

    public static let maximumSkips = 64
    public static let maximumExceptions = 200
    public static let maximumHolidays = 1_000
    public static let maximumBellDays = 200

    public init(
        time: LocalTime, sun: SunTime? = nil, repetition: Repetition, zone: String? = nil, countsFrom: WallTime,
        skips: [CivilDate] = [], exceptions: [DateSpan] = [], holidays: [DateSpan] = []
    ) {
        self.time = time
        self.sun = sun
        self.repetition = repetition
        self.zone = zone
        self.countsFrom = countsFrom
        self.skips = Set(skips).sorted()
        self.exceptions = Set(exceptions).sorted()
        self.holidays = Set(holidays).sorted()
    }
}

extension AlarmSchedule {
    /// True if the schedule has only one occurrence.
    public var isOnce: Bool {
        switch repetition {
        case .once, .onDate: true
        case .weekly, .recurring, .program: false
        }
    }

    /// The rule of an alarm that repeats, but not every week.
    public var rule: DayRule? {
        if case .recurring(let rule) = repetition { rule } else { nil }
    }

    /// The program of a bell; `nil` for an alarm with days of its own.
    public var program: ProgramName? {
        if case .program(let name, _) = repetition { name } else { nil }
    }

    /// The dates of a bell of a program; empty for an alarm, and where the site defines a bell.
    public var bellDays: [BellDays] {
        get { if case .program(_, let days) = repetition { days } else { [] } }
        set { if let program { repetition = .program(program, on: newValue) } }
    }
}

/// Days of a local calendar, both ends included.
public struct DateSpan: Hashable, Comparable, Sendable {
    public var first: CivilDate
    /// Not before `first`.
    public var last: CivilDate

    public init(first: CivilDate, last: CivilDate) {
        self.first = first
        self.last = last
    }

    public func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }

    public static func < (a: DateSpan, b: DateSpan) -> Bool { (a.first, a.last) < (b.first, b.last) }
}

/// Some of the seven days, never iterated in any other order than Monday to Sunday.
public struct WeekdaySet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue & 0b111_1111 }

    public init(_ days: some Sequence<Weekday>) { self.init(rawValue: days.reduce(0) { $0 | 1 << UInt8($1.index) }) }

    public static let everyDay = WeekdaySet(Weekday.allCases)

    public func contains(_ day: Weekday) -> Bool { !isDisjoint(with: WeekdaySet([day])) }

    /// Monday first.
    public var days: [Weekday] { Weekday.allCases.filter(contains) }
}

extension WeekdaySet {
    /// From one day through another, over the end of the week if need be.
    public init(from first: Weekday, through last: Weekday) {
        let count = (last.index - first.index + 7) % 7
        self.init((0...count).map { Weekday.allCases[(first.index + $0) % 7] })
    }
}

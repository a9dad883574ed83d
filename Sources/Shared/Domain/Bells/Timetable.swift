/// The rules that give each date its program of bells.
///
/// A building may have several timetables, each with programs and rules of its own. Of the rules that apply to a date the
/// first of this order decides:
///
/// 1. by hand, for that date alone (``hand``)
/// 2. by date (``dates``)
/// 3. an entry of a calendar (``calendars``): one of ``events`` gives a program, any other closes the day
/// 4. the cycle (``cycle``)
/// 5. the weeks (``weeks``)
///
/// A date without a rule has no bells. The times are local times in each bell's zone.
public struct Timetable: Hashable, Sendable, Codable {
    /// By the rule of ``NodeID``.
    public var name: String
    /// The last one that applies to a date decides; at most ``maximumRules``.
    public var weeks: [WeekRule]
    public var cycle: ProgramCycle?
    /// Calendars whose days are closed, unless one of ``events`` gives them a program.
    public var calendars: CalendarNames?
    /// The first one whose words are in an entry's name decides; at most ``maximumRules``.
    public var events: [EventRule]
    /// The last one that applies to a date decides; at most ``maximumRules``.
    public var dates: [DateRule]
    /// Ascending by date, each date once; at most ``maximumRules``.
    public var hand: [HandRule]

    public static let maximumRules = 100
    /// Minutes by which bells of a day may ring later, or earlier where negative.
    public static let delays = -180...360

    public init(
        name: String, weeks: [WeekRule] = [], cycle: ProgramCycle? = nil, calendars: CalendarNames? = nil,
        events: [EventRule] = [], dates: [DateRule] = [], hand: [HandRule] = []
    ) {
        self.name = name
        self.weeks = weeks
        self.cycle = cycle
        self.calendars = calendars
        self.events = events
        self.dates = dates
        self.hand = hand
    }

    enum CodingKeys: String, CodingKey {
        case name, weeks, cycle, calendars, events, dates, hand
    }

    public static func isName(_ name: String) -> Bool { NodeID(name) != nil }

    /// The rule of a name in words, for messages to people.
    public static let nameRule = NodeID.rule

    /// The programs that its rules name, ascending.
    public var programs: [String] {
        let ruled = weeks.map(\.program) + events.map(\.program) + dates.compactMap(\.program)
        let byHand = hand.flatMap { $0.parts.compactMap { $0.program?.name } }
        return Set(ruled + (cycle?.programs ?? []) + byHand).sorted()
    }

    /// Changes one date by hand from a part's ``Part/since`` on, or takes its changes back with `nil`.
    public mutating func change(_ date: CivilDate, _ part: Part?) {
        var parts = hand.first { $0.date == date }?.parts ?? []
        hand.removeAll { $0.date == date }
        guard let part else { return }
        parts.removeAll { $0.since >= part.since }
        // Without an earlier part a day as the rules have it is no change.
        if parts.isEmpty, part.changesNothing { return }
        hand.append(HandRule(date: date, parts: parts + [part]))
        hand.sort { $0.date < $1.date }
    }

    /// The days of the week on which some rule can give a program.
    public struct WeekRule: Hashable, Sendable, Codable {
        /// Not empty.
        public var days: WeekdaySet
        /// Its first date; `nil` for always.
        public var from: CivilDate?
        /// Its last date; `nil` for ever.
        public var through: CivilDate?
        public var program: String

        public init(days: WeekdaySet, from: CivilDate? = nil, through: CivilDate? = nil, program: String) {
            self.days = days
            self.from = from
            self.through = through
            self.program = program
        }

        func applies(to date: CivilDate) -> Bool {
            days.contains(date.weekday) && from.map { $0 <= date } ?? true && through.map { date <= $0 } ?? true
        }
    }

    /// Programs that follow one another, one for each day that is not closed: A and B, or six days.
    public struct ProgramCycle: Hashable, Sendable, Codable {
        /// The date of the first program. The cycle has no days before it.
        public var start: CivilDate
        /// Days of the week that it counts. The others are closed.
        public var days: WeekdaySet
        /// In their order, ``lengths`` of them. A program may come more than once.
        public var programs: [String]

        public static let lengths = 2...20
        /// Days from its start for which a cycle goes on.
        public static let maximumDays: Int64 = 3_660

        /// The day behind its last, since 1970-01-01.
        var end: Int64 { start.daysSinceEpoch + Self.maximumDays }

        public init(start: CivilDate, days: WeekdaySet, programs: [String]) {
            self.start = start
            self.days = days
            self.programs = programs
        }
    }

    /// Gives a program to the entries of calendars whose name has these words.
    public struct EventRule: Hashable, Sendable, Codable {
        /// By the rule of ``Label``, not empty; found anywhere in a name, in capitals or not.
        public var words: String
        public var program: String

        public init(words: String, program: String) {
            self.words = words
            self.program = program
        }
    }

    /// Gives a program to dates, or no bells.
    public struct DateRule: Hashable, Sendable, Codable {
        public var on: DateSpan
        /// `nil` for no bells.
        public var program: String?

        public init(on: DateSpan, program: String?) {
            self.on = on
            self.program = program
        }
    }

    /// Gives one date another course than its rules do.
    public struct HandRule: Hashable, Sendable, Codable {
        public var date: CivilDate
        /// Ascending by ``Part/since``; 1 to ``maximumParts``. Up to the first part the rules decide.
        public var parts: [Part]

        public static let maximumParts = 20

        public init(date: CivilDate, parts: [Part]) {
            self.date = date
            self.parts = parts
        }
    }

    /// A part of a day that somebody changed by hand.
    public struct Part: Hashable, Sendable, Codable {
        /// The time of day at which somebody made the change; midnight where that was before the day.
        public var since: LocalTime
        /// `nil` for the program that the rules give.
        public var program: ProgramChoice?
        /// ``Timetable/delays``
        public var delayMinutes: Int
        /// Bells before it do not ring; `nil` where there is no such time.
        public var silentUntil: LocalTime?
        /// Bells after it do not ring.
        public var silentAfter: LocalTime?
        /// The person who made the change, for people.
        public var by: String?
        /// The instant of the change, by the coordinator's clock.
        public var at: WallTime

        enum CodingKeys: String, CodingKey {
            case since, program, by, at
            case delayMinutes = "delay_min"
            case silentUntil = "silent_until"
            case silentAfter = "silent_after"
        }

        public init(
            since: LocalTime, program: ProgramChoice? = nil, delayMinutes: Int = 0, silentUntil: LocalTime? = nil,
            silentAfter: LocalTime? = nil, by: String? = nil, at: WallTime
        ) {
            self.since = since
            self.program = program
            self.delayMinutes = delayMinutes
            self.silentUntil = silentUntil
            self.silentAfter = silentAfter
            self.by = by
            self.at = at
        }

        /// True when it leaves the day as the rules have it.
        public var changesNothing: Bool {
            program == nil && delayMinutes == 0 && silentUntil == nil && silentAfter == nil
        }
    }

    public enum ProgramChoice: Hashable, Sendable {
        case none
        case named(String)

        public var name: String? { if case .named(let name) = self { name } else { nil } }
    }
}

public import ClockDomain

/// Answered by ``SchedulePage``.
public struct ScheduleRequest: SiteRequest {
    public typealias Result = SchedulePage

    public static let verb = RequestVerb("schedule")
    public static let role = ClientRole.viewer
    public static let summary = "shows what is defined, a page of alarms at a time"
    public static let fields = "`after` (an alarm's id), `limit` (1 to 2,000)"
    public static let resultFields = "a page of what is defined, see [changes](#changes)"

    /// Only alarms after this one; a page's `next` asks for the page after it.
    public var after: AlarmID?
    /// Alarms on a page, 1...``maximumLimit``.
    public var limit: Int

    public static let maximumLimit = 2_000

    public init(after: AlarmID? = nil, limit: Int = ScheduleRequest.maximumLimit) {
        self.after = after
        self.limit = limit
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            after: try container.decodeIfPresent(AlarmID.self, forKey: .after),
            limit: try container.decode(1...Self.maximumLimit, forKey: .limit, standard: Self.maximumLimit))
    }
}

/// Answer to ``ScheduleRequest``. Everything but the alarms is on the first page alone.
public struct SchedulePage: Hashable, Sendable, Codable {
    /// Ascending by id.
    public var alarms: [AlarmDefinition]
    /// The start of the next page; `nil` on the last one.
    public var next: AlarmID?
    /// Ascending by id.
    public var timers: [TimerDefinition]
    /// Ascending by id.
    public var stopwatches: [Stopwatch]
    /// Ascending by id.
    public var groups: [NodeGroup]
    /// Ascending by name.
    public var holidays: [HolidayCalendar]
    /// Ascending by name.
    @Field<Fields.List<Timetable>> public var timetables: [Timetable]
    /// The coordinator's clock, by which timers and stopwatches count.
    public var now: WallTime
    /// The number of the newest change event in it; `nil` from coordinators that do not tell it.
    public var changes: Int?

    public init(
        alarms: [AlarmDefinition], next: AlarmID?, timers: [TimerDefinition], stopwatches: [Stopwatch],
        groups: [NodeGroup], holidays: [HolidayCalendar], timetables: [Timetable] = [], now: WallTime,
        changes: Int? = nil
    ) {
        self.alarms = alarms
        self.next = next
        self.timers = timers
        self.stopwatches = stopwatches
        self.groups = groups
        self.holidays = holidays
        self.timetables = timetables
        self.now = now
        self.changes = changes
    }
}

public import ClockDomain

/// Answered by ``ChangeResult`` when the changes are committed.
public struct ChangeRequest: PersonalRequest {
    public typealias Result = ChangeResult

    public static let verb = RequestVerb("change")
    public static let role = ClientRole.member
    public static let summary = "changes what people define: all changes of a request or none"
    public static let fields = "`changes` (1 to 500), `by`, `after`"
    public static let resultFields =
        "`events`: what became of each, see [changes](#changes); `nodes`: `node` and the `revision` of its "
        + "document with the change, for every node whose document it changed"

    /// 1...``maximumChanges``
    public var changes: [Change]
    /// The asker's name, for people; see ``ChangeMark/by``.
    public var by: String?
    /// The number of the newest change event that the asker has seen, ``SchedulePage/changes``; `nil` if it has not
    /// looked. Refused with ``RequestError/Code/conflict`` if a group, calendar or timetable of ``changes`` has changed
    /// since.
    public var after: Int?

    public static let maximumChanges = 500
    public static var maximumBytes: Int { 1024 * 1024 }

    public init(changes: [Change], by: String? = nil, after: Int? = nil) {
        self.changes = changes
        self.by = by
        self.after = after
    }

    enum CodingKeys: String, CodingKey {
        case changes, by, after
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        changes = try container.decodeList(atMost: Self.maximumChanges, "changes", forKey: .changes)
        by = try container.decodePersonName(forKey: .by)
        after = try container.decodeIfPresent(Int.self, forKey: .after)
        try container.require(!changes.isEmpty, .changes, "there is nothing to change")
    }
}

/// One change.
public enum Change: Hashable, Sendable {
    case addAlarm(AlarmDraft)
    /// Refused with ``RequestError/Code/conflict`` unless the alarm still has this revision.
    case editAlarm(AlarmID, revision: Int, AlarmDraft)
    case removeAlarm(AlarmID)
    case startTimer(name: String, seconds: Int, targets: RingTargets, ring: RingStyle, speaks: Bool = false)
    case pauseTimer(TimerID)
    case resumeTimer(TimerID)
    /// Positive or negative; a timer that would have nothing left is refused.
    case addToTimer(TimerID, seconds: Int)
    /// Takes it away, running, paused or ringing.
    case cancelTimer(TimerID)
    case startStopwatch(name: String)
    case lapStopwatch(StopwatchID)
    case stopStopwatch(StopwatchID)
    case resumeStopwatch(StopwatchID)
    /// Back to zero, stopped, without laps.
    case resetStopwatch(StopwatchID)
    case removeStopwatch(StopwatchID)
    /// Makes the group or replaces its nodes.
    case setGroup(NodeGroup)
    case removeGroup(GroupID)
    /// Makes the calendar or replaces its days.
    case setHolidays(HolidayCalendar)
    case removeHolidays(name: String)
    /// Makes the timetable or replaces its rules. Changes by hand stay as they are.
    case setTimetable(Timetable)
    /// Refused while bells name it.
    case removeTimetable(name: String)
    /// Changes one date by hand from the part's ``Timetable/Part/since`` on; the coordinator fills in `by` and `at`.
    /// `nil` takes all changes of that date back.
    case changeDay(timetable: String, CivilDate, Timetable.Part?)
}

/// Answer to ``ChangeRequest``: the result of each change, in order. A change that changes nothing has no event.
public struct ChangeResult: Hashable, Sendable, Codable {
    public var events: [ChangeEvent]
    /// The nodes whose documents have changed, ascending.
    public var nodes: [DocumentRevision]

    public init(events: [ChangeEvent], nodes: [DocumentRevision] = []) {
        self.events = events
        self.nodes = nodes
    }

    enum CodingKeys: String, CodingKey {
        case events, nodes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            events: try container.decode([ChangeEvent].self, forKey: .events),
            nodes: try container.decodeIfPresent([DocumentRevision].self, forKey: .nodes) ?? [])
    }
}

/// The revision of a node's document from which on a change is in it.
public struct DocumentRevision: Hashable, Sendable, Codable {
    public var node: NodeID
    public var revision: Int

    public init(node: NodeID, revision: Int) {
        self.node = node
        self.revision = revision
    }
}

/// Coordinator to everybody, not retained: a definition was added, updated or removed, and is committed.
///
/// `old` is `nil` when it was added, `new` when it was removed.
public struct ChangeEvent: WireMessage, Hashable {
    /// One more with each event of this store; a gap shows that an event was lost.
    public var number: Int
    public var at: WallTime
    public var old: DefinedObject?
    public var new: DefinedObject?
    /// The asker's name, see ``ChangeMark/by``; `nil` also for the coordinator's own changes.
    public var by: String?
    /// The change that this one took back.
    public var undoes: UndoneChange?

    /// Room for a calendar of holidays, old and new.
    public static var maximumBytes: Int { 1024 * 1024 }

    public init(
        number: Int, at: WallTime, old: DefinedObject?, new: DefinedObject?, by: String? = nil,
        undoes: UndoneChange? = nil
    ) {
        self.by = by
        self.undoes = undoes
        self.number = number
        self.at = at
        self.old = old
        self.new = new
    }

    enum CodingKeys: String, CodingKey {
        case number, at, old, new, by, undoes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            number: try container.decode(1...Int.max, forKey: .number),
            at: try container.decode(WallTime.self, forKey: .at),
            old: try container.decodeIfPresent(DefinedObject.self, forKey: .old),
            new: try container.decodeIfPresent(DefinedObject.self, forKey: .new),
            by: try container.decodePersonName(forKey: .by),
            undoes: try container.decodeIfPresent(UndoneChange.self, forKey: .undoes))
        try container.require(old != nil || new != nil, .new, "neither an old nor a new object")
    }
}

/// Something that people define.
public enum DefinedObject: Hashable, Sendable {
    case alarm(AlarmDefinition)
    case timer(TimerDefinition)
    case stopwatch(Stopwatch)
    case group(NodeGroup)
    case holidays(HolidayCalendar)
    case timetable(Timetable)
    /// - Parameter packs: the voice packs that it shall have.
    case node(NodeID, room: String, settings: NodeSettings, packs: [PackReference] = [])
}

internal import ClockDomain

/// An object with `action` and the fields of that action.
extension Change: Codable {
    enum CodingKeys: String, CodingKey {
        case action, id, revision, alarm, name, seconds, targets, ring, speaks, group, calendar, timetable, date, part
    }

    private enum Action: String, Codable {
        case addAlarm = "alarm-add"
        case editAlarm = "alarm-edit"
        case removeAlarm = "alarm-remove"
        case startTimer = "timer-start"
        case pauseTimer = "timer-pause"
        case resumeTimer = "timer-resume"
        case addToTimer = "timer-add"
        case cancelTimer = "timer-cancel"
        case startStopwatch = "stopwatch-start"
        case lapStopwatch = "stopwatch-lap"
        case stopStopwatch = "stopwatch-stop"
        case resumeStopwatch = "stopwatch-resume"
        case resetStopwatch = "stopwatch-reset"
        case removeStopwatch = "stopwatch-remove"
        case setGroup = "group-set"
        case removeGroup = "group-remove"
        case setHolidays = "holidays-set"
        case removeHolidays = "holidays-remove"
        case setTimetable = "timetable-set"
        case removeTimetable = "timetable-remove"
        case changeDay = "day-change"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let longest = CountdownTimer.maximumSeconds
        func id<ID: NumberedID>() throws -> ID { try container.decode(ID.self, forKey: .id) }
        let name = try container.decode(String.self, forKey: .action)
        guard let action = Action(rawValue: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .action, in: container, debugDescription: "action \"\(name.prefix(40))\" is not known")
        }
        self =
            switch action {
            case .addAlarm: .addAlarm(try container.decode(AlarmDraft.self, forKey: .alarm))
            case .editAlarm:
                .editAlarm(
                    try id(), revision: try container.decodeRevision(forKey: .revision),
                    try container.decode(AlarmDraft.self, forKey: .alarm))
            case .removeAlarm: .removeAlarm(try id())
            case .startTimer:
                .startTimer(
                    name: try container.decodeLabel(forKey: .name),
                    seconds: try container.decode(1...longest, "s", forKey: .seconds),
                    targets: try container.decode(RingTargets.self, forKey: .targets),
                    ring: try container.decode(Field<Fields.TimerRing>.self, forKey: .ring).wrappedValue,
                    speaks: try container.decodeIfPresent(Bool.self, forKey: .speaks) ?? false)
            case .pauseTimer: .pauseTimer(try id())
            case .resumeTimer: .resumeTimer(try id())
            case .addToTimer:
                .addToTimer(try id(), seconds: try container.decode(-longest...longest, "s", forKey: .seconds))
            case .cancelTimer: .cancelTimer(try id())
            case .startStopwatch: .startStopwatch(name: try container.decodeLabel(forKey: .name))
            case .lapStopwatch: .lapStopwatch(try id())
            case .stopStopwatch: .stopStopwatch(try id())
            case .resumeStopwatch: .resumeStopwatch(try id())
            case .resetStopwatch: .resetStopwatch(try id())
            case .removeStopwatch: .removeStopwatch(try id())
            case .setGroup: .setGroup(try container.decode(NodeGroup.self, forKey: .group))
            case .removeGroup: .removeGroup(try container.decode(GroupID.self, forKey: .id))
            case .setHolidays: .setHolidays(try container.decode(HolidayCalendar.self, forKey: .calendar))
            case .removeHolidays: .removeHolidays(name: try container.decode(String.self, forKey: .name))
            case .setTimetable: .setTimetable(try container.decode(Timetable.self, forKey: .timetable))
            case .removeTimetable: .removeTimetable(name: try container.decode(String.self, forKey: .name))
            case .changeDay:
                .changeDay(
                    timetable: try container.decode(String.self, forKey: .name),
                    try container.decode(CivilDate.self, forKey: .date),
                    try container.decodeIfPresent(Timetable.Part.self, forKey: .part))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func put(_ action: Action, _ id: (some Codable)? = Int?.none) throws {
            try container.encode(action, forKey: .action)
            try container.encodeIfPresent(id, forKey: .id)
        }
        switch self {
        case .addAlarm(let draft):
            try put(.addAlarm)
            try container.encode(draft, forKey: .alarm)
        case .editAlarm(let id, let revision, let draft):
            try put(.editAlarm, id)
            try container.encode(revision, forKey: .revision)
            try container.encode(draft, forKey: .alarm)
        case .removeAlarm(let id): try put(.removeAlarm, id)
        case .startTimer(let name, let seconds, let targets, let ring, let speaks):
            try put(.startTimer)
            try container.encode(name, forKey: .name)
            try container.encode(seconds, forKey: .seconds)
            try container.encode(targets, forKey: .targets)
            try container.encode(ring, forKey: .ring)
            try container.encode(speaks, forKey: .speaks)
        case .pauseTimer(let id): try put(.pauseTimer, id)
        case .resumeTimer(let id): try put(.resumeTimer, id)
        case .addToTimer(let id, let seconds):
            try put(.addToTimer, id)
            try container.encode(seconds, forKey: .seconds)
        case .cancelTimer(let id): try put(.cancelTimer, id)
        case .startStopwatch(let name):
            try put(.startStopwatch)
            try container.encode(name, forKey: .name)
        case .lapStopwatch(let id): try put(.lapStopwatch, id)
        case .stopStopwatch(let id): try put(.stopStopwatch, id)
        case .resumeStopwatch(let id): try put(.resumeStopwatch, id)
        case .resetStopwatch(let id): try put(.resetStopwatch, id)
        case .removeStopwatch(let id): try put(.removeStopwatch, id)
        case .setGroup(let group):
            try put(.setGroup)
            try container.encode(group, forKey: .group)
        case .removeGroup(let id): try put(.removeGroup, id)
        case .setHolidays(let calendar):
            try put(.setHolidays)
            try container.encode(calendar, forKey: .calendar)
        case .removeHolidays(let name):
            try put(.removeHolidays)
            try container.encode(name, forKey: .name)
        case .setTimetable(let timetable):
            try put(.setTimetable)
            try container.encode(timetable, forKey: .timetable)
        case .removeTimetable(let name):
            try put(.removeTimetable)
            try container.encode(name, forKey: .name)
        case .changeDay(let name, let date, let part):
            try put(.changeDay)
            try container.encode(name, forKey: .name)
            try container.encode(date, forKey: .date)
            try container.encodeIfPresent(part, forKey: .part)
        }
    }
}

/// An object with one key, the kind of thing it is.
extension DefinedObject: Codable {
    enum CodingKeys: String, CodingKey {
        case alarm, timer, stopwatch, group, holidays, timetable, node
    }

    private struct Node: Codable {
        var id: NodeID
        var room: String
        var settings: NodeSettings
        var packs: [PackReference]?
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath, debugDescription: "expected one kind of object"))
        }
        switch kind {
        case .alarm: self = .alarm(try container.decode(AlarmDefinition.self, forKey: kind))
        case .timer: self = .timer(try container.decode(TimerDefinition.self, forKey: kind))
        case .stopwatch: self = .stopwatch(try container.decode(Stopwatch.self, forKey: kind))
        case .group: self = .group(try container.decode(NodeGroup.self, forKey: kind))
        case .holidays: self = .holidays(try container.decode(HolidayCalendar.self, forKey: kind))
        case .timetable: self = .timetable(try container.decode(Timetable.self, forKey: kind))
        case .node:
            let node = try container.decode(Node.self, forKey: kind)
            self = .node(node.id, room: node.room, settings: node.settings, packs: node.packs ?? [])
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .alarm(let alarm): try container.encode(alarm, forKey: .alarm)
        case .timer(let timer): try container.encode(timer, forKey: .timer)
        case .stopwatch(let stopwatch): try container.encode(stopwatch, forKey: .stopwatch)
        case .group(let group): try container.encode(group, forKey: .group)
        case .holidays(let calendar): try container.encode(calendar, forKey: .holidays)
        case .timetable(let timetable): try container.encode(timetable, forKey: .timetable)
        case .node(let id, let room, let settings, let packs):
            let node = Node(id: id, room: room, settings: settings, packs: packs.isEmpty ? nil : packs)
            try container.encode(node, forKey: .node)
        }
    }
}

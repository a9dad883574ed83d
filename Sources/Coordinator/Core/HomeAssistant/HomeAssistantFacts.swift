internal import ClockDomain
internal import ClockWire

/// One thing that Home Assistant is shown, with entities of its own.
enum HomeAssistantSubject: Hashable, Sendable {
    case site
    case room(NodeID)
    case alarm(AlarmID)
    case timer(TimerID)

    /// As it stands in topics. A node's id has no `_`, so that no two subjects are called alike.
    func name(at site: SiteID) -> String {
        switch self {
        case .site: "site_\(site)"
        case .room(let id): id.rawValue
        case .alarm(let id): "alarm_\(id)"
        case .timer(let id): "timer_\(id)"
        }
    }

    /// Reads ``name(at:)``.
    init?(name: some StringProtocol, at site: SiteID) {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        if parts.count == 1, let id = NodeID(String(name)) {
            self = .room(id)
        } else if parts.count == 2, parts[0] == "alarm", let id = AlarmID(parts[1]) {
            self = .alarm(id)
        } else if parts.count == 2, parts[0] == "timer", let id = TimerID(parts[1]) {
            self = .timer(id)
        } else if parts.count == 2, parts[0] == "site", parts[1] == site.rawValue {
            self = .site
        } else {
            return nil
        }
    }

    /// The subject at the start of `text`, which goes on with `_` and an entity's name. No entity is called like the second
    /// half of a subject.
    init?(before entity: some StringProtocol, at site: SiteID) {
        let parts = entity.split(separator: "_", omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        if parts.count > 2, let subject = HomeAssistantSubject(name: "\(first)_\(parts[1])", at: site) {
            self = subject
        } else if parts.count > 1, let subject = HomeAssistantSubject(name: first, at: site) {
            self = subject
        } else {
            return nil
        }
    }
}

/// What there is to show of one subject. What is published follows from it alone, so that what is to be published anew, or
/// cleared, is the difference of two of them.
enum HomeAssistantFacts: Hashable, Sendable {
    case site(Site)
    case room(Room)
    case alarm(Alarm)
    case timer(Timer)

    struct Site: Hashable, Sendable {
        var nextWake: WallTime
        /// Why the store takes no changes; `nil` while it takes them.
        var problem: String?
        /// Why alarms of the next day may not ring, by room.
        var findings: [String]
    }

    struct Room: Hashable, Sendable {
        var id: NodeID
        var name: String
        var settings: NodeSettings
        /// Of its program.
        var version: String?
        /// That it can be set to, ascending.
        var voices: [String]
        var nextAlarm: UpcomingRing?
        var last: QuarterRecord?
        var clock: ClockReport?
        /// What rings or is snoozed.
        var rings: [RingReport]
    }

    struct Alarm: Hashable, Sendable {
        var alarm: ClockDomain.Alarm
        var rooms: [NodeID]
        /// When it rings next, in whichever room is the first; `nil` where it does not, or where no zone is known.
        var next: WallTime?
    }

    struct Timer: Hashable, Sendable {
        var timer: CountdownTimer
        var rooms: [NodeID]
    }
}

extension SiteView {
    /// - Returns: `nil` for what is not there.
    func facts(of room: NodeID) -> HomeAssistantFacts.Room? {
        guard let node = nodes[room] else { return nil }
        let definition = node.committed ?? node.definition
        let reported = node.reported
        let voices = Set((reported?.voice.installed ?? []) + [NodeSettings.standard.voice, definition.settings.voice])
        return HomeAssistantFacts.Room(
            id: room, name: definition.room, settings: definition.settings, version: reported?.version,
            voices: voices.sorted(), nextAlarm: reported?.upcoming.first, last: node.newestRecord,
            clock: reported?.clock, rings: reported?.rings ?? [])
    }

    /// - Returns: `nil` for what is not there.
    func facts(of id: AlarmID, at now: WallTime) -> HomeAssistantFacts.Alarm? {
        guard let definition = definitions.committed.alarms[id] else { return nil }
        let rooms = definitions.committed.nodes(of: definition.targets).sorted()
        var alarm = definition.alarm
        if let calendars = definition.holidays {
            let days = definitions.committed.holidays(calendars)
            alarm.schedule.holidays = days.within(now.date(inDays: -1), now.date(inDays: HolidaySpans.aheadDays))
                .at(alarm.schedule.time)
        }
        let zones = alarm.schedule.zone.map { [$0] } ?? Set(rooms.compactMap { nodes[$0]?.zone }).sorted()
        let next = zones.compactMap { name in
            definitions.zones.rules(name).flatMap { alarm.schedule.next(after: now, zone: $0)?.due }
        }.min()
        return HomeAssistantFacts.Alarm(alarm: definition.alarm, rooms: rooms, next: alarm.isEnabled ? next : nil)
    }

    /// - Returns: `nil` for what is not there.
    func facts(of id: TimerID) -> HomeAssistantFacts.Timer? {
        definitions.committed.timers[id].map {
            HomeAssistantFacts.Timer(timer: $0.timer, rooms: definitions.committed.nodes(of: $0.targets).sorted())
        }
    }

    /// Whether a room goes by less than what people have defined.
    func isBehind(_ room: NodeID) -> Bool {
        guard let node = nodes[room] else { return false }
        guard let reported = node.reported else { return true }
        return reported.revision < node.committed?.revision ?? 0
    }

    /// Why alarms of the next day may not ring in a room, as far as the coordinator knows without a look at its output; `nil`
    /// where nothing speaks against it, or none is due.
    ///
    /// - Parameter isBehind: whether it has gone by less than what people have defined for longer than the way there takes.
    func finding(of room: NodeID, isBehind: Bool, at now: WallTime) -> String? {
        guard let node = nodes[room] else { return nil }
        let isTold = node.reported?.upcoming.contains { $0.occurrence.due - now <= .hours(24) } == true
        guard isTold || (isBehind && !definitions.committed.contents(of: room).alarms.isEmpty) else { return nil }
        if node.availability == .offline { return "\(room): offline" }
        if let store = node.foreignStore { return "\(room): rings by what people defined in store \(store)" }
        guard let reported = node.reported else { return "\(room): has not reported yet" }
        if !reported.clock.trusted { return "\(room): its clock is not trusted: \(reported.clock.reason)" }
        if isBehind { return "\(room): what was changed has not reached it yet" }
        switch reported.audio.state {
        case .ok, .unknown: break
        case .missing, .busy, .failed: return "\(room): its output is \(reported.audio.state.rawValue)"
        }
        return reported.problem.map { "\(room): \($0)" }
    }
}

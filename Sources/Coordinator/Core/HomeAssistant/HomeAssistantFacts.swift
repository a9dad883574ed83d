internal import ClockDomain
internal import ClockWire

/// A subject that Home Assistant shows, with entities of its own.
enum HomeAssistantSubject: Hashable, Sendable {
    case site
    case room(NodeID)
    case alarm(AlarmID)
    case timer(TimerID)

    /// Its name in topics. A node's id has no `_`, so that no two subjects have the same name.
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

    /// The subject at the start of `text`, before `_` and an entity's name. No entity has the name of a subject's
    /// second half.
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

/// The facts to show of one subject. The messages follow from them alone: the difference of two facts gives the
/// messages to publish or to clear.
enum HomeAssistantFacts: Hashable, Sendable {
    case site(Site)
    case room(Room)
    case alarm(Alarm)
    case timer(Timer)

    struct Site: Hashable, Sendable {
        var nextWake: WallTime
        /// The reason for which the store refuses changes; `nil` while it accepts them.
        var problem: String?
        /// The reasons for which alarms of the next day may not ring, by room.
        var findings: [String]
        /// `nil` while none is on.
        var emergency: SiteEmergency?
    }

    struct Room: Hashable, Sendable {
        var id: NodeID
        var name: String
        var settings: NodeSettings
        var isMuted: Bool
        var version: String?
        /// The voices that it can be set to, ascending.
        var voices: [String]
        var nextAlarm: UpcomingRing?
        var last: QuarterRecord?
        var clock: ClockReport?
        /// The occurrences that ring or are snoozed.
        var rings: [RingReport]
    }

    struct Alarm: Hashable, Sendable {
        var alarm: ClockDomain.Alarm
        var rooms: [NodeID]
        /// The instant at which it next rings in any room; `nil` when it does not, or when no zone is known.
        var next: WallTime?
    }

    struct Timer: Hashable, Sendable {
        var timer: CountdownTimer
        var rooms: [NodeID]
    }

    /// The instant at which time alone changes them; `nil` when it does not.
    var changes: WallTime? {
        switch self {
        case .alarm(let alarm): return alarm.next
        case .room(let room):
            guard room.isMuted, case .until(let end) = room.settings.mute else { return nil }
            return end
        case .site(let site): return site.emergency?.end
        case .timer: return nil
        }
    }
}

extension SiteView {
    /// - Returns: `nil` for an unknown room.
    func facts(of room: NodeID, at now: WallTime) -> HomeAssistantFacts.Room? {
        guard let node = nodes[room] else { return nil }
        let definition = node.committed ?? node.definition
        let reported = node.reported
        let voices = Set((reported?.voice.installed ?? []) + [NodeSettings.standard.voice, definition.settings.voice])
        return HomeAssistantFacts.Room(
            id: room, name: definition.room, settings: definition.settings,
            isMuted: definition.settings.mute.silences(now), version: reported?.version,
            voices: voices.sorted(), nextAlarm: reported?.upcoming.first, last: node.newestRecord,
            clock: reported?.clock, rings: reported?.rings ?? [])
    }

    /// - Returns: `nil` for an unknown alarm, and for a bell: a school has hundreds, and people change their days.
    func facts(of id: AlarmID, at now: WallTime) -> HomeAssistantFacts.Alarm? {
        guard let definition = definitions.committed.alarms[id], definition.alarm.schedule.program == nil else {
            return nil
        }
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

    /// - Returns: `nil` for an unknown timer.
    func facts(of id: TimerID) -> HomeAssistantFacts.Timer? {
        definitions.committed.timers[id].map {
            HomeAssistantFacts.Timer(timer: $0.timer, rooms: definitions.committed.nodes(of: $0.targets).sorted())
        }
    }

    /// True if a room has not applied its newest definitions.
    func isBehind(_ room: NodeID) -> Bool {
        guard let node = nodes[room] else { return false }
        guard let reported = node.reported else { return true }
        return reported.revision < node.committed?.revision ?? 0
    }

    /// Returns a reason for which alarms of the next day may not ring in a room, without a check of its output; `nil`
    /// when there is none, or no alarm is due.
    ///
    /// - Parameter isBehind: true if it has lagged behind its definitions for longer than the way there takes.
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

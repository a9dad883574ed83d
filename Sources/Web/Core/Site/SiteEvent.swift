package import ClockDomain
package import ClockSite
package import ClockWire

/// A change at the site, for pages. A page that applies the events to a snapshot has the next snapshot.
package enum SiteEvent: Hashable, Sendable {
    /// More has changed than single events describe: the snapshot replaces everything.
    case snapshot
    case connection(SiteConnection)
    case coordinator(SiteStatus)
    case node(NodeStatus)
    case nodeRemoved(NodeID)
    case alarm(old: AlarmForecast?, new: AlarmForecast?)
    case timer(old: TimerDefinition?, new: TimerDefinition?)
    case stopwatch(old: Stopwatch?, new: Stopwatch?)
    case group(old: NodeGroup?, new: NodeGroup?)
    case holidays(old: HolidayCalendar?, new: HolidayCalendar?)
    case timetable(old: Timetable?, new: Timetable?)
    /// All that sounds until people act.
    case rings([RingingOccurrence], SiteEmergency?)

    /// The event's name in the stream.
    package var name: String {
        switch self {
        case .snapshot: "snapshot"
        case .connection: "connection"
        case .coordinator: "coordinator"
        case .node, .nodeRemoved: "node"
        case .alarm: "alarm"
        case .timer: "timer"
        case .stopwatch: "stopwatch"
        case .group: "group"
        case .holidays: "holidays"
        case .timetable: "timetable"
        case .rings: "rings"
        }
    }
}

/// The data of an event, as JSON; a snapshot's is ``SnapshotDocument``.
extension SiteEvent: Encodable {
    enum CodingKeys: String, CodingKey {
        case old, new, node, removed, rings, emergency, coordinator, foreign
        case nextWake = "next_wake"
        case nextTarget = "next_target"
    }

    package func encode(to encoder: any Encoder) throws {
        if case .connection(let connection) = self { return try connection.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        func change<Entry: Encodable>(_ old: Entry?, _ new: Entry?) throws {
            try container.encodeIfPresent(old, forKey: .old)
            try container.encodeIfPresent(new, forKey: .new)
        }
        switch self {
        case .snapshot, .connection: break
        case .coordinator(let status):
            try container.encode(status.coordinator, forKey: .coordinator)
            try container.encode(status.foreign, forKey: .foreign)
            try container.encode(status.nextWake, forKey: .nextWake)
            try container.encode(status.nextTarget, forKey: .nextTarget)
        case .node(let node): try container.encode(node, forKey: .node)
        case .nodeRemoved(let id): try container.encode(id, forKey: .removed)
        case .alarm(let old, let new): try change(old, new)
        case .timer(let old, let new): try change(old, new)
        case .stopwatch(let old, let new): try change(old, new)
        case .group(let old, let new): try change(old, new)
        case .holidays(let old, let new): try change(old, new)
        case .timetable(let old, let new): try change(old, new)
        case .rings(let rings, let emergency):
            try container.encode(rings.map(RingEntry.init), forKey: .rings)
            try container.encodeIfPresent(emergency, forKey: .emergency)
        }
    }
}

/// A snapshot with the time of its sending.
package struct SnapshotDocument: Encodable {
    package var snapshot: SiteSnapshot
    /// The site's clock.
    package var now: WallTime

    package init(_ snapshot: SiteSnapshot, now: WallTime) {
        self.snapshot = snapshot
        self.now = now
    }

    enum CodingKeys: String, CodingKey {
        case now, zone, connection, status, schedule, rings, emergency
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(now, forKey: .now)
        try container.encodeIfPresent(snapshot.zone, forKey: .zone)
        try container.encode(snapshot.connection, forKey: .connection)
        try container.encodeIfPresent(snapshot.status, forKey: .status)
        try container.encode(snapshot.schedule, forKey: .schedule)
        try container.encode(snapshot.rings.map(RingEntry.init), forKey: .rings)
        try container.encodeIfPresent(snapshot.emergency, forKey: .emergency)
    }
}

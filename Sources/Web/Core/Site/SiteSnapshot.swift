package import ClockDomain
package import ClockSite
package import ClockWire

/// All that a page shows of a site, as JSON.
package struct SiteSnapshot: Hashable, Sendable {
    package var connection: SiteConnection
    /// `nil` before the coordinator's first answer.
    package var status: SiteStatus?
    package var schedule = SnapshotSchedule()
    /// The occurrences that ring or are snoozed, by the nodes' own messages.
    package var rings: [RingingOccurrence] = []
    /// The emergency that is on, and the rooms' answers; `nil` while none is.
    package var emergency: SiteEmergency?
    /// The instant of the last word on an emergency; a new one must be later.
    package var lastWord: WallTime?
    /// The daemon's clock minus the site's; zero for a difference too small to matter.
    package var localOffset: Duration = .zero

    /// The site's zone, such as `Europe/Berlin`: its first node's. `nil` while no node has reported its own.
    package var zone: String? { status?.nodes.lazy.compactMap(\.zone).first }

    /// Returns the site's time at which the daemon's clock shows `wall`.
    package func siteNow(_ wall: WallTime) -> WallTime { (wall - localOffset).truncatedToMilliseconds }

    /// - Parameter connection: the state at the start.
    package init(connection: SiteConnection) { self.connection = connection }
}

/// The path from the web server to the site.
package struct SiteConnection: Hashable, Sendable, Encodable {
    package enum Broker: String, Hashable, Sendable, Encodable {
        case connecting, connected, lost
    }

    package enum Coordinator: String, Hashable, Sendable, Encodable {
        case online, offline
        /// There is no connection to the broker, or the broker has no message of the coordinator.
        case unknown
    }

    package var broker: Broker
    package var coordinator: Coordinator
    /// The problem, in a sentence; `nil` when all is well.
    package var problem: String?
    /// The instant since which broker and coordinator have been in this state, by the site's clock.
    package var since: WallTime

    package init(broker: Broker, coordinator: Coordinator, problem: String?, since: WallTime) {
        self.broker = broker
        self.coordinator = coordinator
        self.problem = problem
        self.since = since
    }
}

/// The definitions of the site: entries as on a `schedule` page, alarms with their next time.
package struct SnapshotSchedule: Hashable, Sendable, Encodable {
    /// Ascending by id.
    package var alarms: [AlarmForecast] = []
    package var timers: [TimerDefinition] = []
    package var stopwatches: [Stopwatch] = []
    package var groups: [NodeGroup] = []
    package var holidays: [HolidayCalendar] = []
    package var timetables: [Timetable] = []

    package init() {}
}

/// An occurrence that rings or is snoozed, with its rooms.
package struct RingEntry: Hashable, Sendable, Encodable {
    package struct Room: Hashable, Sendable, Encodable {
        package var node: NodeID
        package var online: Bool
        package var state: RingReport.State
        package var since: WallTime?
        package var until: WallTime?
        package var snoozes: Int
    }

    /// Names the occurrence in a path: `a7@2026-11-24T06:00:00.000Z`.
    package var id: String
    package var occurrence: Occurrence
    package var label: String
    /// 0 for an occurrence without snooze.
    package var snoozeMinutes: Int
    /// Ascending by node.
    package var rooms: [Room]

    package init(_ ringing: RingingOccurrence) {
        id = Self.id(ringing.occurrence)
        occurrence = ringing.occurrence
        label = ringing.label
        snoozeMinutes = ringing.snoozeMinutes
        rooms = ringing.rooms.map { room in
            Room(
                node: room.node, online: room.isOnline, state: room.ring.state, since: room.ring.since,
                until: room.ring.until, snoozes: room.ring.snoozes)
        }
    }

    package static func id(_ occurrence: Occurrence) -> String { "\(occurrence.source)@\(occurrence.due.rfc3339)" }

    enum CodingKeys: String, CodingKey {
        case id, occurrence, label, rooms
        case snoozeMinutes = "snooze_min"
    }
}

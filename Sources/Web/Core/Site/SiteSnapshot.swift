package import ClockDomain
package import ClockSite
package import ClockWire

/// All that a page shows of a site, as JSON.
package struct SiteSnapshot: Hashable, Sendable {
    package var connection: SiteConnection
    /// `nil` before the coordinator's first answer.
    package var status: SiteStatus?
    package var schedule = SnapshotSchedule()
    /// What rings or is snoozed, by the nodes' own words.
    package var rings: [RingingOccurrence] = []
    /// The daemon's clock minus the site's; zero while they differ by less than is noticed.
    package var localOffset: Duration = .zero

    /// The site's zone, such as `Europe/Berlin`: its first node's. `nil` while none has told its own.
    package var zone: String? { status?.nodes.lazy.compactMap(\.zone).first }

    /// The site's clock when the daemon's shows `wall`.
    package func siteNow(_ wall: WallTime) -> WallTime { (wall - localOffset).truncatedToMilliseconds }

    /// - Parameter connection: as it is at the start.
    package init(connection: SiteConnection) {
        self.connection = connection
    }
}

/// The way from the web server to the site.
package struct SiteConnection: Hashable, Sendable, Encodable {
    package enum Broker: String, Hashable, Sendable, Encodable {
        case connecting, connected, lost
    }

    package enum Coordinator: String, Hashable, Sendable, Encodable {
        case online, offline
        /// The broker cannot be asked, or has never heard of it.
        case unknown
    }

    package var broker: Broker
    package var coordinator: Coordinator
    /// What is wrong, in a sentence; `nil` when all is well.
    package var problem: String?
    /// Since when broker and coordinator are as they are, by the site's clock.
    package var since: WallTime

    package init(broker: Broker, coordinator: Coordinator, problem: String?, since: WallTime) {
        self.broker = broker
        self.coordinator = coordinator
        self.problem = problem
        self.since = since
    }
}

/// What is defined at the site: entries as on a `schedule` page, alarms with when they ring next.
package struct SnapshotSchedule: Hashable, Sendable, Encodable {
    /// Ascending by id.
    package var alarms: [AlarmForecast] = []
    package var timers: [TimerDefinition] = []
    package var stopwatches: [Stopwatch] = []
    package var groups: [NodeGroup] = []
    package var holidays: [HolidayCalendar] = []

    package init() {}
}

/// An occurrence that rings or is snoozed, with the rooms where it does.
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
    /// 0 where it cannot be snoozed.
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

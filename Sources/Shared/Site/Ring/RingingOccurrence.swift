package import ClockDomain
package import ClockWire

/// The newest word on one node: its own, or the coordinator's where the broker has kept none.
package struct NodeWord: Hashable, Sendable {
    package var availability: Availability?
    /// `nil` if its rings are not known.
    package var rings: [RingReport]?
    package var timers: [TimerReport] = []
    /// The emergency that is on there.
    package private(set) var emergency: EmergencyReport?
    /// The output by the node's own report, which lists the machine's other outputs; `nil` without a report.
    package private(set) var audio: AudioReport?

    package init(availability: Availability? = nil, reported: Reported? = nil) {
        self.availability = availability
        report(reported)
    }

    package init(_ status: NodeStatus) {
        (availability, rings, timers) = (status.availability, status.rings, status.timers)
        emergency = status.emergency
    }

    package mutating func report(_ reported: Reported?) {
        rings = reported?.rings
        timers = reported?.timers ?? []
        audio = reported?.audio
        emergency = reported?.emergency
    }
}

/// One occurrence that rings or is snoozed, with all nodes where it does.
package struct RingingOccurrence: Hashable, Sendable {
    package var occurrence: Occurrence
    package var label: String
    /// Ascending by node.
    package var rooms: [Room]

    package struct Room: Hashable, Sendable {
        package var node: NodeID
        package var ring: RingReport
        package var isOnline: Bool
    }

    package var name: String { ScheduleWords.name(occurrence.source, label) }
    package var isRinging: Bool { rooms.contains { $0.ring.state == .ringing } }
    /// 0 where it cannot be snoozed.
    package var snoozeMinutes: Int { rooms.map(\.ring.snoozeMinutes).max() ?? 0 }

    /// Everything that rings or is snoozed by the nodes' own words, ascending by occurrence.
    package static func all(_ nodes: [NodeID: NodeWord]) -> [RingingOccurrence] {
        var rooms: [Occurrence: [Room]] = [:]
        for (node, word) in nodes.sorted(by: { $0.key < $1.key }) {
            for ring in word.rings ?? [] {
                rooms[ring.occurrence, default: []].append(
                    Room(node: node, ring: ring, isOnline: word.availability == .online))
            }
        }
        return rooms.sorted { $0.key < $1.key }.map { occurrence, rooms in
            RingingOccurrence(occurrence: occurrence, label: rooms.first?.ring.label ?? "", rooms: rooms)
        }
    }
}

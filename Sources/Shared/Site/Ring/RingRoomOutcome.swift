package import ClockDomain
package import ClockWire

/// The outcome of a stop or a snooze in one room. A room has obeyed when its own report says so, which it publishes
/// only once the action is on its disk.
package struct RingRoomOutcome: Hashable, Sendable, Encodable {
    package var node: NodeID
    package var isConfirmed: Bool
    package var isOnline: Bool
    /// The instant at which the snooze ends there.
    package var until: WallTime?

    package enum CodingKeys: String, CodingKey {
        case node, until
        case isConfirmed = "confirmed"
        case isOnline = "online"
    }
}

extension RingingOccurrence {
    /// Returns the outcomes of a stop or a snooze of this occurrence, ascending by node.
    ///
    /// - Parameters:
    ///   - now: the occurrence by the nodes' newest reports; `nil` if it rings nowhere now. A room in which it has only
    ///     begun to ring counts as well.
    ///   - isOnline: true for a node that is there.
    package func outcome(
        of kind: RingAction.Kind, now: RingingOccurrence?, isOnline: (NodeID) -> Bool
    ) -> [RingRoomOutcome] {
        Set(rooms.map(\.node) + (now?.rooms.map(\.node) ?? [])).sorted().map { node in
            let ring = now?.rooms.first { $0.node == node }?.ring
            let isConfirmed =
                switch kind {
                case .stop: ring == nil
                case .snooze: ring.map { $0.state == .snoozed } ?? true
                }
            return RingRoomOutcome(node: node, isConfirmed: isConfirmed, isOnline: isOnline(node), until: ring?.until)
        }
    }
}

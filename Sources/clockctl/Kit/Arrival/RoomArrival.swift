internal import ClockDomain
internal import ClockWire

/// How far a change has got to one room.
struct RoomArrival: Hashable, Sendable, Encodable {
    enum State: String, Hashable, Sendable, Encodable {
        /// The node goes by it, and has it on its disk.
        case onDisk = "on-disk"
        /// The node goes by it, and its disk does not take it: a crash would lose it.
        case inMemory = "in-memory"
        /// The node is online and has not said yet that it has it.
        case underWay = "under-way"
        /// The node is away; the broker keeps it for it.
        case offline
    }

    var node: NodeID
    var state: State
    /// Since when the node is offline, where that is known.
    var since: WallTime?

    /// - Parameter revision: of the node's document, from which on the change is in it.
    init(_ status: NodeStatus, revision: Int) {
        node = status.id
        if status.revision.applied >= revision {
            state = (status.revision.stored ?? revision) >= revision ? .onDisk : .inMemory
        } else if status.availability == .offline {
            state = .offline
            since = status.availabilitySince
        } else {
            state = .underWay
        }
    }
}

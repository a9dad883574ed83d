internal import ClockDomain
internal import ClockWire

/// The progress of a change in one room.
struct RoomArrival: Hashable, Sendable, Encodable {
    enum State: String, Hashable, Sendable, Encodable {
        /// The node applies it, and has it on its disk.
        case onDisk = "on-disk"
        /// The node applies it, and its disk refuses it: a crash would lose it.
        case inMemory = "in-memory"
        /// The node is online and has not reported it yet.
        case underWay = "under-way"
        /// The node is away; the broker keeps the change for it.
        case offline
    }

    var node: NodeID
    var state: State
    /// The instant since which the node is offline, if it is known.
    var since: WallTime?

    /// - Parameter revision: the first revision of the node's document that contains the change.
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

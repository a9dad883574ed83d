internal import ClockDomain

/// What the store is to learn though nobody has asked for a change: what nodes say of themselves, and that lines which a
/// clock closed ahead of its time are still there. What a failed commit loses of it comes back here.
struct UnsavedNews: Sendable {
    /// Nodes whose availability is to be stored.
    private var availabilities: Set<NodeID> = []
    /// Nodes whose zone is to be stored.
    private var zones: Set<NodeID> = []
    /// Quarter hours after this one were to be reopened, and were not.
    private var quarters: WallTime?
    /// Occurrences due after this instant were to be reopened, and were not.
    private var rings: WallTime?
    /// Whether the list of the sounds that were taken back was to be stored, and was not.
    private var hasWithdrawn = false

    mutating func addAvailability(of node: NodeID) { availabilities.insert(node) }

    mutating func addZone(of node: NodeID) { zones.insert(node) }

    mutating func forget(_ node: NodeID) {
        availabilities.remove(node)
        zones.remove(node)
    }

    /// The store keeps the `absent` lines of quarter hours after this one, which were to be deleted.
    mutating func failedToReopenQuarters(after instant: WallTime) { quarters = min(quarters ?? instant, instant) }

    /// As ``failedToReopenQuarters(after:)``, for occurrences.
    mutating func failedToReopenRings(after instant: WallTime) { rings = min(rings ?? instant, instant) }

    /// The store does not have the list of the sounds that were taken back.
    mutating func failedToSaveWithdrawn() { hasWithdrawn = true }

    /// Whether that list is to be stored; then it is no longer said here.
    mutating func takeWithdrawn() -> Bool {
        defer { hasWithdrawn = false }
        return hasWithdrawn
    }

    /// What is to be stored of nodes, in order; nothing of it is left here.
    mutating func takeOperations(of nodes: [NodeID: KnownNode]) -> [StoreOperation] {
        // Asked after each event, and hardly ever anything.
        guard !availabilities.isEmpty || !zones.isEmpty else { return [] }
        defer { (availabilities, zones) = ([], []) }
        return availabilities.sorted().compactMap { id in
            guard let node = nodes[id], let since = node.availabilitySince else { return nil }
            return .saveAvailability(id, node.availability, since: since)
        }
            + zones.sorted().compactMap { id in
                guard let zone = nodes[id]?.zone else { return nil }
                return .saveZone(id, zone)
            }
    }

    /// What the next commit begins with, before any line is written anew; nothing of it is left here.
    mutating func takeReopenings() -> [StoreOperation] {
        defer { (quarters, rings) = (nil, nil) }
        return [quarters.map { .reopenQuarters(after: $0) }, rings.map { .reopenRings(after: $0) }].compactMap(\.self)
    }
}

internal import ClockDomain
internal import ClockWire

/// Notices two machines that run under one node id: their state folders' names take turns.
///
/// A name that changes once is a node set up anew; one that comes back within ten minutes is a second machine. Two machines
/// take the connection from each other every few seconds, so a minute without a change means that one of them is gone.
struct InstanceWatch: Sendable {
    struct Conflict: Equatable {
        var first: String
        var second: String
        var lastSeen: BootTime

        func words(for node: NodeID) -> String { phrase(for: node).text }

        func phrase(for node: NodeID) -> Phrase {
            .nodeTwice(node, first.line(maximumBytes: 32), second.line(maximumBytes: 32))
        }
    }

    private static let window: Duration = .minutes(10)
    /// Over three times what a node takes at the most to connect again.
    static let quiet: Duration = .minutes(1)
    /// Names remembered.
    private static let limit = 4

    private var sightings: [(instance: String, at: BootTime)] = []
    private var conflict: Conflict?

    /// The conflict, while both machines take turns.
    func conflict(at boot: BootTime) -> Conflict? {
        guard let conflict, boot - conflict.lastSeen < Self.quiet else { return nil }
        return conflict
    }

    /// - Returns: a conflict that was not there before.
    mutating func see(_ instance: String, at boot: BootTime) -> Conflict? {
        let known = self.conflict(at: boot)
        sightings.removeAll { boot - $0.at >= Self.window }
        let latest = sightings.last?.instance
        let returns = latest != instance && sightings.contains { $0.instance == instance }
        sightings.removeAll { $0.instance == instance }
        sightings.append((instance, boot))
        if sightings.count > Self.limit { sightings.removeFirst() }
        guard returns, let latest else { return nil }
        let pair = [latest, instance].sorted()
        conflict = Conflict(first: pair[0], second: pair[1], lastSeen: boot)
        return known == nil ? conflict : nil
    }
}

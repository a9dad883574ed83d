internal import ClockDomain
internal import ClockWire

/// Detects two machines that run under one node id: the names of their state folders alternate.
///
/// A name that changes once is a node set up from scratch; one that returns within ten minutes is a second machine. Two
/// machines take the connection from each other every few seconds, so a minute without a change means that one is gone.
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
    /// Over three times the longest time that a node needs to connect again.
    static let quiet: Duration = .minutes(1)
    /// The number of names that it keeps.
    private static let limit = 4

    private var sightings: [(instance: String, at: BootTime)] = []
    private var conflict: Conflict?

    /// Returns the conflict, while both machines alternate.
    func conflict(at boot: BootTime) -> Conflict? {
        guard let conflict, boot - conflict.lastSeen < Self.quiet else { return nil }
        return conflict
    }

    /// - Returns: a new conflict.
    mutating func observe(_ instance: String, at boot: BootTime) -> Conflict? {
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

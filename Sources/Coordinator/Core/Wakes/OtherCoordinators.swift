internal import ClockDomain
internal import ClockWire

/// Detects other coordinators of the same site, at once by their presences and from then on by their wakes. Both report
/// it; each node obeys the one whose definitions it holds.
///
/// A wake names its sender's store and start. If either differs, another program sent it. It counts only if it was sent
/// after this program's own start: a wake that the broker still keeps from the program before it belongs to nobody.
struct OtherCoordinators: Sendable {
    private struct Other: Sendable {
        var told: OtherCoordinator
        /// The instant at which its last message arrived.
        var lastHeard: BootTime
    }

    /// A coordinator sends four wakes an hour. Without two of them, it is gone. After a takeover, the earlier
    /// coordinator's last wake must not stop anybody for longer.
    private static let memory: Duration = .seconds(31 * 60)
    /// The most other coordinators that it keeps, the last received.
    private static let limit = 8

    private let store: String
    private let started: WallTime
    private let startedBoot: BootTime
    private var others: [Other] = []

    /// - Parameters:
    ///   - store: this coordinator's own.
    ///   - started: its start as in its wakes.
    ///   - startedBoot: the same by the boot clock.
    init(store: String, started: WallTime, startedBoot: BootTime) {
        self.store = store
        self.started = started
        self.startedBoot = startedBoot
    }

    /// Returns the coordinators received lately, ascending by store.
    func present(at now: Now) -> [OtherCoordinator] {
        others.filter { now.boot - $0.lastHeard < Self.memory }.map(\.told).sorted { $0.store < $1.store }
    }

    /// Receives a wake of this site, which may be this coordinator's own.
    mutating func receive(_ wake: Wake, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        // By the present clock: the sender may have the time that this machine has got meanwhile.
        let since = now.wall(at: startedBoot)
        guard let sender = wake.store, let start = wake.started, sender != store || start != started,
            wake.sent > since
        else { return }
        receive(from: sender, started: start, nodes, at: now, &out)
    }

    /// Receives a message of another coordinator that works now.
    ///
    /// - Returns: true if it is the first within the time for which others are kept.
    @discardableResult
    mutating func receive(
        from sender: String, started start: WallTime, _ nodes: Nodes, at now: Now, _ out: inout Outbox
    ) -> Bool {
        let other = OtherCoordinator(store: sender, started: start, heard: now.wall.truncatedToMilliseconds)
        let isNew = !present(at: now).contains { $0.store == sender }
        others.removeAll { $0.told.store == sender }
        others.append(Other(told: other, lastHeard: now.boot))
        if others.count > Self.limit { others.removeFirst() }
        guard isNew else { return false }
        out.perform(
            .logLimited(
                .error, "\(finding(of: other, nodes, isHeard: false).text): \(fix(for: other, nodes).text)",
                about: OtherCoordinator.subject))
        return true
    }

    func checks(_ nodes: Nodes, at now: Now) -> [DoctorCheck] {
        present(at: now).map { other in
            DoctorCheck(
                .anotherCoordinator, .failed, finding(of: other, nodes, isHeard: true), fix: fix(for: other, nodes))
        }
    }

    private func finding(of other: OtherCoordinator, _ nodes: Nodes, isHeard: Bool) -> Phrase {
        other.store == store
            ? .otherCoordinatorWithCopy(other, isHeard: isHeard)
            : .otherCoordinator(other, own: store, obedient: nodes.obeying(other), isHeard: isHeard)
    }

    private func fix(for other: OtherCoordinator, _ nodes: Nodes) -> Phrase {
        let count = nodes.obeying(other)
        return if other.store == store {
            .stopOneCoordinator
        } else if count.own == 0, count.other > 0 {
            .stopThisCoordinator
        } else if count.own > 0, count.other == 0 {
            .stopOtherCoordinator
        } else {
            .stopWrongCoordinator
        }
    }
}

extension Nodes {
    /// Counts the nodes that obey this coordinator's store, and the other's.
    fileprivate func obeying(_ other: OtherCoordinator) -> (own: Int, other: Int) {
        (all.count { $0.isOurs }, foreignStores.first { $0.store == other.store }?.nodes.count ?? 0)
    }
}

internal import ClockDomain
internal import ClockWire

/// Other coordinators of the same site, noticed by the wakes that they send. Both say so; the nodes go on by the one whose
/// definitions they hold.
///
/// A wake names the store of who sent it and when that program started. One of another store, or of this store and another
/// start, was sent by somebody else. It counts only if it was sent after this program's own start: what the broker still
/// keeps of the program before it is nobody's.
struct OtherCoordinators: Sendable {
    private struct Other: Sendable {
        var told: OtherCoordinator
        /// When its last wake came.
        var lastHeard: BootTime
    }

    /// A coordinator sends four wakes an hour. When two have not come, it is gone. After one has taken over from another, that
    /// one's last wake is no reason to stop anybody for longer.
    private static let memory: Duration = .seconds(31 * 60)
    /// Others that are remembered, those that were heard of last.
    private static let limit = 8

    private let store: String
    private let generation: StoreGeneration
    private let started: WallTime
    private let startedBoot: BootTime
    private var others: [Other] = []

    /// - Parameters:
    ///   - store: this coordinator's own.
    ///   - generation: the store's, which this start began.
    ///   - started: its start as its wakes tell it.
    ///   - startedBoot: the same by the boot clock.
    init(store: String, generation: StoreGeneration, started: WallTime, startedBoot: BootTime) {
        self.store = store
        self.generation = generation
        self.started = started
        self.startedBoot = startedBoot
    }

    /// Those heard of lately, ascending by store.
    func present(at now: Now) -> [OtherCoordinator] {
        others.filter { now.boot - $0.lastHeard < Self.memory }.map(\.told).sorted { $0.store < $1.store }
    }

    /// A wake of this site has come, which may be this coordinator's own.
    mutating func hear(_ wake: Wake, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        // By the clock as it is set now: who sent the wake may have the time that this machine has got meanwhile.
        let since = now.wall(at: startedBoot)
        guard let sender = wake.store, let start = wake.started, sender != store || start != started,
            wake.sent > since
        else { return }
        let other = OtherCoordinator(store: sender, started: start, heard: now.wall.truncatedToMilliseconds)
        let isNew = !present(at: now).contains { $0.store == sender }
        others.removeAll { $0.told.store == sender }
        others.append(Other(told: other, lastHeard: now.boot))
        if others.count > Self.limit { others.removeFirst() }
        guard isNew else { return }
        out.perform(
            .logLimited(
                .error, "\(finding(of: other, nodes, isHeard: false).text): \(fix(for: other, nodes).text)",
                about: OtherCoordinator.subject))
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
    /// How many go by this coordinator's store, and by the other's.
    fileprivate func obeying(_ other: OtherCoordinator) -> (own: Int, other: Int) {
        (all.count { $0.isOurs }, foreignStores.first { $0.store == other.store }?.nodes.count ?? 0)
    }
}

internal import ClockDomain
internal import ClockWire

/// Other coordinators of the same site, noticed by the wakes that they send.
///
/// A wake names the store of who sent it and when that program started. One of another store, or of this store and another
/// start, was sent by somebody else. It counts only if it was sent after this program's own start: what the broker still
/// keeps of the program before it is nobody's.
struct OtherCoordinators: Sendable {
    struct Other: Sendable, Equatable {
        var told: OtherCoordinator
        /// When its last wake came.
        var lastHeard: BootTime
    }

    /// A coordinator sends four wakes an hour.
    static let memory: Duration = .hours(1)
    /// Others that are remembered, those that were heard of last.
    private static let limit = 8

    private var others: [Other] = []

    /// - Parameters:
    ///   - store: this coordinator's own.
    ///   - started: its start as its wakes tell it.
    ///   - since: when it started, by the wall clock as it is set now.
    /// - Returns: the sender, where it is another coordinator that has not been heard of for ``memory``.
    mutating func hear(
        _ wake: Wake, store: String, started: WallTime, since: WallTime, at now: Now
    ) -> OtherCoordinator? {
        guard let sender = wake.store, let start = wake.started, sender != store || start != started,
            wake.sent > since
        else { return nil }
        let told = OtherCoordinator(store: sender, started: start, heard: now.wall.truncatedToMilliseconds)
        let isNew = !present(at: now.boot).contains { $0.told.store == sender }
        others.removeAll { $0.told.store == sender }
        others.append(Other(told: told, lastHeard: now.boot))
        if others.count > Self.limit { others.removeFirst() }
        return isNew ? told : nil
    }

    /// Those heard of within ``memory``, ascending by store.
    func present(at boot: BootTime) -> [Other] {
        others.filter { boot - $0.lastHeard < Self.memory }.sorted { $0.told.store < $1.told.store }
    }
}

internal import ClockDomain
internal import ClockWire

/// Carries what people stop and snooze from one broker to the others, where nodes are that do not hear it otherwise.
///
/// Each action is carried once, by its id. It is retained by its source, so of two for one source the one that was asked
/// last is to be what every broker keeps: an older one is passed on, and the later one again after it.
struct RingBridge: Sendable {
    /// Sources whose last action is remembered. Overflow policy: a further one is carried and not remembered, so that a
    /// broker that comes later does not get it.
    static let maximumSources = 4_096
    /// Ids that are remembered. Overflow policy: the oldest is forgotten; nodes know the id as well.
    static let maximumIDs = 4_096

    fileprivate struct Kept {
        var action: RingAction
        var end: BootTime
    }

    /// An action to be published.
    struct Passing: Equatable {
        var action: RingAction
        var expirySeconds: UInt32
        var brokers: [Int]
    }

    private var kept: [RingSource: Kept] = [:]
    private var ids: Set<String> = []
    private var idsInOrder: [String] = []

    /// - Parameters:
    ///   - isRetained: whether the broker kept it from before the connection.
    ///   - others: the other brokers that can be reached.
    /// - Returns: what is to be published, in order.
    mutating func take(
        _ action: RingAction, expirySeconds: UInt32, isRetained: Bool, from broker: Int, others: [Int], at now: BootTime
    ) -> [Passing] {
        guard remember(action.id) else { return [] }
        let source = action.occurrence.source
        let own = Passing(action: action, expirySeconds: expirySeconds, brokers: others)
        if let later = kept[source], later.end > now, Self.isLater(later.action, than: action) {
            let left = later.secondsLeft(at: now)
            return [
                own, Passing(action: later.action, expirySeconds: left, brokers: ([broker] + others).sorted()),
            ]
        }
        keep(action, until: now + .seconds(Int64(expirySeconds)), at: now)
        // An earlier one may have been published at that broker after it.
        guard isRetained else { return [own] }
        return [Passing(action: action, expirySeconds: expirySeconds, brokers: ([broker] + others).sorted())]
    }

    /// - Returns: whether it is to be taken back at the other brokers.
    mutating func takeBack(_ source: RingSource) -> Bool { kept.removeValue(forKey: source) != nil }

    /// What a broker that has come is to get, in the order of the sources.
    func all(for broker: Int, at now: BootTime) -> [Passing] {
        kept.filter { $0.value.end > now }.sorted { $0.key < $1.key }.map { _, kept in
            Passing(action: kept.action, expirySeconds: kept.secondsLeft(at: now), brokers: [broker])
        }
    }

    /// - Returns: whether it is new.
    private mutating func remember(_ id: String) -> Bool {
        guard ids.insert(id).inserted else { return false }
        idsInOrder.append(id)
        // In large steps, as each moves what is left.
        if idsInOrder.count >= 2 * Self.maximumIDs {
            for old in idsInOrder.prefix(Self.maximumIDs) { ids.remove(old) }
            idsInOrder.removeFirst(Self.maximumIDs)
        }
        return true
    }

    private mutating func keep(_ action: RingAction, until end: BootTime, at now: BootTime) {
        let source = action.occurrence.source
        if kept.count >= Self.maximumSources, kept[source] == nil {
            kept = kept.filter { $0.value.end > now }
            guard kept.count < Self.maximumSources else { return }
        }
        kept[source] = Kept(action: action, end: end)
    }

    /// By who asked last; of two at the same time any, but the same one at every broker.
    private static func isLater(_ one: RingAction, than other: RingAction) -> Bool {
        one.at != other.at ? one.at > other.at : one.id > other.id
    }
}

extension RingBridge.Kept {
    /// At least one: zero would mean that it is never delivered.
    fileprivate func secondsLeft(at now: BootTime) -> UInt32 {
        UInt32(clamping: max(1, (end - now).nanoseconds / 1_000_000_000))
    }
}

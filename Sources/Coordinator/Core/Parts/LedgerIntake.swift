internal import ClockDomain
internal import ClockWire

/// How far each epoch of one node's ledger is in, and so what a batch brings that is new.
///
/// Entries are taken without gaps. A batch that starts beyond the next expected entry is refused, and the node sends
/// again from there. Only what a node says it no longer keeps is not waited for: that was acknowledged by another store,
/// or by this one before it was turned back to a backup.
///
/// A node whose state was turned back gives numbers twice. It notices by the `at` of what is acknowledged; until it does,
/// nothing that goes on from another entry than the one that is here is taken.
struct LedgerIntake: Sendable {
    enum Verdict: Equatable {
        /// The entries that are new. `lost` counts those before them that will never come.
        case new(ArraySlice<LedgerEntry>, lost: Int)
        /// All of it is in the store.
        case alreadyCommitted(Acked)
        /// All of it waits for a commit.
        case alreadyTaken
        /// It starts too late; the ledger is in as far as this.
        case gap(Acked)
    }

    private struct Progress {
        var committed: Int
        /// When the node wrote that entry, where it is known.
        var committedAt: WallTime?
        /// Beyond `committed` while a commit is under way.
        var taken: Int
        var takenAt: WallTime?

        init(committed: Int, at: WallTime?) {
            self.committed = committed
            committedAt = at
            taken = committed
            takenAt = at
        }

        func acked(_ epoch: String) -> Acked { Acked(epoch: epoch, sequence: committed, at: committedAt) }
    }

    private var epochs: [String: Progress] = [:]
    /// From the one that has rested longest to the current one.
    private var order: [String] = []

    /// - Parameter cursors: the current epoch's last.
    init(cursors: [Acked] = []) {
        for cursor in cursors {
            epochs[cursor.epoch] = Progress(committed: cursor.sequence, at: cursor.at)
            order.append(cursor.epoch)
        }
    }

    /// What is to be acknowledged, retained, for the epoch that moved last; `nil` before the first entry.
    var current: Acked? {
        guard let epoch = order.last(where: { (epochs[$0]?.committed ?? 0) > 0 }), let progress = epochs[epoch] else {
            return nil
        }
        return progress.acked(epoch)
    }

    /// - Parameter hasRoom: whether new entries can be taken now. If not, they are refused like a gap.
    mutating func receive(_ batch: LedgerBatch, hasRoom: Bool) -> Verdict {
        var progress = epochs[batch.epoch] ?? Progress(committed: 0, at: nil)
        let acked = progress.acked(batch.epoch)
        guard let first = batch.entries.first?.sequence, let last = batch.entries.last?.sequence else {
            return .alreadyCommitted(acked)
        }
        if last <= progress.committed { return .alreadyCommitted(acked) }
        if last <= progress.taken { return .alreadyTaken }
        let expected = max(progress.taken + 1, batch.oldest)
        guard hasRoom, first <= expected else { return .gap(acked) }
        if let known = batch.entries.first(where: { $0.sequence == progress.taken }), let at = progress.takenAt,
            known.at != at
        {
            return .gap(acked)
        }
        let new = batch.entries.drop { $0.sequence <= progress.taken }
        let lost = expected - progress.taken - 1
        progress.taken = last
        progress.takenAt = batch.entries.last?.at
        store(progress, for: batch.epoch)
        return .new(new, lost: lost)
    }

    /// Everything of `epoch` up to `entry` is in the store.
    ///
    /// - Returns: ``current``.
    mutating func commit(epoch: String, through entry: LedgerEntry) -> Acked? {
        guard var progress = epochs[epoch] else { return current }
        if entry.sequence > progress.committed {
            progress.committed = entry.sequence
            progress.committedAt = entry.at
        }
        store(progress, for: epoch)
        return current
    }

    /// What waited for a commit will not be committed.
    mutating func rollBack() {
        epochs = epochs.mapValues { Progress(committed: $0.committed, at: $0.committedAt) }
    }

    private mutating func store(_ progress: Progress, for epoch: String) {
        if order.last != epoch {
            order.removeAll { $0 == epoch }
            order.append(epoch)
            if order.count > StoredNode.maximumCursors { epochs[order.removeFirst()] = nil }
        }
        epochs[epoch] = progress
    }
}

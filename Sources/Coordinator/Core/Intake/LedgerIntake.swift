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
        /// There is no room for new entries; the ledger is in as far as this.
        case full(Acked)
    }

    private struct Progress {
        let epoch: String
        var committed: Int
        /// When the node wrote that entry, where it is known.
        var committedAt: WallTime?
        /// Beyond `committed` while a commit is under way.
        var taken: Int
        var takenAt: WallTime?

        init(_ epoch: String, committed: Int = 0, at: WallTime? = nil) {
            self.epoch = epoch
            self.committed = committed
            committedAt = at
            taken = committed
            takenAt = at
        }

        var acked: Acked { Acked(epoch: epoch, sequence: committed, at: committedAt) }
    }

    /// From the one that has rested longest to the current one: a few at most.
    private var epochs: [Progress]

    /// - Parameter cursors: the current epoch's last.
    init(cursors: [Acked] = []) {
        epochs = cursors.map { Progress($0.epoch, committed: $0.sequence, at: $0.at) }
    }

    /// What is to be acknowledged, retained, for the epoch that moved last; `nil` before the first entry.
    var current: Acked? { epochs.last { $0.committed > 0 }?.acked }

    /// - Parameter hasRoom: whether new entries can be taken now.
    mutating func receive(_ batch: LedgerBatch, hasRoom: Bool) -> Verdict {
        var progress = progress(of: batch.epoch) ?? Progress(batch.epoch)
        let acked = progress.acked
        guard let first = batch.entries.first?.sequence, let last = batch.entries.last?.sequence else {
            return .alreadyCommitted(acked)
        }
        if last <= progress.committed { return .alreadyCommitted(acked) }
        if last <= progress.taken { return .alreadyTaken }
        let expected = max(progress.taken + 1, batch.oldest)
        guard hasRoom else { return .full(acked) }
        guard first <= expected else { return .gap(acked) }
        if let known = batch.entries.first(where: { $0.sequence == progress.taken }), let at = progress.takenAt,
            known.at != at
        {
            return .gap(acked)
        }
        let new = batch.entries.drop { $0.sequence <= progress.taken }
        let lost = expected - progress.taken - 1
        progress.taken = last
        progress.takenAt = batch.entries.last?.at
        store(progress)
        return .new(new, lost: lost)
    }

    /// Everything of `epoch` up to `entry` is in the store.
    ///
    /// - Returns: ``current``.
    mutating func commit(epoch: String, through entry: LedgerEntry) -> Acked? {
        guard var progress = progress(of: epoch) else { return current }
        if entry.sequence > progress.committed {
            progress.committed = entry.sequence
            progress.committedAt = entry.at
        }
        store(progress)
        return current
    }

    /// What waited for a commit will not be committed.
    mutating func rollBack() {
        epochs = epochs.map { Progress($0.epoch, committed: $0.committed, at: $0.committedAt) }
    }

    private func progress(of epoch: String) -> Progress? { epochs.last { $0.epoch == epoch } }

    private mutating func store(_ progress: Progress) {
        epochs.removeAll { $0.epoch == progress.epoch }
        epochs.append(progress)
        if epochs.count > StoredNode.maximumCursors { epochs.removeFirst() }
    }
}

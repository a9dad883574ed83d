internal import ClockDomain
internal import ClockWire

/// Keeps the stored position of each epoch of one node's ledger, and picks the new entries of a batch.
///
/// It accepts entries without gaps. It refuses a batch that starts beyond the next expected entry, and the node sends
/// again from there. It does not wait for entries that a node no longer keeps: another store acknowledged them, or this
/// one did before it was turned back to a backup.
///
/// A node whose state was turned back gives numbers twice. It notices by the `at` of an acknowledgement. Until it does,
/// the intake refuses entries that continue from another entry than the stored one.
struct LedgerIntake: Sendable {
    enum Verdict: Equatable {
        /// The new entries. `lost` counts entries before them that will never come.
        case new(ArraySlice<LedgerEntry>, lost: Int)
        /// The store has all of it.
        case alreadyCommitted(Acked)
        /// All of it waits for a commit.
        case alreadyTaken
        /// It starts too late; the store has the ledger up to here.
        case gap(Acked)
        /// There is no room for new entries; the store has the ledger up to here.
        case full(Acked)
    }

    private struct Progress {
        let epoch: String
        var committed: Int
        /// The instant at which the node wrote that entry, if known.
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

    /// Ascending by last progress, the current one at the end: a few at most.
    private var epochs: [Progress]

    /// - Parameter cursors: the stored positions, the current epoch's at the end.
    init(cursors: [Acked] = []) { epochs = cursors.map { Progress($0.epoch, committed: $0.sequence, at: $0.at) } }

    /// The position to acknowledge, retained, for the epoch that moved last; `nil` before the first entry.
    var current: Acked? { epochs.last { $0.committed > 0 }?.acked }

    /// - Parameter hasRoom: true if new entries may be accepted now.
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

    /// Records that the store has everything of `epoch` up to `entry`.
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

    /// Forgets the entries that waited for a failed commit.
    mutating func rollBack() { epochs = epochs.map { Progress($0.epoch, committed: $0.committed, at: $0.committedAt) } }

    private func progress(of epoch: String) -> Progress? { epochs.last { $0.epoch == epoch } }

    private mutating func store(_ progress: Progress) {
        epochs.removeAll { $0.epoch == progress.epoch }
        epochs.append(progress)
        if epochs.count > StoredNode.maximumCursors { epochs.removeFirst() }
    }
}

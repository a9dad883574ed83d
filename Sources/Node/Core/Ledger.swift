// The ledger's way to the store. The broker's acknowledgement of a message is not enough (the broker saves its own
// state rarely), so an entry stays here until the coordinator confirms that it is committed. The node sends
// unacknowledged entries again, oldest first; the coordinator drops those that it has, by (node, epoch, sequence).
//
// The node sends nothing before it is on its own disk: after a crash it would give the number to another entry, which
// the coordinator would drop as known. When the disk fails, the ledger goes on under an epoch that no disk knows.

internal import ClockDomain
public import ClockWire

/// The part of the ledger that must survive a crash.
public struct LedgerMemory: Hashable, Sendable {
    /// Names the sequence, see ``LedgerBatch/epoch``.
    public var epoch: String
    /// The sequence number that the next entry gets.
    public var nextSequence = 1
    /// Entries not yet acknowledged, ascending.
    public var pending: [LedgerEntry] = []

    public init(epoch: String) { self.epoch = epoch }
}

/// Records the outcome of everything due, until the coordinator has it.
struct Ledger: Sendable {
    /// The effect of an acknowledgement from the coordinator.
    enum Finding: Hashable, Sendable {
        /// Entries that were under way are with the coordinator.
        case acknowledged
        /// The coordinator has other entries under these numbers: the state was turned back. The ledger goes on under a
        /// new epoch, which the caller must save.
        case newEpoch
        /// The acknowledgement names another epoch.
        case foreign
    }

    private enum Connection: Sendable {
        case none
        /// Sending waits a moment for the retained acknowledgement.
        case held
        case open
    }

    private static let firstResend: Duration = .seconds(10)
    private static let longestResend: Duration = .seconds(60)
    /// The longest wait after connecting for the retained acknowledgement. Then entries are sent without it.
    private static let hold: Duration = .seconds(1)
    /// Entries under way at a time; the next ones follow when the coordinator has acknowledged these.
    static let maximumInFlight = 500
    /// Entries in one message: even with the longest details, all escaped, they fit its limit of bytes.
    static let batchEntries = 40

    private(set) var memory: LedgerMemory
    private var connection = Connection.none
    /// The last sequence number published on this connection; 0 to start over.
    private var sentThrough = 0
    /// The last sequence number that may be sent, as it is on the disk.
    private var storedThrough: Int
    /// False while an epoch is in use that no state on the disk names.
    private var isEpochStored = true
    private var resendDelay = Ledger.firstResend

    init(_ memory: LedgerMemory) {
        self.memory = memory
        storedThrough = memory.nextSequence - 1
    }

    /// The number of pending entries for the report. Zero for one: a line on its way to the store is not worth a
    /// report.
    var reportedCount: Int { memory.pending.count <= 1 ? 0 : memory.pending.count }

    /// Appends an entry. Drops the oldest when the coordinator has been away for longer than it keeps history.
    mutating func append(_ event: LedgerEvent, at instant: WallTime) {
        let at = instant.truncatedToMilliseconds.clampedToValid
        memory.pending.append(LedgerEntry(sequence: memory.nextSequence, at: at, event: event))
        memory.nextSequence += 1
        memory.pending.removeFirst(max(0, memory.pending.count - NodeState.maximumPending))
    }

    // MARK: The connection

    mutating func connected(at now: Now, _ out: inout Outlet) {
        connection = .held
        resendDelay = Ledger.firstResend
        out.set(.ledgerHold, .boot(now.boot + Ledger.hold))
    }

    mutating func disconnected(_ out: inout Outlet) {
        connection = .none
        out.cancel(.resend)
        out.cancel(.ledgerHold)
    }

    mutating func receive(_ acked: Acked, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet) -> Finding {
        guard acked.epoch == memory.epoch else { return .foreign }
        if acked.sequence >= memory.nextSequence || isAnotherEntry(acked) {
            out.log(
                .warning,
                "the node's stored state is an older copy: the coordinator has entry \(acked.sequence) of its ledger, and "
                    + "the state has not; the ledger goes on under a new epoch")
            startNewEpoch(&random)
            return .newEpoch
        }
        if let first = memory.pending.first {
            memory.pending.removeFirst(min(max(0, acked.sequence + 1 - first.sequence), memory.pending.count))
        }
        resendDelay = Ledger.firstResend
        // Not stored for its own sake: sending a committed entry again changes nothing.
        if memory.pending.isEmpty { out.cancel(.resend) } else { send(at: now, &out) }
        return .acknowledged
    }

    /// True when the coordinator has another entry under a number that this state has given.
    private func isAnotherEntry(_ acked: Acked) -> Bool {
        guard let at = acked.at, let first = memory.pending.first else { return false }
        let index = acked.sequence - first.sequence
        return memory.pending.indices.contains(index) && memory.pending[index].at != at
    }

    /// The coordinator has entries of this epoch that this state never wrote: the state was turned back (a restored
    /// card, a lost write). Its numbers are used up, so the pending entries get new numbers under another epoch.
    private mutating func startNewEpoch(_ random: inout SplitMix64) {
        memory.epoch = random.nextName()
        memory.pending = memory.pending.enumerated().map { index, entry in
            LedgerEntry(sequence: index + 1, at: entry.at, event: entry.event)
        }
        memory.nextSequence = memory.pending.count + 1
        sentThrough = 0
        storedThrough = 0
        isEpochStored = false
    }

    // MARK: The disk

    /// All entries are on the disk.
    mutating func stored(at now: Now, _ out: inout Outlet) {
        isEpochStored = true
        storedThrough = memory.nextSequence - 1
        send(at: now, &out)
    }

    /// The state cannot be saved. Under an epoch that is not on the disk no number can be given twice.
    mutating func storeFailed(at now: Now, _ random: inout SplitMix64, _ out: inout Outlet) {
        guard storedThrough < memory.nextSequence - 1 else { return }
        if isEpochStored { startNewEpoch(&random) }
        storedThrough = memory.nextSequence - 1
        send(at: now, &out)
    }

    // MARK: Sending

    /// The retained acknowledgement has come, or its time is over.
    mutating func release(at now: Now, _ out: inout Outlet) {
        guard case .held = connection else { return }
        out.cancel(.ledgerHold)
        connection = .open
        sentThrough = 0
        send(at: now, &out)
    }

    mutating func resend(at now: Now, _ out: inout Outlet) {
        resendDelay = min(resendDelay.doubled, Ledger.longestResend)
        sentThrough = 0
        send(at: now, &out)
    }

    /// Publishes the entries not sent on this connection, as far as the window of entries under way allows.
    private mutating func send(at now: Now, _ out: inout Outlet) {
        guard case .open = connection, let first = memory.pending.first else { return }
        // The sequences follow each other.
        let end = min(Ledger.maximumInFlight, storedThrough + 1 - first.sequence, memory.pending.count)
        let start = max(0, sentThrough + 1 - first.sequence)
        guard start < end else { return }
        sentThrough = first.sequence + end - 1
        var rest = memory.pending[start..<end]
        while !rest.isEmpty {
            let batch = rest.prefix(Ledger.batchEntries)
            out.emit(.publish(.ledger(LedgerBatch(epoch: memory.epoch, oldest: first.sequence, entries: Array(batch)))))
            rest = rest.dropFirst(batch.count)
        }
        out.set(.resend, .boot(now.boot + resendDelay))
    }
}

// The ledger's way to the store. The broker's word that it has a message is not enough (it saves its own state rarely),
// so an entry stays here until the coordinator says that it is committed. What is not acknowledged is sent again, from
// the first unacknowledged entry on; the coordinator drops what it knows by (node, epoch, sequence).
//
// Nothing is sent before it is on this node's disk: after a crash its number would be given to another entry, which the
// coordinator would take for known. When the disk fails, the ledger goes on under an epoch that no disk knows.

internal import ClockDomain
public import ClockWire

/// What of the ledger must not be forgotten over a crash.
public struct LedgerMemory: Hashable, Sendable {
    /// Names the sequence, see ``LedgerBatch/epoch``.
    public var epoch: String
    /// The sequence number that the next entry gets.
    public var nextSequence = 1
    /// Entries not yet acknowledged, ascending.
    public var pending: [LedgerEntry] = []

    public init(epoch: String) { self.epoch = epoch }
}

/// What became of everything due, until the coordinator has it.
struct Ledger: Sendable {
    /// What a word of the coordinator's has changed.
    enum Finding: Hashable, Sendable {
        /// Entries that were under way are with the coordinator.
        case acknowledged
        /// The coordinator has other entries under these numbers: the state was turned back. It goes on under a new epoch,
        /// which is to be saved.
        case newEpoch
        /// It is about another epoch.
        case foreign
    }

    private enum Connection: Sendable {
        case none
        /// The retained acknowledgement has its time to arrive, before anything is sent.
        case held
        case open
    }

    private static let firstResend: Duration = .seconds(10)
    private static let longestResend: Duration = .seconds(60)
    /// How long after connecting the retained acknowledgement may take before entries are sent without having seen it.
    private static let hold: Duration = .seconds(1)
    /// Entries under way at a time; the next ones go when these are acknowledged.
    static let maximumInFlight = 500
    /// Entries in one message: with the longest details, all of it to be escaped, they fit its limit of bytes.
    static let batchEntries = 40

    private(set) var memory: LedgerMemory
    private var connection = Connection.none
    /// The last sequence number published on this connection; 0 to start over.
    private var sentThrough = 0
    /// The last sequence number that may be sent, as it is on the disk.
    private var storedThrough: Int
    /// Whether a state with this epoch may be on the disk.
    private var isEpochStored = true
    private var resendDelay = Ledger.firstResend

    init(_ memory: LedgerMemory) {
        self.memory = memory
        storedThrough = memory.nextSequence - 1
    }

    /// How many entries the report tells of. Zero for one: a line on its way to the store is not worth a report.
    var reportedCount: Int { memory.pending.count <= 1 ? 0 : memory.pending.count }

    /// Appends an entry. The oldest go when a coordinator has been away for longer than it keeps history.
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

    mutating func receive(
        _ acked: Acked, at now: Now, _ random: inout SplitMix64, _ out: inout Outlet
    ) -> Finding {
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

    /// Whether the coordinator has another entry under a number that is given here.
    private func isAnotherEntry(_ acked: Acked) -> Bool {
        guard let at = acked.at, let first = memory.pending.first else { return false }
        let index = acked.sequence - first.sequence
        return memory.pending.indices.contains(index) && memory.pending[index].at != at
    }

    /// The coordinator has entries of this epoch that this state never wrote: the state was turned back (a restored
    /// card, a lost write). Its numbers are taken, so what is new here is counted anew under another name.
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

    /// The retained acknowledgement has come, or had its time to.
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

    /// Publishes what has not been sent on this connection, as far as the window of entries under way allows.
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

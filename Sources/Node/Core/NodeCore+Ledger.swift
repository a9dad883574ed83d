// The ledger's way to the store. The broker's word that it has a message is not enough (it saves its own state rarely),
// so an entry stays here until the coordinator says that it is committed. What is not acknowledged is sent again, from
// the first unacknowledged entry on; the coordinator drops what it knows by (node, epoch, sequence).
//
// Nothing is sent before it is on this node's disk: after a crash its number would be given to another entry, which the
// coordinator would take for known. When the disk fails, the ledger goes on under an epoch that no disk knows.

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    static let firstResend: Duration = .seconds(10)
    static let longestResend: Duration = .seconds(60)
    /// How long after connecting the retained acknowledgement may take before entries are sent without having seen it.
    static let ledgerHold: Duration = .seconds(1)
    /// Entries under way at a time; the next ones go when these are acknowledged.
    static let maximumInFlight = 500
    /// Entries in one message: with the longest details, all of it to be escaped, they fit its limit of bytes.
    static let batchEntries = 40

    mutating func connected(at now: Now, _ effects: inout [Effect]) {
        isConnected = true
        connectedAt = now.boot
        isLedgerReady = false
        lastReported = nil
        isReportDue = true
        exchangesSinceConnect = 0
        startExchangesOver()
        resendDelay = NodeCore.firstResend
        set(.ledgerHold, .boot(now.boot + NodeCore.ledgerHold), &effects)
        followAnew()
        exchange(at: now, &effects)
        packsConnected(at: now, &effects)
    }

    mutating func disconnected(at now: Now, _ effects: inout [Effect]) {
        noteContact(at: now)
        isConnected = false
        isLedgerReady = false
        outstandingExchange = nil
        followAnew()
        cancel(.exchange, &effects)
        cancel(.resend, &effects)
        cancel(.ledgerHold, &effects)
    }

    mutating func receive(_ acked: Acked, at now: Now, _ effects: inout [Effect]) {
        let shown = ledgerPendingReported
        defer { if ledgerPendingReported != shown { isReportDue = true } }
        if acked.epoch == state.epoch, acked.sequence >= state.nextSequence || isAnotherEntry(acked) {
            effects.append(
                .log(
                    .warning,
                    "the stored state is older than what the coordinator has seen of it (entry \(acked.sequence)); "
                        + "the ledger goes on under a new epoch"))
            startNewEpoch()
            save(at: now, &effects)
        } else if acked.epoch == state.epoch {
            if let first = state.pending.first {
                state.pending.removeFirst(min(max(0, acked.sequence + 1 - first.sequence), state.pending.count))
            }
            resendDelay = NodeCore.firstResend
            // Not stored for its own sake: sending a committed entry again changes nothing.
            if state.pending.isEmpty {
                cancel(.resend, &effects)
            } else if isLedgerReady {
                sendLedger(at: now, &effects)
            }
        }
        if !isLedgerReady { releaseLedger(at: now, &effects) }
    }

    /// Whether the coordinator has another entry under a number that is given here.
    private func isAnotherEntry(_ acked: Acked) -> Bool {
        guard let at = acked.at, let first = state.pending.first else { return false }
        let index = acked.sequence - first.sequence
        return state.pending.indices.contains(index) && state.pending[index].at != at
    }

    /// The coordinator has entries of this epoch that this state never wrote: the state was turned back (a restored
    /// card, a lost write). Its numbers are taken, so what is new here is counted anew under another name.
    private mutating func startNewEpoch() {
        state.epoch = random.nextName()
        state.pending = state.pending.enumerated().map { index, entry in
            LedgerEntry(sequence: index + 1, at: entry.at, event: entry.event)
        }
        state.nextSequence = state.pending.count + 1
        sentThrough = 0
        storedThrough = 0
        isEpochStored = false
    }

    /// The state cannot be saved. Under an epoch that is not on the disk no number can be given twice.
    mutating func sendUnstoredLedger(at now: Now, _ effects: inout [Effect]) {
        guard storedThrough < state.nextSequence - 1 else { return }
        if isEpochStored { startNewEpoch() }
        storedThrough = state.nextSequence - 1
        sendLedger(at: now, &effects)
    }

    mutating func releaseLedger(at now: Now, _ effects: inout [Effect]) {
        guard isConnected else { return }
        cancel(.ledgerHold, &effects)
        isLedgerReady = true
        sentThrough = 0
        sendLedger(at: now, &effects)
    }

    mutating func resendLedger(at now: Now, _ effects: inout [Effect]) {
        resendDelay = min(resendDelay.doubled, NodeCore.longestResend)
        sentThrough = 0
        sendLedger(at: now, &effects)
    }

    /// Publishes what has not been sent on this connection, as far as the window of entries under way allows.
    mutating func sendLedger(at now: Now, _ effects: inout [Effect]) {
        guard isConnected, isLedgerReady, let first = state.pending.first else { return }
        // The sequences follow each other.
        let end = min(NodeCore.maximumInFlight, storedThrough + 1 - first.sequence, state.pending.count)
        let start = max(0, sentThrough + 1 - first.sequence)
        guard start < end else { return }
        sentThrough = first.sequence + end - 1
        var rest = state.pending[start..<end]
        while !rest.isEmpty {
            let batch = rest.prefix(NodeCore.batchEntries)
            effects.append(
                .publishLedger(LedgerBatch(epoch: state.epoch, oldest: first.sequence, entries: Array(batch))))
            rest = rest.dropFirst(batch.count)
        }
        set(.resend, .boot(now.boot + resendDelay), &effects)
    }
}

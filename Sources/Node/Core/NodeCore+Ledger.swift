// The ledger's way to the store. The broker's word that it has a message is not enough (it saves its own state rarely),
// so an entry stays here until the coordinator says that it is committed. What is not acknowledged is sent again, from
// the first unacknowledged entry on; the coordinator drops what it knows by (node, epoch, sequence).

internal import ClockDomain
internal import ClockWire

extension NodeCore {
    static let firstResend: Duration = .seconds(10)
    static let longestResend: Duration = .seconds(60)
    /// How long after connecting the retained acknowledgement may take before entries are sent without having seen it.
    static let ledgerHold: Duration = .seconds(1)
    /// Entries under way at a time; the next ones go when these are acknowledged.
    static let maximumInFlight = 5 * LedgerBatch.maximumEntries

    mutating func connected(at now: Now, _ effects: inout [Effect]) {
        isConnected = true
        isLedgerReady = false
        lastReported = nil
        exchangesSinceConnect = 0
        resendDelay = NodeCore.firstResend
        set(.ledgerHold, .boot(now.boot + NodeCore.ledgerHold), &effects)
        exchange(at: now, &effects)
    }

    mutating func disconnected(_ effects: inout [Effect]) {
        isConnected = false
        isLedgerReady = false
        outstandingExchange = nil
        cancel(.exchange, &effects)
        cancel(.resend, &effects)
        cancel(.ledgerHold, &effects)
    }

    mutating func receive(_ acked: Acked, at now: Now, _ effects: inout [Effect]) {
        if acked.epoch == state.epoch, acked.sequence >= state.nextSequence {
            startNewEpoch(knownAcked: acked.sequence, &effects)
        } else if acked.epoch == state.epoch {
            state.pending.removeAll { $0.sequence <= acked.sequence }
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

    /// The coordinator has entries of this epoch that this state never wrote: the state was turned back (a restored
    /// card, a lost write). Its numbers are taken, so what is new here is counted anew under another name.
    private mutating func startNewEpoch(knownAcked: Int, _ effects: inout [Effect]) {
        effects.append(
            .log(
                .warning,
                "the stored state is older than what the coordinator has seen of it (entry \(knownAcked)); "
                    + "the ledger goes on under a new epoch"))
        state.epoch = random.nextName()
        state.pending = state.pending.enumerated().map { index, entry in
            LedgerEntry(sequence: index + 1, at: entry.at, event: entry.event)
        }
        state.nextSequence = state.pending.count + 1
        sentThrough = 0
        save(&effects)
    }

    mutating func releaseLedger(at now: Now, _ effects: inout [Effect]) {
        guard isConnected else { return }
        cancel(.ledgerHold, &effects)
        isLedgerReady = true
        sentThrough = 0
        sendLedger(at: now, &effects)
    }

    mutating func resendLedger(at now: Now, _ effects: inout [Effect]) {
        resendDelay = min(resendDelay * 2, NodeCore.longestResend)
        sentThrough = 0
        sendLedger(at: now, &effects)
    }

    /// Publishes what has not been sent on this connection, as far as the window of entries under way allows.
    mutating func sendLedger(at now: Now, _ effects: inout [Effect]) {
        guard isConnected, isLedgerReady, let first = state.pending.first else { return }
        let window = first.sequence..<(first.sequence + NodeCore.maximumInFlight)
        var rest = state.pending.filter { $0.sequence > sentThrough && window.contains($0.sequence) }[...]
        guard let last = rest.last else { return }
        sentThrough = last.sequence
        while !rest.isEmpty {
            let batch = rest.prefix(LedgerBatch.maximumEntries)
            effects.append(.publishLedger(LedgerBatch(epoch: state.epoch, entries: Array(batch))))
            rest = rest.dropFirst(batch.count)
        }
        set(.resend, .boot(now.boot + resendDelay), &effects)
    }
}

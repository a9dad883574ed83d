public import ClockDomain
public import ClockWire

/// The reports of a node that a benchmark plays.
public struct PlayedNode: Sendable {
    public static let epoch = "bench"

    public let id: NodeID
    private let newest: WallTime

    /// - Parameter newest: the first entry's quarter hour; each later entry is about the quarter hour before it.
    public init(_ id: NodeID, newest: WallTime) {
        self.id = id
        self.newest = newest
    }

    /// Reports that it holds no store's definitions. The coordinator acknowledges nothing of a node before such a
    /// report.
    public var reported: Reported {
        Reported(
            instance: id.rawValue, version: "bench", started: newest, zone: "UTC",
            clock: ClockReport(trusted: true, reason: "bench", offsetMilliseconds: nil, delayMilliseconds: nil),
            store: nil, revision: 0, settings: .standard, audio: AudioReport(device: "default", state: .ok),
            voice: VoiceReport(name: "english", problems: []), next: nil, last: nil, ledgerPending: 0, problem: nil)
    }

    /// A ledger message with the entries of `sequences`.
    public func batch(_ sequences: ClosedRange<Int>) -> LedgerBatch {
        LedgerBatch(epoch: Self.epoch, oldest: 1, entries: sequences.map(entry))
    }

    private func entry(_ sequence: Int) -> LedgerEntry {
        let target = newest - QuarterHour.length * (sequence - 1)
        let record = QuarterRecord(
            target: target, outcome: .announced, source: .wake, wakeLatencyMilliseconds: 3, onsetErrorMicroseconds: -2,
            trips: 13)
        return LedgerEntry(sequence: sequence, at: target + .milliseconds(4_112), event: .quarter(record))
    }
}

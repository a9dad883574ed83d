internal import ClockDomain
internal import ClockWire

/// The ledger of one node in a ``MemoryStore``.
struct MemoryLedger: Sendable {
    struct QuarterLine: Sendable {
        var record: QuarterRecord
        /// The instant at which the node's entry arrived; `nil` for the coordinator's line.
        var received: WallTime?

        var isOfNode: Bool { received != nil }
    }

    struct OccurrenceLine: Sendable {
        var record: RingRecord
        /// As in a quarter hour's line.
        var received: WallTime?

        var isOfNode: Bool { received != nil }
    }

    struct SoundLine: Sendable {
        var record: SoundRecord
        /// As in a quarter hour's line.
        var received: WallTime?
    }

    var quarters = OrderedLines<WallTime, QuarterLine>()
    var rings = OrderedLines<Occurrence, OccurrenceLine>()
    /// Sounds of one instant by order.
    var sounds = OrderedLines<SoundKey, SoundLine>()
    /// The instant of the first receipt of each entry, by epoch and sequence.
    var received: [String: OrderedLines<Int, WallTime>] = [:]

    /// Sounds in the history's order.
    struct SoundKey: Comparable, Sendable {
        var target: WallTime
        var order: String

        static func < (a: SoundKey, b: SoundKey) -> Bool { (a.target, b.order) < (b.target, a.order) }
    }

    /// The instant of the oldest line that a purge by age may delete.
    var oldest: WallTime? {
        let first = received.values.compactMap { times in times.keys.compactMap { times[$0] }.min() }.min()
        return [quarters.keys.first, rings.keys.first?.due, sounds.keys.first?.target, first].compactMap(\.self).min()
    }

    mutating func insert(_ entry: LedgerEntry, epoch: String, received at: WallTime) {
        Self.record(at, ofEntry: entry.sequence, in: &received[epoch, default: OrderedLines()])
        switch entry.event {
        case .quarter(let record):
            guard quarters[record.target]?.isOfNode != true else { return }
            quarters[record.target] = QuarterLine(record: record, received: at)
        case .ring(let record):
            if case .timer = record.occurrence.source {
                let known = rings.keys.filter { $0.source == record.occurrence.source }
                for occurrence in known where rings[occurrence]?.isOfNode == false { rings[occurrence] = nil }
            }
            guard rings[record.occurrence]?.isOfNode != true else { return }
            rings[record.occurrence] = OccurrenceLine(record: record, received: at)
        case .sound(let record): insert(record, received: at)
        case .unknown: break
        }
    }

    /// Stores the line of an order to sound.
    ///
    /// - Parameter at: as ``SoundLine/received``.
    mutating func insert(_ record: SoundRecord, received at: WallTime? = nil) {
        if let known = sounds.keys.first(where: { $0.order == record.order }) {
            guard sounds[known]?.received == nil else { return }
            sounds[known] = nil
        }
        sounds[SoundKey(target: record.target, order: record.order)] = SoundLine(record: record, received: at)
    }

    private static func record(_ time: WallTime, ofEntry sequence: Int, in times: inout OrderedLines<Int, WallTime>) {
        if times[sequence] == nil { times[sequence] = time }
    }

    /// Deletes the times of receipt of entries, and an epoch that has none left.
    mutating func forget(_ sequences: Set<Int>, of epoch: String) {
        received[epoch]?.filter { sequence, _ in !sequences.contains(sequence) }
        if received[epoch]?.keys.isEmpty == true { received[epoch] = nil }
    }

    /// Writes the lines that the node left out.
    mutating func close(_ closing: QuarterClosing, _ absence: QuarterClosing.Absence) {
        var target = closing.after + QuarterHour.length
        while target <= closing.through {
            if absence.firstSeen < target, quarters[target] == nil {
                let record = QuarterRecord(
                    target: target, outcome: .absent, reason: absence.reason, detail: absence.detail)
                quarters[target] = QuarterLine(record: record)
            }
            target = target + QuarterHour.length
        }
    }

    /// As ``close(_:_:)``, for one occurrence.
    mutating func close(_ absence: RingRecord) {
        let occurrence = absence.occurrence
        let hasLine =
            switch occurrence.source {
            case .alarm: rings[occurrence] != nil
            case .timer: rings.keys.contains { $0.source == occurrence.source && $0.due >= occurrence.due }
            }
        if !hasLine { rings[occurrence] = OccurrenceLine(record: absence) }
    }
}

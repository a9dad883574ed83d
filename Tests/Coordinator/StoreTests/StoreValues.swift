import ClockCoordinatorCore
import ClockDomain
import ClockWire

let kitchen = NodeID("kitchen")!
let bedroom = NodeID("bedroom")!

/// `HH:MM:SS` of 2026-11-21 or a whole date-time, UTC.
func instant(_ text: String) -> WallTime {
    guard let time = WallTime(rfc3339: text.contains("T") ? text : "2026-11-21T\(text)Z") else {
        preconditionFailure("\(text) is not a time")
    }
    return time
}

func announced(_ target: String) -> QuarterRecord {
    QuarterRecord(target: instant(target), outcome: .announced, source: .wake, onsetErrorMicroseconds: 7, trips: 3)
}

func entry(_ sequence: Int, _ target: String = "18:00:00") -> LedgerEntry {
    LedgerEntry(sequence: sequence, at: instant(target), event: .quarter(announced(target)))
}

extension NodeDefinition {
    static func plain(_ id: NodeID) -> NodeDefinition {
        NodeDefinition(
            id: id, firstSeen: instant("2026-11-01T00:00:00Z"), room: id.rawValue, settings: .standard, revision: 1)
    }
}

extension StoreOperation {
    static func append(_ node: NodeID, _ entries: [LedgerEntry], epoch: String = "e1") -> StoreOperation {
        .appendLedger(node, epoch: epoch, entries, received: instant("18:20:00"))
    }

    static func close(_ after: String, _ through: String, _ node: NodeID, _ reason: QuarterReason) -> StoreOperation {
        .closeQuarters(
            QuarterClosing(
                after: instant(after), through: instant(through),
                absences: [.init(node: node, firstSeen: instant("2026-11-01T00:00:00Z"), reason: reason, detail: nil)]))
    }
}

/// The node's line for an occurrence that was stopped.
func ringEntry(_ sequence: Int, _ source: String, _ due: String) -> LedgerEntry {
    LedgerEntry(
        sequence: sequence, at: instant(due),
        event: .ring(
            RingRecord(
                occurrence: Occurrence(source: RingSource(source)!, due: instant(due)), label: source, outcome: .rang,
                reason: .stopped, rangAt: instant(due), endedAt: instant(due) + .seconds(9))))
}

func soundEntry(_ sequence: Int, _ order: String, _ target: String) -> LedgerEntry {
    LedgerEntry(
        sequence: sequence, at: instant(target),
        event: .sound(
            SoundRecord(
                order: order, sound: Digest(of: [1]), label: order, target: instant(target), outcome: .played)))
}

func absence(_ node: NodeID, _ source: String, _ due: String) -> RingAbsence {
    RingAbsence(
        node: node,
        record: RingRecord(
            occurrence: Occurrence(source: RingSource(source)!, due: instant(due)), label: source, outcome: .absent,
            reason: .offline, detail: "offline since yesterday", endedAt: instant("18:00:00")))
}

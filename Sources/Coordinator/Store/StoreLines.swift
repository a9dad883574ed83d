internal import ClockDomain

// Reads lines of the history from rows.

extension NodeID {
    init(_ row: any StoreRow) throws {
        let name = try row.text("node")
        guard let node = NodeID(name) else { throw UnreadableRow("line of node \(name)") }
        self = node
    }
}

extension QuarterRecord {
    init(_ row: any StoreRow) throws {
        let target = WallTime(seconds: try row.number("target_s"))
        let outcomeName = try row.text("outcome")
        guard let outcome = QuarterOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("quarter hour \(target) with outcome \(outcomeName)")
        }
        self.init(
            target: target, outcome: outcome,
            reason: row.text(optional: "reason").flatMap(QuarterReason.init(rawValue:)),
            detail: row.text(optional: "detail"),
            source: row.text(optional: "source").flatMap(WakeSource.init(rawValue:)),
            wakeLatencyMilliseconds: row.number(optional: "wake_latency_ms"),
            onsetErrorMicroseconds: row.number(optional: "onset_error_us"), trips: row.number(optional: "trips"))
    }
}

extension RingSource {
    /// The values in the columns `kind` and `number`, in the order of ``RingSource``.
    var row: (kind: String, number: Int) {
        switch self {
        case .alarm(let id): ("alarm", id.row)
        case .timer(let id): ("timer", id.row)
        }
    }
}

extension Occurrence {
    init(_ row: any StoreRow) throws {
        let (kind, number): (String, Int) = (try row.text("kind"), try row.number("number"))
        let source: RingSource
        switch (kind, AlarmID(row: number), TimerID(row: number)) {
        case ("alarm", let id?, _): source = .alarm(id)
        case ("timer", _, let id?): source = .timer(id)
        default: throw UnreadableRow("line of \(kind) \(number)")
        }
        self.init(source: source, due: WallTime(nanoseconds: try row.number("due_ns")))
    }
}

extension RingRecord {
    init(_ row: any StoreRow) throws {
        let (outcomeName, reasonName) = (try row.text("outcome"), try row.text("reason"))
        guard let outcome = RingOutcome(rawValue: outcomeName), let reason = RingReason(rawValue: reasonName) else {
            let due = WallTime(nanoseconds: try row.number("due_ns"))
            throw UnreadableRow("occurrence \(due) with \(outcomeName), \(reasonName)")
        }
        self.init(
            occurrence: try Occurrence(row), label: try row.text("label"), outcome: outcome, reason: reason,
            detail: row.text(optional: "detail"),
            rangAt: row.number(optional: "rang_at_ns").map(WallTime.init(nanoseconds:)),
            endedAt: WallTime(nanoseconds: try row.number("ended_at_ns")), snoozes: try row.number("snoozes"),
            onsetErrorMicroseconds: row.number(optional: "onset_error_us"),
            silentMilliseconds: try row.number("silent_ms"), by: row.text(optional: "stopped_by"))
    }
}

extension SoundRecord {
    init(_ row: any StoreRow) throws {
        let (order, soundName, outcomeName) = (try row.text("play"), try row.text("sound"), try row.text("outcome"))
        let sound = Digest(soundName)
        guard sound != nil || soundName.isEmpty, let outcome = SoundOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("sound \(order) of \(soundName) with outcome \(outcomeName)")
        }
        self.init(
            order: order, sound: sound, label: try row.text("label"),
            target: WallTime(nanoseconds: try row.number("target_ns")), outcome: outcome,
            reason: row.text(optional: "reason").flatMap(SoundReason.init(rawValue:)),
            detail: row.text(optional: "detail"), onsetErrorMicroseconds: row.number(optional: "onset_error_us"))
    }
}

internal import ClockDomain
internal import GRDB

// The lines of sounds that people had played.

extension Database {
    /// An order has one line on a node; another one, of a node that was turned back to an older state, changes nothing.
    func project(_ record: SoundRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        try cachedStatement(
            sql: """
                INSERT INTO sound (node, play, target_ns, sound, label, outcome, reason, detail, onset_error_us, epoch,
                    sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (node, play) DO NOTHING
                """
        ).execute(arguments: [
            node.rawValue, record.order, record.target.nanoseconds, record.sound.description, record.label,
            record.outcome.rawValue, record.reason?.rawValue, record.detail, record.onsetErrorMicroseconds, epoch,
            sequence,
        ])
    }
}

extension SoundRecord {
    init(row: Row) throws {
        let order: String = row["play"]
        let soundName: String = row["sound"]
        let outcomeName: String = row["outcome"]
        let reasonName: String? = row["reason"]
        guard let sound = Digest(soundName), let outcome = SoundOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("sound \(order) of \(soundName) with outcome \(outcomeName)")
        }
        self.init(
            order: order, sound: sound, label: row["label"], target: WallTime(nanoseconds: row["target_ns"]),
            outcome: outcome, reason: reasonName.flatMap(SoundReason.init(rawValue:)), detail: row["detail"],
            onsetErrorMicroseconds: row["onset_error_us"])
    }
}

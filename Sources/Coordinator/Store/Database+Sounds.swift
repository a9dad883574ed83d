internal import ClockDomain
internal import GRDB

// Stores the lines of sounds that people ordered.

extension Database {
    /// Writes a node's only line of an order. It replaces the coordinator's, whose epoch is empty.
    /// Another line, from a node that was turned back to an older state, changes nothing.
    func project(_ record: SoundRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        try cachedStatement(
            sql: """
                INSERT INTO sound (node, play, target_ns, sound, label, outcome, reason, detail, onset_error_us, epoch,
                    sequence) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
                WHERE EXISTS (SELECT * FROM node WHERE id = ?1)
                ON CONFLICT (node, play) DO UPDATE SET target_ns = excluded.target_ns, sound = excluded.sound,
                    label = excluded.label, outcome = excluded.outcome, reason = excluded.reason,
                    detail = excluded.detail, onset_error_us = excluded.onset_error_us, epoch = excluded.epoch,
                    sequence = excluded.sequence
                WHERE sound.epoch = ''
                """
        ).execute(arguments: [
            node.rawValue, record.order, record.target.nanoseconds, record.sound?.description ?? "", record.label,
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
        let sound = Digest(soundName)
        guard sound != nil || soundName.isEmpty, let outcome = SoundOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("sound \(order) of \(soundName) with outcome \(outcomeName)")
        }
        self.init(
            order: order, sound: sound, label: row["label"], target: WallTime(nanoseconds: row["target_ns"]),
            outcome: outcome, reason: reasonName.flatMap(SoundReason.init(rawValue:)), detail: row["detail"],
            onsetErrorMicroseconds: row["onset_error_us"])
    }
}

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

// The lines of occurrences.

extension Database {
    private static let columns = """
        node, kind, number, due_ns, label, outcome, reason, detail, rang_at_ns, ended_at_ns, snoozes, onset_error_us,
        silent_ms, stopped_by, epoch, sequence
        """

    /// Writes a node's line. It replaces the coordinator's, but never another one of a node. The coordinator may have
    /// another instant for the end of a timer.
    func project(_ record: RingRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        if case .timer(let id) = record.occurrence.source {
            try cachedStatement(
                sql: "DELETE FROM ring WHERE kind = 'timer' AND number = ? AND node = ? AND epoch IS NULL"
            ).execute(arguments: [id.row, node.rawValue])
        }
        try cachedStatement(
            sql: """
                INSERT INTO ring (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (kind, number, node, due_ns) DO UPDATE SET label = excluded.label,
                    outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
                    rang_at_ns = excluded.rang_at_ns, ended_at_ns = excluded.ended_at_ns, snoozes = excluded.snoozes,
                    onset_error_us = excluded.onset_error_us, silent_ms = excluded.silent_ms,
                    stopped_by = excluded.stopped_by, epoch = excluded.epoch, sequence = excluded.sequence
                WHERE ring.epoch IS NULL
                """
        ).execute(arguments: record.arguments(of: node, epoch: epoch, sequence: sequence))
    }

    func close(_ absences: [RingAbsence], through: WallTime?) throws {
        let insert = try cachedStatement(
            sql: """
                INSERT INTO ring (\(Self.columns))
                SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16
                WHERE EXISTS (SELECT * FROM node WHERE id = ?1) AND NOT EXISTS (
                    SELECT * FROM ring WHERE kind = ?2 AND number = ?3 AND node = ?1
                        AND due_ns >= ?4 AND (kind = 'timer' OR due_ns = ?4))
                """)
        for absence in absences {
            try insert.execute(arguments: absence.record.arguments(of: absence.node, epoch: nil, sequence: nil))
        }
        if let through {
            try execute(sql: "UPDATE site SET rings_closed_through_ns = ?", arguments: [through.nanoseconds])
        }
    }
}

extension RingSource {
    /// The value in the column `kind`; in the order of ``RingSource``.
    var kind: String {
        switch self {
        case .alarm: "alarm"
        case .timer: "timer"
        }
    }

    /// The value in the column `number`.
    var row: Int {
        switch self {
        case .alarm(let id): id.row
        case .timer(let id): id.row
        }
    }

    /// - Parameters: as in the columns.
    init(kind: String, row: Int) throws {
        switch (kind, AlarmID(row: row), TimerID(row: row)) {
        case ("alarm", let id?, _): self = .alarm(id)
        case ("timer", _, let id?): self = .timer(id)
        default: throw UnreadableRow("line of \(kind) \(row)")
        }
    }
}

extension RingRecord {
    fileprivate func arguments(of node: NodeID, epoch: String?, sequence: Int?) -> StatementArguments {
        [
            node.rawValue, occurrence.source.kind, occurrence.source.row, occurrence.due.nanoseconds, label,
            outcome.rawValue, reason.rawValue, detail, rangAt?.nanoseconds, endedAt.nanoseconds, snoozes,
            onsetErrorMicroseconds, silentMilliseconds, by, epoch, sequence,
        ]
    }

    init(row: Row) throws {
        let due: Int64 = row["due_ns"]
        let outcomeName: String = row["outcome"]
        let reasonName: String = row["reason"]
        let rangAt: Int64? = row["rang_at_ns"]
        guard let outcome = RingOutcome(rawValue: outcomeName), let reason = RingReason(rawValue: reasonName) else {
            throw UnreadableRow("occurrence \(WallTime(nanoseconds: due)) with \(outcomeName), \(reasonName)")
        }
        self.init(
            occurrence: Occurrence(
                source: try RingSource(kind: row["kind"], row: row["number"]), due: WallTime(nanoseconds: due)),
            label: row["label"],
            outcome: outcome, reason: reason, detail: row["detail"],
            rangAt: rangAt.map { WallTime(nanoseconds: $0) }, endedAt: WallTime(nanoseconds: row["ended_at_ns"]),
            snoozes: row["snoozes"], onsetErrorMicroseconds: row["onset_error_us"],
            silentMilliseconds: row["silent_ms"], by: row["stopped_by"])
    }
}

extension RingLine {
    /// Returns the lines of these sources, and those due after an instant in nanoseconds, ordered by node and
    /// occurrence.
    static func all(of sources: [RingSource], after due: Int64?, from database: Database) throws -> [RingLine] {
        let columns = "SELECT node, kind, number, due_ns, epoch FROM ring"
        let statement = try database.cachedStatement(sql: "\(columns) WHERE kind = ? AND number = ?")
        var rows = try sources.flatMap { try Row.fetchAll(statement, arguments: [$0.kind, $0.row]) }
        if let due { rows += try Row.fetchAll(database, sql: "\(columns) WHERE due_ns > ?", arguments: [due]) }
        return try Set(rows.map(RingLine.init(row:))).sorted { ($0.node, $0.occurrence) < ($1.node, $1.occurrence) }
    }

    private init(row: Row) throws {
        let name: String = row["node"]
        let epoch: String? = row["epoch"]
        guard let node = NodeID(name) else { throw UnreadableRow("line of node \(name)") }
        self.init(
            node: node,
            occurrence: Occurrence(
                source: try RingSource(kind: row["kind"], row: row["number"]),
                due: WallTime(nanoseconds: row["due_ns"])),
            isOfNode: epoch != nil)
    }
}

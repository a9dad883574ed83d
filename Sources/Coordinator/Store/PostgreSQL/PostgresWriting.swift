internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

/// Builds the statements of a commit's operations, in their order. None needs the answer to another, so all can be on
/// their way at once.
struct PostgresWriting {
    private(set) var statements: [PostgresStatement] = []
    /// The indices of the statements that answer with the number of purged lines, and their limits.
    private(set) var purges: [(index: Int, limit: Int)] = []

    /// Ends the transaction with an error unless the writer still has the lease, and notes the commit's number in it.
    /// So a coordinator that stood still for a while, or whose connection came back, changes nothing. A commit also
    /// renews the lease: during a long one, nothing else can.
    static let fence = """
        WITH mine AS (
            UPDATE lease SET last_commit = $2::bigint, renewals = renewals + 1,
                expires = clock_timestamp() + \(PostgresLease.term)
            WHERE generation = $1::bigint RETURNING 1
        )
        SELECT 1 / count(*) FROM mine
        """

    private mutating func add(_ sql: String, _ values: [(any PostgresValue)?]) {
        statements.append(PostgresStatement(sql: sql, values: values.map { $0?.postgres }))
    }

    mutating func add(_ operation: StoreOperation) throws {
        switch operation {
        case .beginGeneration(let generation): add("UPDATE site SET generation = $1", [generation.description])
        case .saveDefinition(let definition): try save(definition)
        case .saveAvailability(let node, let availability, let since):
            add(
                "UPDATE node SET availability = $1, availability_since_ns = $2 WHERE id = $3",
                [availability.rawValue, since.nanoseconds, node.rawValue])
        case .saveZone(let node, let zone): add("UPDATE node SET zone = $1 WHERE id = $2", [zone, node.rawValue])
        case .appendLedger(let node, let epoch, let entries, let received):
            try append(entries, epoch: epoch, of: node, received: received)
        case .closeQuarters(let closing): close(closing)
        case .reopenQuarters(let after):
            add("DELETE FROM quarter WHERE target_s > $1 AND epoch IS NULL", [after.seconds])
            add(
                """
                UPDATE site SET closed_through_s = least(closed_through_s, $1::bigint)
                WHERE closed_through_s IS NOT NULL
                """, [after.seconds])
        case .closeRings(let absences, let through): close(absences, through: through)
        case .noteSounds(let lines): for line in lines { project(line.record, of: line.node, epoch: "", sequence: 0) }
        case .reopenRings(let after):
            add("DELETE FROM ring WHERE due_ns > $1 AND epoch IS NULL", [after.nanoseconds])
            add(
                """
                UPDATE site SET rings_closed_through_ns = least(rings_closed_through_ns, $1::bigint)
                WHERE rings_closed_through_ns IS NOT NULL
                """, [after.nanoseconds])
        case .saveObject(let object): try save(object)
        case .removeObject(let id): remove(id)
        case .saveNumbers(let numbers):
            add(
                """
                UPDATE site SET last_alarm = $1, last_timer = $2, last_stopwatch = $3, last_change = $4,
                    holidays_through = $5
                """,
                [
                    numbers.lastAlarm, numbers.lastTimer, numbers.lastStopwatch, numbers.lastChange,
                    numbers.holidaysThrough?.iso8601,
                ])
        case .saveChange(let event, let limits):
            add(
                """
                INSERT INTO change (number, at_ns, event) VALUES ($1, $2, $3)
                ON CONFLICT (number) DO UPDATE SET at_ns = excluded.at_ns, event = excluded.event
                """, [event.number, event.at.nanoseconds, try StoreJSON.text(event)])
            guard let limits else { break }
            add(
                """
                DELETE FROM change WHERE number <= (SELECT max(number) FROM (
                    SELECT number, row_number() OVER newest AS place, sum(octet_length(event)) OVER newest AS bytes
                    FROM change WINDOW newest AS (ORDER BY number DESC)
                ) AS sizes WHERE place > $1::bigint OR bytes > $2::bigint)
                """, [limits.count, limits.bytes])
        case .saveScore(let score):
            add(
                """
                INSERT INTO score (learner, list, word, box, known, missed, last_ns) VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (learner, list, word) DO UPDATE SET box = excluded.box, known = excluded.known,
                    missed = excluded.missed, last_ns = excluded.last_ns
                """,
                [
                    score.key.learner, score.key.list, score.key.word, score.box.rawValue, score.known, score.missed,
                    score.last.nanoseconds,
                ])
        case .saveWithdrawn(let sounds): add("UPDATE site SET withdrawn = $1", [try StoreJSON.text(sounds)])
        case .saveNotices(let state): add("UPDATE site SET notices = $1", [try StoreJSON.text(state)])
        case .forget(let node): add("DELETE FROM node WHERE id = $1", [node.rawValue])
        case .purge(let before, let ahead, let limit): purge(before: before, ahead: ahead, limit: limit)
        case .probe(let at): add("UPDATE site SET probed_ns = $1", [at.nanoseconds])
        }
    }

    private mutating func save(_ definition: NodeDefinition) throws {
        add(
            """
            INSERT INTO node (id, first_seen_ns, room, revision, settings, packs, replaces, lineage)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (id) DO UPDATE SET first_seen_ns = excluded.first_seen_ns, room = excluded.room,
                revision = excluded.revision, settings = excluded.settings, packs = excluded.packs,
                replaces = excluded.replaces, lineage = excluded.lineage
            """,
            [
                definition.id.rawValue, definition.firstSeen.nanoseconds, definition.room, definition.revision,
                try StoreJSON.text(definition.settings), try StoreJSON.text(definition.packs),
                try StoreJSON.text(definition.replaces), try StoreJSON.text(definition.lineage),
            ])
    }

    // MARK: Ledgers

    private mutating func append(
        _ entries: [LedgerEntry], epoch: String, of node: NodeID, received: WallTime
    ) throws {
        for entry in entries {
            add(
                """
                INSERT INTO ledger (node, epoch, sequence, at_ns, received_ns, kind, entry)
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (node, epoch, sequence) DO NOTHING
                """,
                [
                    node.rawValue, epoch, entry.sequence, entry.at.nanoseconds, received.nanoseconds, entry.kind,
                    try StoreJSON.text(entry),
                ])
            switch entry.event {
            case .quarter(let record): project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .ring(let record): project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .sound(let record): project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .unknown: break
            }
        }
        guard let last = entries.last else { return }
        add(
            """
            INSERT INTO cursor (node, epoch, sequence, moved)
            VALUES ($1, $2, $3, (SELECT coalesce(max(moved), 0) + 1 FROM cursor WHERE node = $1))
            ON CONFLICT (node, epoch) DO UPDATE
            SET sequence = greatest(cursor.sequence, excluded.sequence), moved = excluded.moved
            """, [node.rawValue, epoch, last.sequence])
        add(
            """
            DELETE FROM cursor WHERE node = $1 AND moved <=
                (SELECT moved FROM cursor WHERE node = $1 ORDER BY moved DESC LIMIT 1 OFFSET $2::bigint)
            """, [node.rawValue, StoredNode.maximumCursors])
    }

    /// Writes a node's line. It replaces the coordinator's, but never another one of a node.
    private mutating func project(_ record: QuarterRecord, of node: NodeID, epoch: String, sequence: Int) {
        add(
            """
            INSERT INTO quarter (node, target_s, outcome, reason, detail, source, wake_latency_ms, onset_error_us,
                trips, epoch, sequence) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (node, target_s) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
                detail = excluded.detail, source = excluded.source, wake_latency_ms = excluded.wake_latency_ms,
                onset_error_us = excluded.onset_error_us, trips = excluded.trips, epoch = excluded.epoch,
                sequence = excluded.sequence
            WHERE quarter.epoch IS NULL
            """,
            [
                node.rawValue, record.target.seconds, record.outcome.rawValue, record.reason?.rawValue, record.detail,
                record.source?.rawValue, record.wakeLatencyMilliseconds, record.onsetErrorMicroseconds, record.trips,
                epoch, sequence,
            ])
    }

    private mutating func close(_ closing: QuarterClosing) {
        let length = QuarterHour.length.nanoseconds / 1_000_000_000
        for absence in closing.absences {
            // In the order of the table's key.
            let first = max(closing.after, QuarterHour.atOrBefore(absence.firstSeen)).seconds + length
            add(
                """
                INSERT INTO quarter (node, target_s, outcome, reason, detail)
                SELECT $4::text, target, $5::text, $6::text, $7::text
                FROM generate_series($1::bigint, $2::bigint, $3::bigint) AS target
                ON CONFLICT (node, target_s) DO NOTHING
                """,
                [
                    first, closing.through.seconds, length, absence.node.rawValue, QuarterOutcome.absent.rawValue,
                    absence.reason.rawValue, absence.detail,
                ])
        }
        add("UPDATE site SET closed_through_s = $1", [closing.through.seconds])
    }

    private static let ringColumns = """
        node, kind, number, due_ns, label, outcome, reason, detail, rang_at_ns, ended_at_ns, snoozes, onset_error_us,
        silent_ms, stopped_by, epoch, sequence
        """

    /// As for a quarter hour. The coordinator may have another instant for the end of a timer.
    private mutating func project(_ record: RingRecord, of node: NodeID, epoch: String, sequence: Int) {
        if case .timer(let id) = record.occurrence.source {
            add(
                "DELETE FROM ring WHERE kind = 'timer' AND number = $1 AND node = $2 AND epoch IS NULL",
                [id.row, node.rawValue])
        }
        add(
            """
            INSERT INTO ring (\(Self.ringColumns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
            ON CONFLICT (kind, number, node, due_ns) DO UPDATE SET label = excluded.label,
                outcome = excluded.outcome, reason = excluded.reason, detail = excluded.detail,
                rang_at_ns = excluded.rang_at_ns, ended_at_ns = excluded.ended_at_ns, snoozes = excluded.snoozes,
                onset_error_us = excluded.onset_error_us, silent_ms = excluded.silent_ms,
                stopped_by = excluded.stopped_by, epoch = excluded.epoch, sequence = excluded.sequence
            WHERE ring.epoch IS NULL
            """, values(of: record, node) + [epoch, sequence])
    }

    private mutating func close(_ absences: [RingAbsence], through: WallTime?) {
        for absence in absences {
            add(
                """
                INSERT INTO ring (\(Self.ringColumns))
                SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text, $6::text, $7::text, $8::text, $9::bigint,
                    $10::bigint, $11::bigint, $12::bigint, $13::bigint, $14::text, NULL, NULL
                WHERE EXISTS (SELECT FROM node WHERE id = $1::text) AND NOT EXISTS (
                    SELECT FROM ring WHERE kind = $2::text AND number = $3::bigint AND node = $1::text
                        AND due_ns >= $4::bigint AND (kind = 'timer' OR due_ns = $4::bigint))
                """, values(of: absence.record, absence.node))
        }
        if let through { add("UPDATE site SET rings_closed_through_ns = $1", [through.nanoseconds]) }
    }

    private func values(of record: RingRecord, _ node: NodeID) -> [(any PostgresValue)?] {
        [
            node.rawValue, record.occurrence.source.kind, record.occurrence.source.row,
            record.occurrence.due.nanoseconds, record.label, record.outcome.rawValue, record.reason.rawValue,
            record.detail, record.rangAt?.nanoseconds, record.endedAt.nanoseconds, record.snoozes,
            record.onsetErrorMicroseconds, record.silentMilliseconds, record.by,
        ]
    }

    /// Writes a node's only line of an order. It replaces the coordinator's, whose epoch is empty.
    /// Another line, from a node that was turned back to an older state, changes nothing.
    private mutating func project(_ record: SoundRecord, of node: NodeID, epoch: String, sequence: Int) {
        add(
            """
            INSERT INTO sound (node, play, target_ns, sound, label, outcome, reason, detail, onset_error_us, epoch,
                sequence)
            SELECT $1::text, $2::text, $3::bigint, $4::text, $5::text, $6::text, $7::text, $8::text, $9::bigint,
                $10::text, $11::bigint
            WHERE EXISTS (SELECT FROM node WHERE id = $1::text)
            ON CONFLICT (node, play) DO UPDATE SET target_ns = excluded.target_ns, sound = excluded.sound,
                label = excluded.label, outcome = excluded.outcome, reason = excluded.reason,
                detail = excluded.detail, onset_error_us = excluded.onset_error_us, epoch = excluded.epoch,
                sequence = excluded.sequence
            WHERE sound.epoch = ''
            """,
            [
                node.rawValue, record.order, record.target.nanoseconds, record.sound?.description ?? "", record.label,
                record.outcome.rawValue, record.reason?.rawValue, record.detail, record.onsetErrorMicroseconds, epoch,
                sequence,
            ])
    }

    // MARK: Definitions

    private mutating func save(_ object: SiteObject) throws {
        switch object {
        case .alarm(let definition): try save(definition, in: "alarm", definition.alarm.id.row)
        case .timer(let definition): try save(definition, in: "timer", definition.timer.id.row)
        case .stopwatch(let stopwatch): try save(stopwatch, in: "stopwatch", stopwatch.id.row)
        case .group(let group): try save(group, in: "node_group", group.id.rawValue)
        case .calendar(let calendar): try save(calendar, in: "holiday_calendar", key: "name", calendar.name)
        case .timetable(let timetable): try save(timetable, in: "timetable", key: "name", timetable.name)
        }
    }

    private mutating func save(
        _ definition: some Encodable, in table: String, key: String = "id", _ id: any PostgresValue
    ) throws {
        add(
            """
            INSERT INTO \(table) (\(key), definition) VALUES ($1, $2)
            ON CONFLICT (\(key)) DO UPDATE SET definition = excluded.definition
            """, [id, try StoreJSON.text(definition)])
    }

    private mutating func remove(_ id: SiteObjectID) {
        switch id {
        case .alarm(let id): add("DELETE FROM alarm WHERE id = $1", [id.row])
        case .timer(let id): add("DELETE FROM timer WHERE id = $1", [id.row])
        case .stopwatch(let id): add("DELETE FROM stopwatch WHERE id = $1", [id.row])
        case .group(let id): add("DELETE FROM node_group WHERE id = $1", [id.rawValue])
        case .calendar(let name): add("DELETE FROM holiday_calendar WHERE name = $1", [name])
        case .timetable(let name): add("DELETE FROM timetable WHERE name = $1", [name])
        }
    }

    // MARK: Purging

    private mutating func purge(before: WallTime, ahead: WallTime, limit: Int) {
        for (table, key, instant) in [
            ("ledger", "node, epoch, sequence", "received_ns"), ("change", "number", "at_ns"),
        ] {
            purges.append((statements.count, limit))
            add(
                """
                WITH old AS (
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) WHERE \(instant) < $1 ORDER BY \(instant) LIMIT $2::bigint)
                    RETURNING 1
                ) SELECT count(*) AS deleted FROM old
                """, [before.nanoseconds, limit])
        }
        for (table, key, due, old, new) in [
            ("quarter", "node, target_s", "target_s", before.seconds, ahead.seconds),
            ("ring", "kind, number, node, due_ns", "due_ns", before.nanoseconds, ahead.nanoseconds),
            ("sound", "node, play", "target_ns", before.nanoseconds, ahead.nanoseconds),
        ] {
            purges.append((statements.count, limit))
            add(
                """
                WITH old AS (
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) WHERE \(due) < $1 ORDER BY \(due) LIMIT $3::bigint)
                    RETURNING 1
                ), new AS (
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) AS line WHERE \(due) > $2 AND epoch IS NOT NULL AND NOT EXISTS
                            (SELECT FROM ledger WHERE ledger.node = line.node AND ledger.epoch = line.epoch
                                AND ledger.sequence = line.sequence)
                        ORDER BY \(due) LIMIT (SELECT $3::bigint - count(*) FROM old))
                    RETURNING 1
                ) SELECT (SELECT count(*) FROM old) + (SELECT count(*) FROM new) AS deleted
                """, [old, new, limit])
        }
    }
}

/// A value for a placeholder such as `$1`.
protocol PostgresValue {
    var postgres: String { get }
}

extension String: PostgresValue {
    var postgres: String { self }
}

extension Int: PostgresValue {
    var postgres: String { String(self) }
}

extension Int64: PostgresValue {
    var postgres: String { String(self) }
}

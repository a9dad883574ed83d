internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

/// Takes the statements of a commit. SQLite executes each at once, PostgreSQL all together.
protocol StoreSink {
    /// Made from literals, so that GRDB has its own arguments without a copy.
    associatedtype Values: ExpressibleByArrayLiteral
    where Values.ArrayLiteralElement == (any DatabaseValueConvertible)?

    static var dialect: StoreDialect { get }

    /// - Parameter limit: as in ``StoreStatement``.
    mutating func add(_ sql: String, _ values: Values, limit: Int?) throws
}

/// Writes the statements of a commit's operations. None needs the answer to another.
struct StoreWriting<Sink: StoreSink> {
    private(set) var sink: Sink

    init(_ operations: [StoreOperation], to sink: Sink) throws {
        self.sink = sink
        for (operation, cursor) in zip(operations, operations.cursorMoves) { try add(operation, cursor: cursor) }
    }

    private mutating func add(_ sql: String, _ values: Sink.Values, limit: Int? = nil) throws {
        try sink.add(sql, values, limit: limit)
    }

    /// - Parameter cursor: the position to which lines of a ledger move its cursor; `nil` to leave it.
    private mutating func add(_ operation: StoreOperation, cursor: Int?) throws {
        switch operation {
        case .beginGeneration(let generation): try add("UPDATE site SET generation = $1", [generation.description])
        case .saveDefinition(let definition): try save(definition)
        case .saveAvailability(let node, let availability, let since):
            try add(
                "UPDATE node SET availability = $1, availability_since_ns = $2 WHERE id = $3",
                [availability.rawValue, since.nanoseconds, node.rawValue])
        case .saveZone(let node, let zone): try add("UPDATE node SET zone = $1 WHERE id = $2", [zone, node.rawValue])
        case .appendLedger(let node, let epoch, let entries, let received):
            try append(entries, epoch: epoch, of: node, received: received)
            if let cursor { try moveCursor(of: node, epoch: epoch, to: cursor) }
        case .closeQuarters(let closing): try close(closing)
        case .reopenQuarters(let after):
            try add("DELETE FROM quarter WHERE target_s > $1 AND epoch IS NULL", [after.seconds])
            try add("UPDATE site SET closed_through_s = $1 WHERE closed_through_s > $1", [after.seconds])
        case .closeRings(let absences, let through): try close(absences, through: through)
        case .noteSounds(let lines):
            for line in lines { try project(line.record, of: line.node, epoch: "", sequence: 0) }
        case .reopenRings(let after):
            try add("DELETE FROM ring WHERE due_ns > $1 AND epoch IS NULL", [after.nanoseconds])
            try add(
                "UPDATE site SET rings_closed_through_ns = $1 WHERE rings_closed_through_ns > $1", [after.nanoseconds])
        case .saveObject(let object): try save(object)
        case .removeObject(let id):
            let (table, key) = id.place
            try add("DELETE FROM \(table.name) WHERE \(table.order) = $1", [key])
        case .saveNumbers(let numbers):
            try add(
                """
                UPDATE site SET last_alarm = $1, last_timer = $2, last_stopwatch = $3, last_change = $4,
                    holidays_through = $5
                """,
                [
                    numbers.lastAlarm, numbers.lastTimer, numbers.lastStopwatch, numbers.lastChange,
                    numbers.holidaysThrough?.iso8601,
                ])
        case .saveChange(let event, let limits): try save(event, keeping: limits)
        case .saveScore(let score):
            try add(
                StoreTable.score.replacement,
                [
                    score.key.learner, score.key.list, score.key.word, score.box.rawValue, score.known, score.missed,
                    score.last.nanoseconds,
                ])
        case .saveWithdrawn(let sounds): try add("UPDATE site SET withdrawn = $1", [try StoreJSON.text(sounds)])
        case .saveNotices(let state): try add("UPDATE site SET notices = $1", [try StoreJSON.text(state)])
        case .forget(let node): try add("DELETE FROM node WHERE id = $1", [node.rawValue])
        case .purge(let before, let ahead, let limit): try purge(before: before, ahead: ahead, limit: limit)
        case .probe(let at): try add("UPDATE site SET probed_ns = $1", [at.nanoseconds])
        }
    }

    // MARK: Definitions

    private mutating func save(_ definition: NodeDefinition) throws {
        try add(
            StoreTable.nodeDefinition.replacement,
            [
                definition.id.rawValue, definition.firstSeen.nanoseconds, definition.room, definition.revision,
                try StoreJSON.text(definition.settings), try StoreJSON.text(definition.packs),
                try StoreJSON.text(definition.replaces), try StoreJSON.text(definition.lineage),
            ])
    }

    private mutating func save(_ object: SiteObject) throws {
        let json =
            switch object {
            case .alarm(let definition): try StoreJSON.text(definition)
            case .timer(let definition): try StoreJSON.text(definition)
            case .stopwatch(let stopwatch): try StoreJSON.text(stopwatch)
            case .group(let group): try StoreJSON.text(group)
            case .calendar(let calendar): try StoreJSON.text(calendar)
            case .timetable(let timetable): try StoreJSON.text(timetable)
            }
        let (table, key) = object.id.place
        try add(table.replacement, [key, json])
    }

    private mutating func save(_ event: ChangeEvent, keeping limits: ChangeLimits?) throws {
        try add(StoreTable.change.replacement, [event.number, event.at.nanoseconds, try StoreJSON.text(event)])
        guard let limits else { return }
        try add(
            """
            DELETE FROM change WHERE number <= (SELECT max(number) FROM (
                SELECT number, row_number() OVER newest AS place, sum(\(Sink.dialect.bytes(of: "event"))) OVER newest AS bytes
                FROM change WINDOW newest AS (ORDER BY number DESC)
            ) AS sizes WHERE place > $1 OR bytes > $2)
            """, [limits.count, limits.bytes])
    }

    // MARK: Ledgers

    private mutating func append(_ entries: [LedgerEntry], epoch: String, of node: NodeID, received: WallTime) throws {
        for entry in entries {
            try add(
                StoreTable.entryInsertion,
                [
                    node.rawValue, epoch, entry.sequence, entry.at.nanoseconds, received.nanoseconds, entry.kind,
                    try StoreJSON.text(entry),
                ])
            switch entry.event {
            case .quarter(let record): try project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .ring(let record): try project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .sound(let record): try project(record, of: node, epoch: epoch, sequence: entry.sequence)
            case .unknown: break
            }
        }
    }

    private mutating func moveCursor(of node: NodeID, epoch: String, to sequence: Int) throws {
        try add(
            """
            INSERT INTO cursor (node, epoch, sequence, moved)
            VALUES ($1, $2, $3, (SELECT coalesce(max(moved), 0) + 1 FROM cursor WHERE node = $1))
            ON CONFLICT (node, epoch) DO UPDATE SET moved = excluded.moved, sequence =
                CASE WHEN cursor.sequence > excluded.sequence THEN cursor.sequence ELSE excluded.sequence END
            """, [node.rawValue, epoch, sequence])
        try add(
            """
            DELETE FROM cursor WHERE node = $1 AND moved <=
                (SELECT moved FROM cursor WHERE node = $1 ORDER BY moved DESC LIMIT 1 OFFSET $2)
            """, [node.rawValue, StoredNode.maximumCursors])
    }

    // MARK: Quarter hours

    /// Writes a node's line. It replaces the coordinator's, but never another one of a node.
    private mutating func project(_ record: QuarterRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        try add(
            StoreTable.quarterReplacement,
            [
                node.rawValue, record.target.seconds, record.outcome.rawValue, record.reason?.rawValue, record.detail,
                record.source?.rawValue, record.wakeLatencyMilliseconds, record.onsetErrorMicroseconds, record.trips,
                epoch, sequence,
            ])
    }

    private mutating func close(_ closing: QuarterClosing) throws {
        let length = QuarterHour.length.nanoseconds / 1_000_000_000
        for absence in closing.absences {
            // Only quarter hours after it was first seen, and in order, so that rows append to the node's.
            let first = max(closing.after, QuarterHour.atOrBefore(absence.firstSeen)).seconds + length
            try add(
                """
                WITH RECURSIVE span (target) AS (
                    SELECT CAST($1 AS BIGINT) WHERE CAST($1 AS BIGINT) <= $2
                    UNION ALL SELECT target + $3 FROM span WHERE target + $3 <= $2
                )
                INSERT INTO quarter (node, target_s, outcome, reason, detail)
                SELECT $4, target, $5, $6, $7 FROM span WHERE true ON CONFLICT (node, target_s) DO NOTHING
                """,
                [
                    first, closing.through.seconds, length, absence.node.rawValue, QuarterOutcome.absent.rawValue,
                    absence.reason.rawValue, absence.detail,
                ])
        }
        try add("UPDATE site SET closed_through_s = $1", [closing.through.seconds])
    }

    // MARK: Rings

    /// As for a quarter hour. The coordinator may have another instant for the end of a timer.
    private mutating func project(_ record: RingRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        if case .timer(let id) = record.occurrence.source {
            try add(
                "DELETE FROM ring WHERE kind = 'timer' AND number = $1 AND node = $2 AND epoch IS NULL",
                [id.row, node.rawValue])
        }
        try add(StoreTable.ringReplacement, record.values(of: node, epoch: epoch, sequence: sequence))
    }

    private mutating func close(_ absences: [RingAbsence], through: WallTime?) throws {
        for absence in absences {
            try add(StoreTable.ringClosing, absence.record.values(of: absence.node, epoch: nil, sequence: nil))
        }
        if let through { try add("UPDATE site SET rings_closed_through_ns = $1", [through.nanoseconds]) }
    }

    // MARK: Sounds

    /// Writes a node's only line of an order. It replaces the coordinator's, whose epoch is empty.
    /// Another line, from a node that was turned back to an older state, changes nothing.
    private mutating func project(_ record: SoundRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        try add(
            StoreTable.soundReplacement,
            [
                node.rawValue, record.order, record.target.nanoseconds, record.sound?.description ?? "", record.label,
                record.outcome.rawValue, record.reason?.rawValue, record.detail, record.onsetErrorMicroseconds, epoch,
                sequence,
            ])
    }

    // MARK: Purging

    private mutating func purge(before: WallTime, ahead: WallTime, limit: Int) throws {
        for (table, instant) in [(StoreTable.ledger, "received_ns"), (.change, "at_ns")] {
            try add(
                """
                DELETE FROM \(table.name) WHERE (\(table.order)) IN
                    (SELECT \(table.order) FROM \(table.name) WHERE \(instant) < $1 ORDER BY \(instant) LIMIT $2)
                """, [before.nanoseconds, limit], limit: limit)
        }
        for (table, due, old, new) in [
            (StoreTable.quarter, "target_s", before.seconds, ahead.seconds),
            (.ring, "due_ns", before.nanoseconds, ahead.nanoseconds),
            (.sound, "target_ns", before.nanoseconds, ahead.nanoseconds),
        ] {
            let (name, key) = (table.name, table.order)
            // SQLite finds the lines by their keys if these are of a subquery that is no union itself.
            try add(
                """
                DELETE FROM \(name) WHERE (\(key)) IN (SELECT \(key) FROM (
                    SELECT * FROM (SELECT \(key) FROM \(name) WHERE \(due) < $1 ORDER BY \(due) LIMIT $2) AS old
                    UNION ALL
                    SELECT * FROM (
                        SELECT \(key) FROM \(name) AS line WHERE \(due) > $3 AND epoch IS NOT NULL AND NOT EXISTS
                            (SELECT 1 FROM ledger WHERE ledger.node = line.node AND ledger.epoch = line.epoch
                                AND ledger.sequence = line.sequence)
                        ORDER BY \(due) LIMIT $2) AS new
                    LIMIT $2) AS gone)
                """, [old, limit, new], limit: limit)
        }
    }
}

extension StoreTable {
    fileprivate static let soundReplacement = """
        \(sound.insertion) SELECT \(sound.marks)
        WHERE EXISTS (SELECT 1 FROM node WHERE id = $1) \(sound.replacing) WHERE sound.epoch = ''
        """
    fileprivate static let ringClosing = """
        \(ring.insertion) SELECT \(ring.marks)
        WHERE EXISTS (SELECT 1 FROM node WHERE id = $3) AND NOT EXISTS (
            SELECT 1 FROM ring WHERE kind = $1 AND number = $2 AND node = $3
                AND due_ns >= $4 AND (kind = 'timer' OR due_ns = $4))
        """
    fileprivate static let ringReplacement = "\(ring.replacement) WHERE ring.epoch IS NULL"
    fileprivate static let quarterReplacement = "\(quarter.replacement) WHERE quarter.epoch IS NULL"
    fileprivate static let entryInsertion =
        "\(ledger.insertion) VALUES (\(ledger.marks)) ON CONFLICT (\(ledger.order)) DO NOTHING"
}

extension SiteObjectID {
    /// Its table, and its key there.
    fileprivate var place: (StoreTable, any DatabaseValueConvertible) {
        switch self {
        case .alarm(let id): (.alarm, id.row)
        case .timer(let id): (.timer, id.row)
        case .stopwatch(let id): (.stopwatch, id.row)
        case .group(let id): (.group, id.rawValue)
        case .calendar(let name): (.calendar, name)
        case .timetable(let name): (.timetable, name)
        }
    }
}

extension RingRecord {
    fileprivate func values<Values: ExpressibleByArrayLiteral>(
        of node: NodeID, epoch: String?, sequence: Int?
    ) -> Values where Values.ArrayLiteralElement == (any DatabaseValueConvertible)? {
        [
            occurrence.source.row.kind, occurrence.source.row.number, node.rawValue, occurrence.due.nanoseconds, label,
            outcome.rawValue, reason.rawValue, detail, rangAt?.nanoseconds, endedAt.nanoseconds, snoozes,
            onsetErrorMicroseconds, silentMilliseconds, by, epoch, sequence,
        ]
    }
}

extension [StoreOperation] {
    /// The position to which each operation moves its ledger's cursor. If more lines of the same epoch follow in the
    /// commit, the last of these operations moves it for all of them.
    var cursorMoves: [Int?] {
        var runs: [NodeID: (epoch: String, place: Int, sequence: Int)] = [:]
        var moves: [Int?] = Array<Int?>(repeating: nil, count: count)
        for (place, operation) in enumerated() {
            if case .forget(let node) = operation { runs[node] = nil }
            guard case .appendLedger(let node, let epoch, let entries, _) = operation, var last = entries.last?.sequence
            else { continue }
            if let run = runs[node], run.epoch == epoch {
                last = Swift.max(last, run.sequence)
                moves[run.place] = nil
            }
            moves[place] = last
            runs[node] = (epoch, place, last)
        }
        return moves
    }
}

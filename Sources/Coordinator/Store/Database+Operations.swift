internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension Database {
    /// Applies one operation within the open transaction.
    ///
    /// - Parameter cursor: the position to which lines of a ledger move its cursor; `nil` to leave it.
    func apply(_ operation: StoreOperation, cursor: Int?, _ summary: inout CommitSummary) throws {
        switch operation {
        case .beginGeneration(let generation):
            try execute(sql: "UPDATE site SET generation = ?", arguments: [generation.description])
        case .saveDefinition(let definition): try save(definition)
        case .saveAvailability(let node, let availability, let since):
            try cachedStatement(sql: "UPDATE node SET availability = ?, availability_since_ns = ? WHERE id = ?")
                .execute(arguments: [availability.rawValue, since.nanoseconds, node.rawValue])
        case .saveZone(let node, let zone):
            try cachedStatement(sql: "UPDATE node SET zone = ? WHERE id = ?")
                .execute(arguments: [zone, node.rawValue])
        case .appendLedger(let node, let epoch, let entries, let received):
            try append(entries, epoch: epoch, of: node, received: received)
            if let cursor { try moveCursor(of: node, epoch: epoch, to: cursor) }
        case .closeQuarters(let closing): try close(closing)
        case .reopenQuarters(let after):
            try execute(
                sql: "DELETE FROM quarter WHERE target_s > ? AND epoch IS NULL", arguments: [after.seconds])
            try execute(
                sql: "UPDATE site SET closed_through_s = min(closed_through_s, ?)", arguments: [after.seconds])
        case .closeRings(let absences, let through): try close(absences, through: through)
        case .noteSounds(let lines):
            for line in lines { try project(line.record, of: line.node, epoch: "", sequence: 0) }
        case .reopenRings(let after):
            try execute(sql: "DELETE FROM ring WHERE due_ns > ? AND epoch IS NULL", arguments: [after.nanoseconds])
            try execute(
                sql: "UPDATE site SET rings_closed_through_ns = min(rings_closed_through_ns, ?)",
                arguments: [after.nanoseconds])
        case .saveObject(let object): try save(object)
        case .removeObject(let id): try remove(id)
        case .saveNumbers(let state): try save(state)
        case .saveChange(let event, let limit): try save(event, keeping: limit)
        case .saveScore(let score): try save(score)
        case .saveWithdrawn(let sounds):
            try execute(sql: "UPDATE site SET withdrawn = ?", arguments: [try StoreJSON.text(sounds)])
        case .saveNotices(let state):
            try execute(sql: "UPDATE site SET notices = ?", arguments: [try StoreJSON.text(state)])
        case .forget(let node):
            try execute(sql: "DELETE FROM node WHERE id = ?", arguments: [node.rawValue])
        case .purge(let before, let ahead, let limit):
            if try purge(before: before, ahead: ahead, limit: limit) { summary.purgeReachedLimit = true }
        case .probe(let at):
            try execute(sql: "UPDATE site SET probed_ns = ?", arguments: [at.nanoseconds])
        }
    }

    private func save(_ definition: NodeDefinition) throws {
        try cachedStatement(
            sql: """
                INSERT INTO node (id, first_seen_ns, room, revision, settings, packs, replaces, lineage)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET first_seen_ns = excluded.first_seen_ns, room = excluded.room,
                    revision = excluded.revision, settings = excluded.settings, packs = excluded.packs,
                    replaces = excluded.replaces, lineage = excluded.lineage
                """
        ).execute(arguments: [
            definition.id.rawValue, definition.firstSeen.nanoseconds, definition.room, definition.revision,
            try StoreJSON.text(definition.settings), try StoreJSON.text(definition.packs),
            try StoreJSON.text(definition.replaces), try StoreJSON.text(definition.lineage),
        ])
    }

    private func append(_ entries: [LedgerEntry], epoch: String, of node: NodeID, received: WallTime) throws {
        let insert = try cachedStatement(
            sql: """
                INSERT INTO ledger (node, epoch, sequence, at_ns, received_ns, kind, entry) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (node, epoch, sequence) DO NOTHING
                """)
        for entry in entries {
            try insert.execute(arguments: [
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

    private func moveCursor(of node: NodeID, epoch: String, to sequence: Int) throws {
        try cachedStatement(
            sql: """
                INSERT INTO cursor (node, epoch, sequence, moved)
                VALUES (?, ?, ?, (SELECT coalesce(max(moved), 0) + 1 FROM cursor WHERE node = ?))
                ON CONFLICT (node, epoch) DO UPDATE
                SET sequence = max(sequence, excluded.sequence), moved = excluded.moved
                """
        ).execute(arguments: [node.rawValue, epoch, sequence, node.rawValue])
        try cachedStatement(
            sql: """
                DELETE FROM cursor WHERE node = ? AND moved <=
                    (SELECT moved FROM cursor WHERE node = ? ORDER BY moved DESC LIMIT 1 OFFSET ?)
                """
        ).execute(arguments: [node.rawValue, node.rawValue, StoredNode.maximumCursors])
    }

    /// Writes a node's line. It replaces the coordinator's, but never another one of a node.
    private func project(_ record: QuarterRecord, of node: NodeID, epoch: String, sequence: Int) throws {
        try cachedStatement(
            sql: """
                INSERT INTO quarter (node, target_s, outcome, reason, detail, source, wake_latency_ms, onset_error_us,
                    trips, epoch, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (node, target_s) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
                    detail = excluded.detail, source = excluded.source, wake_latency_ms = excluded.wake_latency_ms,
                    onset_error_us = excluded.onset_error_us, trips = excluded.trips, epoch = excluded.epoch,
                    sequence = excluded.sequence
                WHERE quarter.epoch IS NULL
                """
        ).execute(arguments: [
            node.rawValue, record.target.seconds, record.outcome.rawValue, record.reason?.rawValue, record.detail,
            record.source?.rawValue, record.wakeLatencyMilliseconds, record.onsetErrorMicroseconds, record.trips, epoch,
            sequence,
        ])
    }

    private func close(_ closing: QuarterClosing) throws {
        let length = QuarterHour.length.nanoseconds / 1_000_000_000
        let insert = try cachedStatement(
            sql: """
                WITH RECURSIVE span (target) AS (
                    SELECT ?1 WHERE ?1 <= ?2 UNION ALL SELECT target + ?3 FROM span WHERE target + ?3 <= ?2
                )
                INSERT OR IGNORE INTO quarter (node, target_s, outcome, reason, detail)
                SELECT ?4, target, ?5, ?6, ?7 FROM span
                """)
        for absence in closing.absences {
            // Only quarter hours after it was first seen, and in order, so that rows append to the node's.
            let first = max(closing.after, QuarterHour.atOrBefore(absence.firstSeen)).seconds + length
            try insert.execute(arguments: [
                first, closing.through.seconds, length, absence.node.rawValue, QuarterOutcome.absent.rawValue,
                absence.reason.rawValue, absence.detail,
            ])
        }
        try execute(sql: "UPDATE site SET closed_through_s = ?", arguments: [closing.through.seconds])
    }

    /// Returns true if the purge reached the limit, so that more may be left.
    private func purge(before: WallTime, ahead: WallTime, limit: Int) throws -> Bool {
        var counts: [Int] = []
        for (table, key, instant) in [
            ("ledger", "node, epoch, sequence", "received_ns"), ("change", "number", "at_ns"),
        ] {
            try execute(
                sql: """
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) WHERE \(instant) < ? ORDER BY \(instant) LIMIT ?)
                    """, arguments: [before.nanoseconds, limit])
            counts.append(changesCount)
        }
        for (table, key, due, old, new) in [
            ("quarter", "node, target_s", "target_s", before.seconds, ahead.seconds),
            ("ring", "kind, number, node, due_ns", "due_ns", before.nanoseconds, ahead.nanoseconds),
            ("sound", "node, play", "target_ns", before.nanoseconds, ahead.nanoseconds),
        ] {
            try execute(
                sql: """
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) WHERE \(due) < ? ORDER BY \(due) LIMIT ?)
                    """, arguments: [old, limit])
            let count = changesCount
            try execute(
                sql: """
                    DELETE FROM \(table) WHERE (\(key)) IN
                        (SELECT \(key) FROM \(table) AS line WHERE \(due) > ? AND epoch IS NOT NULL AND NOT EXISTS
                            (SELECT * FROM ledger WHERE ledger.node = line.node AND ledger.epoch = line.epoch
                                AND ledger.sequence = line.sequence)
                        ORDER BY \(due) LIMIT ?)
                    """, arguments: [new, limit - count])
            counts.append(count + changesCount)
        }
        return counts.contains { $0 >= limit }
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

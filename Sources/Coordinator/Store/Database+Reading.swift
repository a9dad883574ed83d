internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension StoredState {
    init(from database: Database) throws {
        guard let site = try Row.fetchOne(database, sql: "SELECT * FROM site") else {
            throw UnreadableRow("the table site is empty")
        }
        let closedThrough: Int64? = site["closed_through_s"]
        var cursors: [String: [Acked]] = [:]
        // A purged entry no longer says when it was written.
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT node, epoch, sequence, at_ns FROM cursor LEFT JOIN ledger USING (node, epoch, sequence)
                ORDER BY node, moved
                """)
        for row in rows {
            let at: Int64? = row["at_ns"]
            cursors[row["node"], default: []].append(
                Acked(epoch: row["epoch"], sequence: row["sequence"], at: at.map(WallTime.init(nanoseconds:))))
        }
        let nodes = try Row.fetchAll(database, sql: "SELECT * FROM node ORDER BY id").map { row in
            try StoredNode(row, cursors: cursors[row["id"]] ?? [], from: database)
        }
        let ringsClosedThrough: Int64? = site["rings_closed_through_ns"]
        let objects = try SiteObject.all(from: database)
        self.init(
            storeID: site["store"], generation: try StoreGeneration(stored: site["generation"]),
            closedThrough: closedThrough.map { WallTime(seconds: $0) }, nodes: nodes,
            numbers: try DefinitionNumbers(site), objects: objects,
            ringsClosedThrough: ringsClosedThrough.map { WallTime(nanoseconds: $0) },
            lines: try RingLine.all(
                of: objects.compactMap(\.onceRinging), after: ringsClosedThrough, from: database),
            scores: try WordScore.all(from: database), withdrawn: try StoreJSON.value(site["withdrawn"]),
            notices: try NoticeState(stored: site["notices"]))
    }
}

extension StoreGeneration {
    init(stored text: String) throws {
        guard let generation = StoreGeneration(text) else { throw UnreadableRow("generation \(text)") }
        self = generation
    }
}

extension StoredNode {
    fileprivate init(_ row: Row, cursors: [Acked], from database: Database) throws {
        let name: String = row["id"]
        let availabilityName: String = row["availability"]
        let since: Int64? = row["availability_since_ns"]
        guard let id = NodeID(name), let availability = Availability(rawValue: availabilityName) else {
            throw UnreadableRow("node \(name) with availability \(availabilityName)")
        }
        let last = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT * FROM quarter WHERE node = ? ORDER BY target_s DESC LIMIT 1"),
            arguments: [name])
        self.init(
            definition: NodeDefinition(
                id: id, firstSeen: WallTime(nanoseconds: row["first_seen_ns"]), room: row["room"],
                settings: try StoreJSON.value(row["settings"]), revision: row["revision"],
                lineage: try StoreJSON.value(row["lineage"]), packs: try StoreJSON.value(row["packs"]),
                replaces: try StoreJSON.value(row["replaces"])),
            availability: availability, availabilitySince: since.map { WallTime(nanoseconds: $0) },
            zone: row["zone"], last: try last.map(QuarterRecord.init(row:)), cursors: cursors)
    }
}

extension QuarterRecord {
    init(row: Row) throws {
        let target: Int64 = row["target_s"]
        let outcomeName: String = row["outcome"]
        let reasonName: String? = row["reason"]
        let sourceName: String? = row["source"]
        guard let outcome = QuarterOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("quarter hour \(WallTime(seconds: target)) with outcome \(outcomeName)")
        }
        self.init(
            target: WallTime(seconds: target), outcome: outcome,
            reason: reasonName.flatMap(QuarterReason.init(rawValue:)), detail: row["detail"],
            source: sourceName.flatMap(WakeSource.init(rawValue:)), wakeLatencyMilliseconds: row["wake_latency_ms"],
            onsetErrorMicroseconds: row["onset_error_us"], trips: row["trips"])
    }
}

/// A row that this program did not write; the description names the fault.
struct UnreadableRow: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = "unreadable row: \(what)" }
}

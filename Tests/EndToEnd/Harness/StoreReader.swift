import ClockDomain
import ClockTestSupport
import Foundation

/// Looks into the coordinator's SQLite file past the coordinator.
struct StoreReader {
    var path: String

    struct Entry: Hashable, Sendable, Decodable {
        var node: String
        var epoch: String
        var sequence: Int
        var kind: String
        /// The quarter hour it is about; `nil` for other kinds.
        var target: String?
        /// The ring and its due time, `a7 2027-03-01T15:18:00.000Z`; `nil` for other kinds.
        var occurrence: String?
    }

    struct Quarter: Hashable, Sendable {
        var node: String
        var target: WallTime
        var outcome: String
        var reason: String?
        /// The ledger entry it is from; `nil` for the coordinator's own line.
        var epoch: String?
        var sequence: Int?
    }

    /// A row of the table `quarter`.
    private struct QuarterRow: Decodable {
        var node: String
        var targetSeconds: Int64
        var outcome: String
        var reason: String?
        var epoch: String?
        var sequence: Int?
    }

    /// The raw ledger, in order of node, epoch and sequence.
    func ledger() throws -> [Entry] {
        try read(
            "SELECT node, epoch, sequence, kind, json_extract(entry, '$.quarter.target') AS target, "
                + "json_extract(entry, '$.ring.occurrence.source') || ' ' || "
                + "json_extract(entry, '$.ring.occurrence.due') AS occurrence FROM ledger "
                + "ORDER BY node, epoch, sequence")
    }

    /// The lines that history shows, in order of node and time.
    func quarters() throws -> [Quarter] {
        let rows: [QuarterRow] = try read(
            "SELECT node, target_s AS targetSeconds, outcome, reason, epoch, sequence FROM quarter ORDER BY node, target_s"
        )
        return rows.map { row in
            Quarter(
                node: row.node, target: WallTime(seconds: row.targetSeconds), outcome: row.outcome, reason: row.reason,
                epoch: row.epoch, sequence: row.sequence)
        }
    }

    struct Ring: Hashable, Sendable, Decodable {
        var node: String
        var source: String
        /// Nanoseconds since the Unix epoch.
        var due: Int64
        var outcome: String
        var reason: String?
    }

    /// The occurrences that history shows, in order of node, source and time.
    func rings() throws -> [Ring] {
        let rows: [Ring] = try read(
            "SELECT node, substr(kind, 1, 1) || number AS source, due_ns AS due, outcome, reason FROM ring ORDER BY node, source, due_ns"
        )
        return rows.map { row in
            var ring = row
            ring.source = Self.id(row.source)
            return ring
        }
    }

    /// The store keeps the tag of an id in the lowest 18 bits of its number.
    private static func id(_ source: String) -> String {
        guard let row = Int(source.dropFirst()) else { return source }
        let tag = GenerationTag(code: row % (1 << 18) - 1)
        return "\(source.prefix(1))\(row >> 18)\(tag?.description ?? "")"
    }

    private func read<Row: Decodable>(_ sql: String) throws -> [Row] {
        let text = try TestProcess.run("sqlite3", ["-readonly", "-json", "-cmd", ".timeout 5000", path, sql])
        // No rows are no text.
        return text.isEmpty ? [] : try JSONDecoder().decode([Row].self, from: Data(text.utf8))
    }
}

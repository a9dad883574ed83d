import ClockDomain
import GRDB

/// Looks into the coordinator's SQLite file past the coordinator.
struct StoreReader {
    var path: String

    struct Entry: Hashable, Sendable {
        var node: String
        var epoch: String
        var sequence: Int
        var kind: String
        /// The quarter hour it is about; `nil` for other kinds.
        var target: String?
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

    /// The raw ledger, in order of node, epoch and sequence.
    func ledger() throws -> [Entry] {
        try read(
            "SELECT node, epoch, sequence, kind, json_extract(entry, '$.quarter.target') AS target FROM ledger "
                + "ORDER BY node, epoch, sequence"
        ) { row in
            Entry(
                node: row["node"], epoch: row["epoch"], sequence: row["sequence"], kind: row["kind"],
                target: row["target"])
        }
    }

    /// The lines that history shows, in order of node and time.
    func quarters() throws -> [Quarter] {
        try read("SELECT * FROM quarter ORDER BY node, target_s") { row in
            Quarter(
                node: row["node"], target: WallTime(seconds: row["target_s"]), outcome: row["outcome"],
                reason: row["reason"], epoch: row["epoch"], sequence: row["sequence"])
        }
    }

    private func read<Value>(_ sql: String, _ convert: (Row) -> Value) throws -> [Value] {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }  // Read-only: there is nothing that could be lost.
        return try queue.read { try Row.fetchAll($0, sql: sql).map(convert) }
    }
}

/// The contents of the coordinator's store, read past the coordinator.
struct StoreContents {
    /// The line of a quarter hour.
    struct Quarter: Decodable {
        var node: String
        var seconds: Int64
        var outcome: String
        var reason: String?
        /// `nil` for the coordinator's own line.
        var epoch: String?
        var onsetErrorMicroseconds: Int?
    }

    /// The line of an occurrence.
    struct Ring: Decodable, Hashable {
        var node: String
        var source: String
        /// Nanoseconds since the Unix epoch, as the others.
        var due: Int64
        var outcome: String
        var reason: String
        var rangAt: Int64?
        var endedAt: Int64
        var epoch: String?
    }

    /// The number of ledger entries of one epoch about one quarter hour or occurrence.
    struct Entry: Decodable {
        var node: String
        var epoch: String
        var subject: String
        var count: Int
    }

    var quarters: [Quarter]
    var rings: [Ring]
    /// Those of which there is more than one.
    var repeated: [Entry]
}

extension StoreContents {
    init(_ place: StorePlace) throws {
        quarters = try place.read(
            "SELECT node, target_s AS seconds, outcome, reason, epoch, onset_error_us AS \"onsetErrorMicroseconds\" "
                + "FROM quarter")
        rings = try place.read(
            "SELECT node, substr(kind, 1, 1) || number AS source, due_ns AS due, outcome, reason, "
                + "rang_at_ns AS \"rangAt\", ended_at_ns AS \"endedAt\", epoch FROM ring ORDER BY ended_at_ns")
        let subject =
            "coalesce(\(place.json("entry", "quarter", "target")), \(place.json("entry", "ring", "occurrence")))"
        repeated = try place.read(
            "SELECT node, epoch, subject, count(*) AS count FROM (SELECT node, epoch, \(subject) AS subject FROM ledger) "
                + "AS told WHERE subject IS NOT NULL GROUP BY node, epoch, subject HAVING count(*) > 1")
    }

    /// Numbers of the ledger entries of a node's epoch that the coordinator has.
    static func sequences(_ place: StorePlace, node: String, epoch: String) throws -> Set<Int> {
        struct Row: Decodable {
            var sequence: Int
        }
        let rows: [Row] = try place.read(
            "SELECT sequence FROM ledger WHERE node = '\(node)' AND epoch = '\(epoch)'")
        return Set(rows.map(\.sequence))
    }
}

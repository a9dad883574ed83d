import ClockDomain
import ClockTestSupport
import FoundationEssentials

/// What is in the coordinator's SQLite file, read past the coordinator.
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
    struct Ring: Decodable {
        var node: String
        var source: String
        /// Nanoseconds since the Unix epoch, as the others.
        var due: Int64
        var outcome: String
        var reason: String
        var rangAt: Int64?
        var endedAt: Int64
        /// `nil` where it ended before the output had told that it is heard.
        var onsetErrorMicroseconds: Int?
        var epoch: String?
    }

    /// What ledger entries of one epoch tell of one quarter hour or occurrence.
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

    init(path: String) throws {
        quarters = try Self.read(
            path,
            "SELECT node, target_s AS seconds, outcome, reason, epoch, onset_error_us AS onsetErrorMicroseconds "
                + "FROM quarter")
        rings = try Self.read(
            path,
            "SELECT node, substr(kind, 1, 1) || number AS source, due_ns AS due, outcome, reason, rang_at_ns AS rangAt, "
                + "ended_at_ns AS endedAt, onset_error_us AS onsetErrorMicroseconds, epoch FROM ring ORDER BY ended_at_ns"
        )
        repeated = try Self.read(
            path,
            "SELECT node, epoch, subject, count(*) AS count FROM (SELECT node, epoch, "
                + "coalesce(json_extract(entry, '$.quarter.target'), json_extract(entry, '$.ring.occurrence')) "
                + "AS subject FROM ledger) WHERE subject IS NOT NULL GROUP BY node, epoch, subject HAVING count(*) > 1")
    }

    private static func read<Row: Decodable>(_ path: String, _ sql: String) throws -> [Row] {
        let text = try TestProcess.run("sqlite3", ["-readonly", "-json", "-cmd", ".timeout 5000", path, sql])
        // No rows are no text.
        return text.isEmpty ? [] : try JSONDecoder().decode([Row].self, from: Data(text.utf8))
    }
}

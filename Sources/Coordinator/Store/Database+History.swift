internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

extension HistoryPage {
    /// Reads from each table, by its index, the most that a page could have of it; the page is the newest of all.
    init(_ request: HistoryRequest, from database: Database) throws {
        self.init(
            request,
            of: try HistoryLine.quarters(request, from: database) + HistoryLine.rings(request, from: database)
                + HistoryLine.sounds(request, from: database))
    }
}

/// The conditions of a query, and the values to compare.
private struct Filter {
    private var conditions: [String] = []
    private var arguments: [(any DatabaseValueConvertible)?] = []

    mutating func add(_ condition: String, _ values: (any DatabaseValueConvertible)?...) {
        conditions.append(condition)
        arguments += values
    }

    var sql: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }

    func with(limit: Int) -> StatementArguments { StatementArguments(arguments + [limit]) }
}

extension HistoryLine {
    fileprivate static func quarters(_ request: HistoryRequest, from database: Database) throws -> [HistoryLine] {
        var filter = Filter()
        if let node = request.node { filter.add("node = ?", node.rawValue) }
        // At or after: a quarter hour within the started second would be before it.
        if let since = request.since { filter.add("target_s >= ?", QuarterHour.atOrAfter(since).seconds) }
        if let before = request.before {
            // A quarter hour is a whole second, so one already begun is after it; and a node's quarter hour precedes
            // its rings.
            let second = before.target.seconds
            let isWhole = WallTime(seconds: second) == before.target
            filter.add("target_s <= ?", second)
            if isWhole { filter.add("(target_s < ? OR node > ?)", second, before.node.rawValue) }
        }
        return try Row.fetchAll(
            database, sql: "SELECT * FROM quarter \(filter.sql) ORDER BY target_s DESC, node LIMIT ?",
            arguments: filter.with(limit: request.limit + 1)
        ).map { HistoryLine(node: try NodeID(row: $0), event: .quarter(try QuarterRecord(row: $0))) }
    }

    fileprivate static func rings(_ request: HistoryRequest, from database: Database) throws -> [HistoryLine] {
        var filter = Filter()
        if let node = request.node { filter.add("node = ?", node.rawValue) }
        if let since = request.since { filter.add("due_ns >= ?", since.nanoseconds) }
        if let before = request.before {
            let due = before.target.nanoseconds
            filter.add("due_ns <= ?", due)
            // All rings of a node follow its quarter hour, and precede its sounds.
            if before.order == nil {
                filter.add(
                    "(due_ns < ? OR node > ? OR node = ? AND (kind, number) > (?, ?))", due, before.node.rawValue,
                    before.node.rawValue, before.source?.kind ?? "", before.source?.row ?? 0)
            } else {
                filter.add("(due_ns < ? OR node > ?)", due, before.node.rawValue)
            }
        }
        return try Row.fetchAll(
            database, sql: "SELECT * FROM ring \(filter.sql) ORDER BY due_ns DESC, node, kind, number LIMIT ?",
            arguments: filter.with(limit: request.limit + 1)
        ).map { HistoryLine(node: try NodeID(row: $0), event: .ring(try RingRecord(row: $0))) }
    }
}

extension HistoryLine {
    fileprivate static func sounds(_ request: HistoryRequest, from database: Database) throws -> [HistoryLine] {
        var filter = Filter()
        if let node = request.node { filter.add("node = ?", node.rawValue) }
        if let since = request.since { filter.add("target_ns >= ?", since.nanoseconds) }
        if let before = request.before {
            let target = before.target.nanoseconds
            filter.add("target_ns <= ?", target)
            filter.add(
                "(target_ns < ? OR node > ? OR node = ? AND play > ?)", target, before.node.rawValue,
                before.node.rawValue, before.order ?? "")
        }
        return try Row.fetchAll(
            database, sql: "SELECT * FROM sound \(filter.sql) ORDER BY target_ns DESC, node, play LIMIT ?",
            arguments: filter.with(limit: request.limit + 1)
        ).map { HistoryLine(node: try NodeID(row: $0), event: .sound(try SoundRecord(row: $0))) }
    }
}

extension NodeID {
    fileprivate init(row: Row) throws {
        let name: String = row["node"]
        guard let node = NodeID(name) else { throw UnreadableRow("line of node \(name)") }
        self = node
    }
}

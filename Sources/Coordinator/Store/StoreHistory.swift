internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire
internal import GRDB

// Answers requests from a store.

/// The conditions of a query, and the values of its `$1`, `$2`, …
private struct Filter {
    /// The column of a line's time.
    private let instant: String
    private var conditions: [String] = []
    private var values: [(any DatabaseValueConvertible)?] = []

    init(_ instant: String, of node: NodeID?, since: Int64?, to last: Int64? = nil) {
        self.instant = instant
        if let node { conditions.append("node = \(mark(node.rawValue))") }
        if let since { conditions.append("\(instant) >= \(mark(since))") }
        if let last { conditions.append("\(instant) <= \(mark(last))") }
    }

    /// Keeps lines up to an instant; of those at it, lines of the nodes after this one, and its lines after these
    /// values of the columns.
    mutating func end(
        at last: Int64, after node: NodeID?, _ columns: String = "", _ keys: [any DatabaseValueConvertible] = []
    ) {
        let end = mark(last)
        conditions.append("\(instant) <= \(end)")
        guard let node else { return }
        let name = mark(node.rawValue)
        let own =
            keys.isEmpty
            ? "" : " OR node = \(name) AND (\(columns)) > (\(keys.map { mark($0) }.joined(separator: ", ")))"
        conditions.append("(\(instant) < \(end) OR node > \(name)\(own))")
    }

    private mutating func mark(_ value: any DatabaseValueConvertible) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    func statement(_ select: String) -> StoreStatement {
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return StoreStatement(sql: select + condition, values: values)
    }

    func query(
        _ table: StoreTable, orderedBy order: String, limit: Int,
        _ event: @escaping (any StoreRow) throws -> HistoryEvent
    ) -> StoreQuery<HistoryLine> {
        let all = statement("SELECT * FROM \(table.name)")
        return StoreQuery(
            "\(all.sql) ORDER BY \(instant) DESC, \(order) LIMIT $\(values.count + 1)", values + [limit]
        ) { HistoryLine(node: try NodeID($0), event: try event($0)) }
    }
}

extension HistoryPage {
    /// Reads from each table, by its index, the most that a page could have of it; the page is the newest of all.
    init(_ request: HistoryRequest, from database: any StoreDatabase) throws {
        // At or after: a quarter hour within the started second would be before it.
        var quarters = Filter(
            "target_s", of: request.node, since: request.since.map { QuarterHour.atOrAfter($0).seconds })
        var rings = Filter("due_ns", of: request.node, since: request.since?.nanoseconds)
        var sounds = Filter("target_ns", of: request.node, since: request.since?.nanoseconds)
        if let before = request.before {
            let (node, target) = (before.node, before.target)
            // A quarter hour is a whole second, so one already begun is after it; and a node's quarter hour precedes
            // its rings, which precede its sounds.
            let isWhole = WallTime(seconds: target.seconds) == target
            quarters.end(at: target.seconds, after: isWhole ? node : nil)
            let ring: [any DatabaseValueConvertible] = [before.source?.row.kind ?? "", before.source?.row.number ?? 0]
            rings.end(at: target.nanoseconds, after: node, "kind, number", before.order == nil ? ring : [])
            sounds.end(at: target.nanoseconds, after: node, "play", [before.order ?? ""])
        }
        let limit = request.limit + 1
        let lines = try database.read([
            quarters.query(.quarter, orderedBy: "node", limit: limit) { .quarter(try QuarterRecord($0)) },
            rings.query(.ring, orderedBy: "node, kind, number", limit: limit) { .ring(try RingRecord($0)) },
            sounds.query(.sound, orderedBy: "node, play", limit: limit) { .sound(try SoundRecord($0)) },
        ])
        self.init(request, of: Array(lines.joined()))
    }
}

extension SLOResult {
    /// Counts every line of the requested time, one after the other, without holding them.
    ///
    /// - Parameter database: within a transaction.
    init(_ request: SLORequest, from database: any StoreDatabase) throws {
        var count = ServiceLevelCount(request)
        guard let first = request.edges.first, let last = request.edges.last else {
            preconditionFailure("a request without edges is not decoded")
        }
        let quarters = Filter("target_s", of: request.node, since: first.seconds, to: last.seconds)
            .statement("SELECT node, target_s, outcome, onset_error_us FROM quarter")
        let nextQuarter = try database.rows(quarters, page: 10_000)
        while let row = try nextQuarter() {
            guard let node = row.text(at: 0).flatMap({ NodeID($0) }), let target = row.integer(at: 1),
                let outcome = row.text(at: 2).flatMap(QuarterOutcome.init(rawValue:))
            else { throw UnreadableRow("a quarter hour's line") }
            count.countQuarter(
                of: node, WallTime(seconds: target), outcome,
                onsetErrorMicroseconds: row.integer(at: 3).map { Int($0) })
        }
        let rings = Filter("due_ns", of: request.node, since: first.nanoseconds, to: last.nanoseconds)
            .statement("SELECT node, due_ns, outcome, onset_error_us, silent_ms FROM ring")
        let nextRing = try database.rows(rings, page: 10_000)
        while let row = try nextRing() {
            guard let node = row.text(at: 0).flatMap({ NodeID($0) }), let due = row.integer(at: 1),
                let outcome = row.text(at: 2).flatMap(RingOutcome.init(rawValue:)), let silent = row.integer(at: 4)
            else { throw UnreadableRow("a ring's line") }
            count.countRing(
                of: node, WallTime(nanoseconds: due), outcome,
                onsetErrorMicroseconds: row.integer(at: 3).map { Int($0) }, silentMilliseconds: Int(silent))
        }
        self = count.result
    }
}

extension ChangesPage {
    init(_ request: ChangesRequest, from database: any StoreDatabase) throws {
        let events: [ChangeEvent] = try database.read(
            """
            SELECT event FROM change WHERE number < $1 AND at_ns BETWEEN $2 AND $3 ORDER BY number DESC LIMIT $4
            """,
            [
                request.before ?? .max, request.since?.nanoseconds ?? .min, request.until?.nanoseconds ?? .max,
                request.limit + 1,
            ]
        ) { try StoreJSON.value(try $0.text("event")) }
        self.init(request, of: events)
    }
}

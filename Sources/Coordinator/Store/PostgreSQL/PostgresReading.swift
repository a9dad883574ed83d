internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Reads the store from PostgreSQL.

extension StoredState {
    /// - Parameter connection: within a transaction, so that all of it is of one moment.
    init(from connection: PostgresConnection) throws {
        guard let site = try connection.run("SELECT * FROM site").rows.first else {
            throw UnreadableRow("the table site is empty")
        }
        var cursors: [String: [Acked]] = [:]
        // A purged entry no longer says when it was written.
        let found = try connection.run(
            """
            SELECT node, epoch, sequence, at_ns FROM cursor LEFT JOIN ledger USING (node, epoch, sequence)
            ORDER BY node, moved
            """)
        for row in found.rows {
            cursors[try row.neededText("node"), default: []].append(
                Acked(
                    epoch: try row.neededText("epoch"), sequence: Int(try row.needed("sequence")),
                    at: row.number("at_ns").map(WallTime.init(nanoseconds:))))
        }
        let nodes = try connection.run(
            """
            SELECT node.*, last.* FROM node LEFT JOIN LATERAL (
                SELECT target_s, outcome, reason, detail, source, wake_latency_ms, onset_error_us, trips FROM quarter
                WHERE quarter.node = node.id ORDER BY target_s DESC LIMIT 1
            ) AS last ON true ORDER BY node.id
            """
        ).rows.map { try StoredNode($0, cursors: cursors[try $0.neededText("id")] ?? []) }
        let objects = try SiteObject.all(from: connection)
        self.init(
            storeID: try site.neededText("store"),
            generation: try StoreGeneration(stored: try site.neededText("generation")),
            closedThrough: site.number("closed_through_s").map(WallTime.init(seconds:)),
            nodes: nodes, numbers: try DefinitionNumbers(site), objects: objects,
            ringsClosedThrough: site.number("rings_closed_through_ns").map(WallTime.init(nanoseconds:)),
            lines: try RingLine.all(
                of: objects.compactMap(\.onceRinging), after: site.number("rings_closed_through_ns"),
                from: connection),
            scores: try WordScore.all(from: connection),
            withdrawn: try StoreJSON.value(try site.neededText("withdrawn")),
            notices: try NoticeState(stored: try site.neededText("notices")))
    }
}

extension StoredNode {
    fileprivate init(_ row: PostgresRow, cursors: [Acked]) throws {
        let name = try row.neededText("id")
        let availabilityName = try row.neededText("availability")
        guard let id = NodeID(name), let availability = Availability(rawValue: availabilityName) else {
            throw UnreadableRow("node \(name) with availability \(availabilityName)")
        }
        self.init(
            definition: NodeDefinition(
                id: id, firstSeen: WallTime(nanoseconds: try row.needed("first_seen_ns")),
                room: try row.neededText("room"), settings: try StoreJSON.value(try row.neededText("settings")),
                revision: Int(try row.needed("revision")),
                lineage: try StoreJSON.value(try row.neededText("lineage")),
                packs: try StoreJSON.value(try row.neededText("packs")),
                replaces: try StoreJSON.value(try row.neededText("replaces"))),
            availability: availability,
            availabilitySince: row.number("availability_since_ns").map(WallTime.init(nanoseconds:)),
            zone: row.text("zone"), last: row.text("target_s") == nil ? nil : try QuarterRecord(row), cursors: cursors)
    }
}

extension DefinitionNumbers {
    fileprivate init(_ site: PostgresRow) throws {
        let through = site.text("holidays_through")
        let day = through.flatMap { CivilDate(iso8601: $0) }
        guard (through == nil) == (day == nil) else { throw UnreadableRow("holidays through \(through ?? "")") }
        self.init(
            lastAlarm: Int(try site.needed("last_alarm")), lastTimer: Int(try site.needed("last_timer")),
            lastStopwatch: Int(try site.needed("last_stopwatch")), lastChange: Int(try site.needed("last_change")),
            holidaysThrough: day)
    }
}

extension SiteObject {
    fileprivate static func all(from connection: PostgresConnection) throws -> [SiteObject] {
        func read<Value: Decodable>(_ table: String, key: String = "id") throws -> [Value] {
            try connection.run("SELECT definition FROM \(table) ORDER BY \(key)").rows.map {
                try StoreJSON.value(try $0.neededText("definition"))
            }
        }
        return try read("alarm").map(SiteObject.alarm) + read("timer").map(SiteObject.timer)
            + read("stopwatch").map(SiteObject.stopwatch) + read("node_group").map(SiteObject.group)
            + read("holiday_calendar", key: "name").map(SiteObject.calendar)
            + read("timetable", key: "name").map(SiteObject.timetable)
    }
}

extension WordScore {
    fileprivate static func all(from connection: PostgresConnection) throws -> [WordScore] {
        try connection.run("SELECT * FROM score").rows.map { row in
            let (learner, list) = (try row.neededText("learner"), try row.neededText("list"))
            guard let key = ScoreKey(learner: learner, list: list, word: try row.neededText("word")),
                let box = LeitnerBox(rawValue: Int(try row.needed("box")))
            else { throw UnreadableRow("score of \(learner) in \(list)") }
            return WordScore(
                key, box: box, known: Int(try row.needed("known")), missed: Int(try row.needed("missed")),
                last: WallTime(nanoseconds: try row.needed("last_ns")))
        }.sorted { $0.key < $1.key }
    }
}

extension RingLine {
    fileprivate static func all(
        of sources: [RingSource], after due: Int64?, from connection: PostgresConnection
    ) throws -> [RingLine] {
        let columns = "SELECT node, kind, number, due_ns, epoch FROM ring"
        var statements = sources.map {
            PostgresStatement(
                sql: "\(columns) WHERE kind = $1 AND number = $2", values: [$0.kind, String($0.row)])
        }
        if let due { statements.append(PostgresStatement(sql: "\(columns) WHERE due_ns > $1", values: [String(due)])) }
        let lines = try connection.pipeline(statements).flatMap { answer in
            try answer.rows.map { row in
                RingLine(
                    node: try NodeID(row: row),
                    occurrence: Occurrence(
                        source: try RingSource(row), due: WallTime(nanoseconds: try row.needed("due_ns"))),
                    isOfNode: row.text("epoch") != nil)
            }
        }
        return Set(lines).sorted { ($0.node, $0.occurrence) < ($1.node, $1.occurrence) }
    }
}

// MARK: Lines

extension QuarterRecord {
    fileprivate init(_ row: PostgresRow) throws {
        let target = WallTime(seconds: try row.needed("target_s"))
        let outcomeName = try row.neededText("outcome")
        guard let outcome = QuarterOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("quarter hour \(target) with outcome \(outcomeName)")
        }
        self.init(
            target: target, outcome: outcome, reason: row.text("reason").flatMap(QuarterReason.init(rawValue:)),
            detail: row.text("detail"), source: row.text("source").flatMap(WakeSource.init(rawValue:)),
            wakeLatencyMilliseconds: row.number("wake_latency_ms").map { Int($0) },
            onsetErrorMicroseconds: row.number("onset_error_us").map { Int($0) },
            trips: row.number("trips").map { Int($0) })
    }
}

extension RingSource {
    fileprivate init(_ row: PostgresRow) throws {
        try self.init(kind: try row.neededText("kind"), row: Int(try row.needed("number")))
    }
}

extension RingRecord {
    fileprivate init(_ row: PostgresRow) throws {
        let due = WallTime(nanoseconds: try row.needed("due_ns"))
        let (outcomeName, reasonName) = (try row.neededText("outcome"), try row.neededText("reason"))
        guard let outcome = RingOutcome(rawValue: outcomeName), let reason = RingReason(rawValue: reasonName) else {
            throw UnreadableRow("occurrence \(due) with \(outcomeName), \(reasonName)")
        }
        self.init(
            occurrence: Occurrence(source: try RingSource(row), due: due), label: try row.neededText("label"),
            outcome: outcome,
            reason: reason, detail: row.text("detail"),
            rangAt: row.number("rang_at_ns").map(WallTime.init(nanoseconds:)),
            endedAt: WallTime(nanoseconds: try row.needed("ended_at_ns")), snoozes: Int(try row.needed("snoozes")),
            onsetErrorMicroseconds: row.number("onset_error_us").map { Int($0) },
            silentMilliseconds: Int(try row.needed("silent_ms")), by: row.text("stopped_by"))
    }
}

extension SoundRecord {
    fileprivate init(_ row: PostgresRow) throws {
        let (order, soundName) = (try row.neededText("play"), try row.neededText("sound"))
        let outcomeName = try row.neededText("outcome")
        let sound = Digest(soundName)
        guard sound != nil || soundName.isEmpty, let outcome = SoundOutcome(rawValue: outcomeName) else {
            throw UnreadableRow("sound \(order) of \(soundName) with outcome \(outcomeName)")
        }
        self.init(
            order: order, sound: sound, label: try row.neededText("label"),
            target: WallTime(nanoseconds: try row.needed("target_ns")), outcome: outcome,
            reason: row.text("reason").flatMap(SoundReason.init(rawValue:)), detail: row.text("detail"),
            onsetErrorMicroseconds: row.number("onset_error_us").map { Int($0) })
    }
}

extension NodeID {
    fileprivate init(row: PostgresRow) throws {
        let name = try row.neededText("node")
        guard let node = NodeID(name) else { throw UnreadableRow("line of node \(name)") }
        self = node
    }
}

// MARK: History

/// The conditions of a query, and the values of its `$1`, `$2`, …
private struct PostgresFilter {
    private var conditions: [String] = []
    private(set) var values: [String?] = []

    /// Adds a value, and returns its placeholder.
    mutating func value(_ value: any PostgresValue) -> String {
        values.append(value.postgres)
        return "$\(values.count)" + (value is String ? "::text" : "::bigint")
    }

    mutating func add(_ condition: String) { conditions.append(condition) }

    var sql: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }
}

extension SLOResult {
    /// The most lines in memory at a time.
    private static let batch = 10_000

    /// Counts every line of the requested time, a batch at a time.
    init(_ request: SLORequest, from connection: PostgresConnection) throws {
        var count = ServiceLevelCount(request)
        guard let first = request.edges.first, let last = request.edges.last else {
            preconditionFailure("a request without edges is not decoded")
        }
        try Self.read(
            "SELECT node, target_s, outcome, onset_error_us FROM quarter", "target_s", first.seconds...last.seconds,
            of: request.node, from: connection
        ) { row in
            guard let outcome = QuarterOutcome(rawValue: try row.neededText("outcome")) else {
                throw UnreadableRow("a quarter hour's line")
            }
            count.countQuarter(
                of: try NodeID(row: row), WallTime(seconds: try row.needed("target_s")), outcome,
                onsetErrorMicroseconds: row.number("onset_error_us").map { Int($0) })
        }
        try Self.read(
            "SELECT node, due_ns, outcome, onset_error_us, silent_ms FROM ring", "due_ns",
            first.nanoseconds...last.nanoseconds, of: request.node, from: connection
        ) { row in
            guard let outcome = RingOutcome(rawValue: try row.neededText("outcome")) else {
                throw UnreadableRow("a ring's line")
            }
            count.countRing(
                of: try NodeID(row: row), WallTime(nanoseconds: try row.needed("due_ns")), outcome,
                onsetErrorMicroseconds: row.number("onset_error_us").map { Int($0) },
                silentMilliseconds: Int(try row.needed("silent_ms")))
        }
        self = count.result
    }

    /// Reads a table through a cursor, which lives as long as the transaction.
    private static func read(
        _ select: String, _ instant: String, _ span: ClosedRange<Int64>, of node: NodeID?,
        from connection: PostgresConnection, _ body: (PostgresRow) throws -> Void
    ) throws {
        var filter = PostgresFilter()
        filter.add("\(instant) BETWEEN \(filter.value(span.lowerBound)) AND \(filter.value(span.upperBound))")
        if let node { filter.add("node = \(filter.value(node.rawValue))") }
        _ = try connection.run("BEGIN READ ONLY")
        _ = try connection.run("DECLARE line NO SCROLL CURSOR FOR \(select) \(filter.sql)", filter.values)
        while true {
            let rows = try connection.run("FETCH \(batch) FROM line").rows
            for row in rows { try body(row) }
            if rows.count < batch { break }
        }
        _ = try connection.run("COMMIT")
    }
}

extension ChangesPage {
    init(_ request: ChangesRequest, from connection: PostgresConnection) throws {
        let rows = try connection.run(
            """
            SELECT event FROM change WHERE number < $1::bigint AND at_ns BETWEEN $2::bigint AND $3::bigint
            ORDER BY number DESC LIMIT $4::bigint
            """,
            [
                String(request.before ?? .max), String(request.since?.nanoseconds ?? .min),
                String(request.until?.nanoseconds ?? .max), String(request.limit + 1),
            ]
        ).rows
        self.init(request, of: try rows.map { try StoreJSON.value(try $0.neededText("event")) })
    }
}

extension HistoryPage {
    /// Reads from each table, by its index, the most that a page could have of it; the page is the newest of all.
    init(_ request: HistoryRequest, from connection: PostgresConnection) throws {
        let answers = try connection.pipeline([
            Self.quarters(request), Self.rings(request), Self.sounds(request),
        ])
        let quarters = try answers[0].rows.map { row in
            HistoryLine(node: try NodeID(row: row), event: .quarter(try QuarterRecord(row)))
        }
        let rings = try answers[1].rows.map { row in
            HistoryLine(node: try NodeID(row: row), event: .ring(try RingRecord(row)))
        }
        let sounds = try answers[2].rows.map { row in
            HistoryLine(node: try NodeID(row: row), event: .sound(try SoundRecord(row)))
        }
        self.init(request, of: quarters + rings + sounds)
    }

    private static func quarters(_ request: HistoryRequest) -> PostgresStatement {
        var filter = PostgresFilter()
        if let node = request.node { filter.add("node = \(filter.value(node.rawValue))") }
        // At or after: a quarter hour within the started second would be before it.
        if let since = request.since {
            filter.add("target_s >= \(filter.value(QuarterHour.atOrAfter(since).seconds))")
        }
        if let before = request.before {
            // A quarter hour is a whole second, so one already begun is after it; and a node's quarter hour precedes
            // its rings.
            let second = filter.value(before.target.seconds)
            filter.add("target_s <= \(second)")
            if WallTime(seconds: before.target.seconds) == before.target {
                filter.add("(target_s < \(second) OR node > \(filter.value(before.node.rawValue)))")
            }
        }
        let limit = filter.value(request.limit + 1)
        return PostgresStatement(
            sql: "SELECT * FROM quarter \(filter.sql) ORDER BY target_s DESC, node LIMIT \(limit)",
            values: filter.values)
    }

    private static func rings(_ request: HistoryRequest) -> PostgresStatement {
        var filter = PostgresFilter()
        if let node = request.node { filter.add("node = \(filter.value(node.rawValue))") }
        if let since = request.since { filter.add("due_ns >= \(filter.value(since.nanoseconds))") }
        if let before = request.before {
            let due = filter.value(before.target.nanoseconds)
            let node = filter.value(before.node.rawValue)
            filter.add("due_ns <= \(due)")
            // All rings of a node follow its quarter hour, and precede its sounds.
            if before.order == nil {
                let kind = filter.value(before.source?.kind ?? "")
                let number = filter.value(before.source?.row ?? 0)
                filter.add(
                    "(due_ns < \(due) OR node > \(node) OR node = \(node) AND (kind, number) > (\(kind), \(number)))")
            } else {
                filter.add("(due_ns < \(due) OR node > \(node))")
            }
        }
        let limit = filter.value(request.limit + 1)
        return PostgresStatement(
            sql: "SELECT * FROM ring \(filter.sql) ORDER BY due_ns DESC, node, kind, number LIMIT \(limit)",
            values: filter.values)
    }

    private static func sounds(_ request: HistoryRequest) -> PostgresStatement {
        var filter = PostgresFilter()
        if let node = request.node { filter.add("node = \(filter.value(node.rawValue))") }
        if let since = request.since { filter.add("target_ns >= \(filter.value(since.nanoseconds))") }
        if let before = request.before {
            let target = filter.value(before.target.nanoseconds)
            let node = filter.value(before.node.rawValue)
            filter.add("target_ns <= \(target)")
            let order = filter.value(before.order ?? "")
            filter.add(
                "(target_ns < \(target) OR node > \(node) OR node = \(node) AND play > \(order))")
        }
        let limit = filter.value(request.limit + 1)
        return PostgresStatement(
            sql: "SELECT * FROM sound \(filter.sql) ORDER BY target_ns DESC, node, play LIMIT \(limit)",
            values: filter.values)
    }
}

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

// Reads the state from a store.

extension StoredState {
    /// - Parameter database: within a transaction, so that all of it is of one moment.
    init(from database: any StoreDatabase) throws {
        guard let site = try database.read("SELECT * FROM site", [], StoredState.init(site:)).first else {
            throw UnreadableRow("the table site is empty")
        }
        self = site
        // A purged entry no longer says when it was written.
        let cursors = Dictionary(
            grouping: try database.read(
                """
                SELECT node, epoch, sequence, at_ns FROM cursor LEFT JOIN ledger USING (node, epoch, sequence)
                ORDER BY node, moved
                """
            ) { row in
                (
                    node: try row.text("node"),
                    acked: Acked(
                        epoch: try row.text("epoch"), sequence: try row.number("sequence"),
                        at: row.number(optional: "at_ns").map(WallTime.init(nanoseconds:)))
                )
            }, by: \.node)
        nodes = try database.read("SELECT * FROM node ORDER BY id") { row in
            try StoredNode(row, cursors: (cursors[try row.text("id")] ?? []).map(\.acked))
        }
        let newest = try database.read(
            nodes.map { node in
                StoreQuery(
                    """
                    SELECT target_s, outcome, reason, detail, source, wake_latency_ms, onset_error_us, trips
                    FROM quarter WHERE node = $1 ORDER BY target_s DESC LIMIT 1
                    """, [node.definition.id.rawValue], QuarterRecord.init)
            })
        for (place, lines) in newest.enumerated() { nodes[place].last = lines.first }
        objects = try SiteObject.all(from: database)
        lines = try RingLine.all(
            of: objects.compactMap(\.onceRinging), after: ringsClosedThrough?.nanoseconds, from: database)
        scores = try database.read("SELECT * FROM score", [], WordScore.init).sorted { $0.key < $1.key }
    }

    private init(site row: any StoreRow) throws {
        self.init(
            storeID: try row.text("store"), generation: try StoreGeneration(stored: try row.text("generation")),
            closedThrough: row.number(optional: "closed_through_s").map(WallTime.init(seconds:)), nodes: [],
            numbers: try DefinitionNumbers(row),
            ringsClosedThrough: row.number(optional: "rings_closed_through_ns").map(WallTime.init(nanoseconds:)),
            withdrawn: try StoreJSON.value(try row.text("withdrawn")),
            notices: try NoticeState(stored: try row.text("notices")))
    }
}

extension StoreGeneration {
    fileprivate init(stored text: String) throws {
        guard let generation = StoreGeneration(text) else { throw UnreadableRow("generation \(text)") }
        self = generation
    }
}

extension DefinitionNumbers {
    fileprivate init(_ site: any StoreRow) throws {
        let through = site.text(optional: "holidays_through")
        let day = through.flatMap { CivilDate(iso8601: $0) }
        guard (through == nil) == (day == nil) else { throw UnreadableRow("holidays through \(through ?? "")") }
        self.init(
            lastAlarm: try site.number("last_alarm"), lastTimer: try site.number("last_timer"),
            lastStopwatch: try site.number("last_stopwatch"), lastChange: try site.number("last_change"),
            holidaysThrough: day)
    }
}

extension StoredNode {
    fileprivate init(_ row: any StoreRow, cursors: [Acked]) throws {
        let (name, availabilityName) = (try row.text("id"), try row.text("availability"))
        guard let id = NodeID(name), let availability = Availability(rawValue: availabilityName) else {
            throw UnreadableRow("node \(name) with availability \(availabilityName)")
        }
        self.init(
            definition: NodeDefinition(
                id: id, firstSeen: WallTime(nanoseconds: try row.number("first_seen_ns")), room: try row.text("room"),
                settings: try StoreJSON.value(try row.text("settings")), revision: try row.number("revision"),
                lineage: try StoreJSON.value(try row.text("lineage")),
                packs: try StoreJSON.value(try row.text("packs")),
                replaces: try StoreJSON.value(try row.text("replaces"))),
            availability: availability,
            availabilitySince: row.number(optional: "availability_since_ns").map(WallTime.init(nanoseconds:)),
            zone: row.text(optional: "zone"), cursors: cursors)
    }
}

extension SiteObject {
    /// All objects: alarms, timers, stopwatches, groups, calendars, timetables; each ordered by id.
    fileprivate static func all(from database: any StoreDatabase) throws -> [SiteObject] {
        func read<Value: Decodable>(_ table: StoreTable, _ object: @escaping (Value) -> SiteObject) throws
            -> [SiteObject]
        {
            try database.read("SELECT definition FROM \(table.name) ORDER BY \(table.order)") { row in
                object(try StoreJSON.value(try row.text("definition")))
            }
        }
        return try read(.alarm, SiteObject.alarm) + read(.timer, SiteObject.timer)
            + read(.stopwatch, SiteObject.stopwatch) + read(.group, SiteObject.group)
            + read(.calendar, SiteObject.calendar) + read(.timetable, SiteObject.timetable)
    }
}

extension WordScore {
    fileprivate init(_ row: any StoreRow) throws {
        let (learner, list) = (try row.text("learner"), try row.text("list"))
        guard let key = ScoreKey(learner: learner, list: list, word: try row.text("word")),
            let box = LeitnerBox(rawValue: try row.number("box"))
        else { throw UnreadableRow("score of \(learner) in \(list)") }
        self.init(
            key, box: box, known: try row.number("known"), missed: try row.number("missed"),
            last: WallTime(nanoseconds: try row.number("last_ns")))
    }
}

extension RingLine {
    /// Returns the lines of these sources, and those due after an instant in nanoseconds, ordered by node and
    /// occurrence.
    fileprivate static func all(
        of sources: [RingSource], after due: Int64?, from database: any StoreDatabase
    ) throws -> [RingLine] {
        let columns = "SELECT node, kind, number, due_ns, epoch FROM ring"
        var queries = sources.map {
            StoreQuery("\(columns) WHERE kind = $1 AND number = $2", [$0.row.kind, $0.row.number], RingLine.init)
        }
        if let due { queries.append(StoreQuery("\(columns) WHERE due_ns > $1", [due], RingLine.init)) }
        return Set(try database.read(queries).joined()).sorted { ($0.node, $0.occurrence) < ($1.node, $1.occurrence) }
    }

    private init(_ row: any StoreRow) throws {
        self.init(node: try NodeID(row), occurrence: try Occurrence(row), isOfNode: row.text(optional: "epoch") != nil)
    }
}

public import ClockCoordinatorCore
internal import GRDB
internal import Glibc

/// Copies a store from a file into a database or back, or to another place of its kind.
///
/// Both kinds have the same tables, so it copies lines unchanged, with the store's name: nodes do not notice. Before
/// the copy gets its place, it reads each line again and compares it with the source.
public enum StoreCopy {
    public enum Place: Sendable, CustomStringConvertible {
        case file(String)
        case database(PostgresAddress)

        /// - Parameter text: the path of an SQLite file, or a `postgresql://` address.
        public init(_ text: String) throws(StoreError) {
            self = PostgresAddress.isMeant(by: text) ? .database(try PostgresAddress(text)) : .file(text)
        }

        public var description: String {
            switch self {
            case .file(let path): path
            case .database(let address): address.name
            }
        }
    }

    /// The result of a copy.
    public struct Outcome: Hashable, Sendable {
        public var store: String
        /// The number of lines of all tables.
        public var lines: Int
    }

    /// Copies all of a store. No coordinator may work with either; the caller ensures that as far as possible.
    ///
    /// - Parameters:
    ///   - target: a file that does not exist, or a database without a store or with an empty one.
    ///   - replacing: true if a file of that name may be replaced.
    /// - Throws: ``StoreError``; then the target has nothing new.
    public static func copy(
        from source: Place, to target: Place, replacing: Bool = false
    ) throws(StoreError) -> Outcome {
        do {
            switch source {
            case .file(let path):
                guard access(path, F_OK) == 0 else { throw StoreError(.failed, "there is no store \(path)") }
                let queue = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
                return try queue.read { database in
                    try StoreSchema.check(database, path: path)
                    guard try StoreSchema.migrator.hasCompletedMigrations(database) else {
                        throw StoreError(
                            .failed, "\(path) is of an earlier version: start the coordinator of this one with it once")
                    }
                    return try copy(from: database, to: target, replacing: replacing)
                }
            case .database(let address):
                let connection = try PostgresStore.connect(address)
                _ = try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                guard try PostgresSchema.isCurrent(connection) else {
                    throw StoreError(
                        .failed,
                        "\(address.name) has no store of this version: start the coordinator of this version with it once"
                    )
                }
                return try copy(from: connection, to: target, replacing: replacing)
            }
        } catch let error as StoreError {
            throw error
        } catch let failure as PostgresFailure {
            throw StoreError(failure, "cannot copy \(source) to", name: "\(target)")
        } catch {
            throw StoreError(error, "cannot copy \(source) to", path: "\(target)")
        }
    }

    private static func copy(from source: any StoreLines, to target: Place, replacing: Bool) throws -> Outcome {
        switch target {
        case .file(let path):
            guard replacing || access(path, F_OK) != 0 else {
                throw StoreError(.exists, "\(path) is there already: move it away, or name another file")
            }
            if let noted = try StoreIdentity(path: path).read(), noted != (try name(in: source)) {
                throw StoreError(
                    .exists, "\(path).id says that store \(noted) was there, and this is another one: move it away")
            }
            let draft = "\(path).\(getpid()).tmp"
            try StoreFile.reserve(draft)
            do {
                let queue = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
                try StoreSchema.migrator.migrate(queue)
                let outcome = try queue.write { database in try fill(database, from: source, "\(target)") }
                try StoreFile.makeSingle(queue)
                try queue.read { try StoreFile.inspect($0, path: path) }
                try queue.close()
                try StoreFile.install(draft, as: path, isFoldersOwn: true)
                return outcome
            } catch {
                StoreFile.discard(draft)
                throw error
            }
        case .database(let address):
            let connection = try PostgresStore.connect(address)
            try PostgresSchema.migrate(connection, name: address.name)
            _ = try connection.run("BEGIN")
            // A coordinator that works with it meanwhile must not commit afterwards.
            _ = try connection.run(
                "UPDATE lease SET generation = generation + 1, holder = '', machine = '', expires = '-infinity'")
            let used = try connection.run(
                "SELECT EXISTS (SELECT FROM node) OR EXISTS (SELECT FROM alarm) OR EXISTS (SELECT FROM score) AS used")
            guard used.rows[0].text("used") != "t" else {
                throw StoreError(.exists, "\(address.name) has a store already: make an empty database")
            }
            let outcome = try fill(connection, from: source, "\(target)")
            _ = try connection.run("COMMIT")
            return outcome
        }
    }

    private static func name(in source: any StoreLines) throws -> String? {
        let table = StoreTable.all[0]
        return try source.reader(of: table).next()?[1]
    }

    /// Copies all lines into empty tables, and compares them.
    static func fill(
        _ target: any StoreLines, from source: any StoreLines, _ name: String
    ) throws -> Outcome {
        // A new store has a line of its own.
        try target.empty(StoreTable.all[0])
        var outcome = Outcome(store: try self.name(in: source) ?? "", lines: 0)
        for table in StoreTable.all {
            let reader = try source.reader(of: table)
            var page: [[String?]] = []
            while let line = try reader.next() {
                page.append(target.adapted(line))
                outcome.lines += 1
                guard page.count == 1_000 else { continue }
                try target.insert(page, into: table)
                page = []
            }
            try target.insert(page, into: table)
        }
        for table in StoreTable.all {
            let (before, after) = (try source.reader(of: table), try target.reader(of: table))
            while true {
                let (wanted, found) = (try before.next().map(target.adapted), try after.next())
                guard wanted == found else {
                    let key = (wanted ?? found ?? []).prefix(table.key.count).map { $0 ?? "NULL" }
                    throw StoreError(
                        .failed,
                        "the copy in \(name) differs in the table \(table.name) at \(key.joined(separator: ", ")); "
                            + "it was not kept")
                }
                if wanted == nil { break }
            }
        }
        return outcome
    }
}

/// A table that both kinds of store have.
struct StoreTable: Sendable {
    let name: String
    /// The columns that identify and order its lines, before the others.
    let key: [String]
    let others: [String]

    var columns: [String] { key + others }
    var list: String { columns.joined(separator: ", ") }
    var order: String { key.joined(separator: ", ") }

    private init(_ name: String, _ key: String, _ others: String) {
        self.name = name
        self.key = key.split(separator: " ").map(String.init)
        self.others = others.split(separator: " ").map(String.init)
    }

    /// All tables; those that others refer to go first.
    static let all = [
        StoreTable(
            "site", "id",
            "store closed_through_s probed_ns last_alarm last_timer last_stopwatch last_change holidays_through "
                + "rings_closed_through_ns withdrawn notices generation"),
        StoreTable(
            "node", "id",
            "first_seen_ns room revision settings availability availability_since_ns zone packs replaces lineage"),
        StoreTable("cursor", "node epoch", "sequence moved"),
        StoreTable("ledger", "node epoch sequence", "at_ns received_ns kind entry"),
        StoreTable(
            "quarter", "node target_s",
            "outcome reason detail source wake_latency_ms onset_error_us trips epoch sequence"),
        StoreTable("alarm", "id", "definition"), StoreTable("timer", "id", "definition"),
        StoreTable("stopwatch", "id", "definition"), StoreTable("node_group", "id", "definition"),
        StoreTable("holiday_calendar", "name", "definition"), StoreTable("timetable", "name", "definition"),
        StoreTable(
            "ring", "kind number node due_ns",
            "label outcome reason detail rang_at_ns ended_at_ns snoozes onset_error_us silent_ms stopped_by epoch "
                + "sequence"),
        StoreTable("change", "number", "at_ns event"),
        StoreTable("score", "learner list word", "box known missed last_ns"),
        StoreTable(
            "sound", "node play", "target_ns sound label outcome reason detail onset_error_us epoch sequence"),
    ]
}

/// Lines of tables, one after the other in the order of their keys.
protocol StoreLineReader: AnyObject {
    /// The values of the table's columns, numbers in digits; `nil` after the last line.
    func next() throws -> [String?]?
}

/// The lines of a store, within a transaction.
protocol StoreLines {
    func reader(of table: StoreTable) throws -> any StoreLineReader
    func insert(_ lines: [[String?]], into table: StoreTable) throws
    func empty(_ table: StoreTable) throws
    /// Returns a line in the form that this store keeps.
    func adapted(_ line: [String?]) -> [String?]
}

// MARK: SQLite

extension Database: StoreLines {
    private final class Reader: StoreLineReader {
        private let rows: RowCursor

        init(_ rows: RowCursor) { self.rows = rows }

        func next() throws -> [String?]? {
            guard let row = try rows.next() else { return nil }
            return try row.databaseValues.map { value in
                switch value.storage {
                case .null: nil
                case .int64(let number): String(number)
                case .string(let text): text
                case .double, .blob: throw UnreadableRow("\(value) is neither a number nor a text")
                }
            }
        }
    }

    func reader(of table: StoreTable) throws -> any StoreLineReader {
        Reader(try Row.fetchCursor(self, sql: "SELECT \(table.list) FROM \(table.name) ORDER BY \(table.order)"))
    }

    func insert(_ lines: [[String?]], into table: StoreTable) throws {
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        // The tables are strict: a number in digits becomes one.
        let statement = try cachedStatement(sql: "INSERT INTO \(table.name) (\(table.list)) VALUES (\(marks))")
        for line in lines { try statement.execute(arguments: StatementArguments(line)) }
    }

    func empty(_ table: StoreTable) throws { try execute(sql: "DELETE FROM \(table.name)") }

    func adapted(_ line: [String?]) -> [String?] { line }
}

// MARK: PostgreSQL

extension PostgresConnection: StoreLines {
    private final class Reader: StoreLineReader {
        private let connection: PostgresConnection
        private let name: String
        /// The lines of a page in reverse: the last one is the next.
        private var page: [[String?]] = []

        init(_ connection: PostgresConnection, _ name: String) {
            self.connection = connection
            self.name = name
        }

        func next() throws -> [String?]? {
            if page.isEmpty {
                page = try connection.run("FETCH 1000 FROM \(name)").rows.map(\.values).reversed()
                if page.isEmpty { _ = try connection.run("CLOSE \(name)") }
            }
            return page.popLast()
        }
    }

    func reader(of table: StoreTable) throws -> any StoreLineReader {
        let name = "lines_\(UInt64.random(in: .min ... .max))"
        _ = try run(
            "DECLARE \(name) NO SCROLL CURSOR FOR SELECT \(table.list) FROM \(table.name) ORDER BY \(table.order)")
        return Reader(self, name)
    }

    func insert(_ lines: [[String?]], into table: StoreTable) throws {
        guard !lines.isEmpty else { return }
        let marks = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table.name) (\(table.list)) VALUES (\(marks))"
        _ = try pipeline(lines.map { PostgresStatement(sql: sql, values: $0) })
    }

    func empty(_ table: StoreTable) throws { _ = try run("DELETE FROM \(table.name)") }

    func adapted(_ line: [String?]) -> [String?] {
        line.map { $0.map { $0.utf8.contains(0) ? Self.withoutZeros($0) : $0 } }
    }
}

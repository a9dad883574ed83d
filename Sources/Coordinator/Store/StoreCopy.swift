public import ClockCoordinatorCore
internal import GRDB
internal import Glibc

/// Copies a store from a file into a database or back, or to another place of its kind.
///
/// Both kinds have the same tables, so it copies lines unchanged, with the store's name: nodes do not notice. Before
/// the copy gets its place, it reads each line again and compares it with the source.
public enum StoreCopy {
    /// The most lines in memory at a time.
    private static let pageLength = 1_000

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
        } catch let failure as PostgresFailure {
            throw StoreError(failure, "cannot copy \(source) to", name: "\(target)")
        } catch {
            throw StoreError(error, "cannot copy \(source) to", path: "\(target)")
        }
    }

    private static func copy(from source: any StoreDatabase, to target: Place, replacing: Bool) throws -> Outcome {
        switch target {
        case .file(let path):
            guard replacing || access(path, F_OK) != 0 else {
                throw StoreError(.exists, "\(path) is there already: move it away, or name another file")
            }
            if let noted = try StoreIdentity(path: path).read(), noted != (try name(in: source)) {
                throw StoreError(
                    .exists, "\(path).id says that store \(noted) was there, and this is another one: move it away")
            }
            return try StoreFile.make(path, isFoldersOwn: true) { draft in
                let queue = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
                try StoreSchema.migrator.migrate(queue)
                let outcome = try queue.write { database in try fill(database, from: source, "\(target)") }
                try StoreFile.makeSingle(queue)
                try queue.read { try StoreFile.inspect($0, path: path) }
                try queue.close()
                return outcome
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
            guard used.rows[0].text(optional: "used") != "t" else {
                throw StoreError(.exists, "\(address.name) has a store already: make an empty database")
            }
            let outcome = try fill(connection, from: source, "\(target)")
            _ = try connection.run("COMMIT")
            return outcome
        }
    }

    private static func name(in source: any StoreDatabase) throws -> String? {
        try source.read("SELECT store FROM site") { try $0.text("store") }.first
    }

    /// Copies all lines into empty tables, and compares them.
    static func fill(_ target: any StoreDatabase, from source: any StoreDatabase, _ name: String) throws -> Outcome {
        // A new store has a line of its own.
        try target.execute([StoreStatement(sql: "DELETE FROM site")])
        var outcome = Outcome(store: try self.name(in: source) ?? "", lines: 0)
        for table in StoreTable.all {
            let next = try lines(of: table, in: source)
            // The tables of SQLite are strict: a number in digits becomes one.
            let insertion = "\(table.insertion) VALUES (\(table.marks))"
            var page: [StoreStatement] = []
            while let line = try next() {
                page.append(StoreStatement(sql: insertion, values: target.adapted(line)))
                outcome.lines += 1
                guard page.count == pageLength else { continue }
                try target.execute(page)
                page = []
            }
            try target.execute(page)
        }
        for table in StoreTable.all {
            let (before, after) = (try lines(of: table, in: source), try lines(of: table, in: target))
            while true {
                let (wanted, found) = (try before().map(target.adapted), try after())
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

    /// Returns a function for the next line of a table, in the order of its key; `nil` after the last.
    private static func lines(of table: StoreTable, in database: any StoreDatabase) throws -> () throws -> [String?]? {
        let next = try database.rows(
            StoreStatement(sql: "SELECT \(table.list) FROM \(table.name) ORDER BY \(table.order)"), page: pageLength)
        return { try next()?.values }
    }
}

internal import ClockCoordinatorCore
internal import GRDB

// The tables in SQLite.

extension StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) {
                try $0.execute(sql: StoreDialect.sqlite.script(of: migration))
            }
        }
        return migrator
    }

    /// - Throws: ``StoreError`` for the database of a newer version and for one that is not a coordinator's store. An
    ///   empty one is neither.
    static func check(_ database: Database, path: String) throws {
        let isFresh = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
        // Databases that other programs keep through the same library have the first table too.
        let isOurs = try database.tableExists("grdb_migrations") && database.tableExists("site")
        guard isFresh || isOurs else {
            throw StoreError(
                .corrupt, "\(path) is an SQLite database of some other program: name another state_directory or file")
        }
        guard try isFresh || !migrator.hasBeenSuperseded(database) else {
            throw StoreError(
                .newerVersion,
                "the store \(path) was written by a newer version of clock-coordinator: "
                    + "install that version again, or restore a backup from before the upgrade")
        }
    }

    /// Compares the database's schema with that of the migrations that it went through.
    ///
    /// - Throws: ``StoreError`` for an extra, missing or different table, index, trigger or view: the database's
    ///   handling of a commit is then unknown.
    static func compare(_ database: Database, path: String) throws {
        let model = try DatabaseQueue()
        if let last = try migrator.appliedMigrations(database).last { try migrator.migrate(model, upTo: last) }
        let wanted = try model.read(parts)
        let found = try parts(of: database)
        if let part = found.keys.sorted().first(where: { wanted[$0] != found[$0] }) {
            throw StoreError(
                .corrupt, "\(path) is no backup of a coordinator's store: no coordinator makes the \(part) in it")
        }
        if let part = wanted.keys.sorted().first(where: { found[$0] == nil }) {
            throw StoreError(.corrupt, "\(path) is no backup of a coordinator's store: it lacks the \(part)")
        }
    }

    /// Returns each part, such as `trigger "evil"`, and its SQL with even white space.
    private static func parts(of database: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_stat%'")
        return Dictionary(
            rows.map { row in
                let (type, name, sql): (String, String, String) = (row["type"], row["name"], row["sql"])
                let spaced = sql.map { "(),".contains($0) ? " \($0) " : String($0) }.joined()
                // The names of a file's parts are shown with their control characters escaped.
                return (
                    "\(type) \(name.debugDescription)",
                    spaced.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                )
            }, uniquingKeysWith: { first, second in "\(first); \(second)" })
    }
}

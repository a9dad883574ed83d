internal import ClockCoordinatorCore

/// The tables in PostgreSQL: those of ``StoreSchema``, and some of its own. A released migration never changes.
enum PostgresSchema {
    static let migrations: [String] = {
        let shared = StoreSchema.migrations.map(StoreDialect.postgreSQL.script)
        return [(shared[..<7] + [lease]).joined(separator: "\n"), standby] + shared[7...]
    }()

    private static let lease = """
        -- One row: which coordinator may write, by the number that grows with each taking of it, and its last commit.
        CREATE TABLE lease (
            id BIGINT PRIMARY KEY CHECK (id = 1), generation BIGINT NOT NULL, holder TEXT NOT NULL,
            expires TIMESTAMPTZ NOT NULL, last_commit BIGINT NOT NULL
        );
        INSERT INTO lease VALUES (1, 0, '', '-infinity', 0);
        """

    private static let standby = """
        -- Where its holder runs, and how often it was taken, renewed or used for a commit.
        ALTER TABLE lease ADD COLUMN machine TEXT NOT NULL DEFAULT '';
        ALTER TABLE lease ADD COLUMN renewals BIGINT NOT NULL DEFAULT 0;

        -- Coordinators that stand by, and when each last looked at the lease.
        CREATE TABLE standby (machine TEXT COLLATE "C" PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);
        """

    /// Any number that nothing else in the database uses: the lock during the making of tables.
    private static let lock = 7_306_366_145_317_629_440

    /// True if the database has a store of this version.
    static func isCurrent(_ connection: PostgresConnection) throws -> Bool {
        let found = try connection.run("SELECT to_regclass('clocksmith_schema') IS NOT NULL AS ours")
        guard found.rows[0].text(optional: "ours") == "t" else { return false }
        return try connection.run("SELECT version FROM clocksmith_schema").rows[0].number(optional: "version")
            == Int64(migrations.count)
    }

    /// Returns the version of the store in the database; `nil` without a store.
    ///
    /// - Throws: ``StoreError`` for the database of a newer version and for one with another program's tables.
    static func version(_ connection: PostgresConnection, name: String) throws -> Int64? {
        let found = try connection.run(
            "SELECT to_regclass('clocksmith_schema') IS NOT NULL AS ours, to_regclass('site') IS NOT NULL AS taken")
        guard found.rows[0].text(optional: "ours") == "t" else {
            guard found.rows[0].text(optional: "taken") != "t" else {
                throw StoreError(
                    .corrupt,
                    "the database \(name) has a table \"site\" of some other program: make a database of its own")
            }
            return nil
        }
        let version = try connection.run("SELECT version FROM clocksmith_schema").rows[0].number("version") as Int64
        guard version <= migrations.count else {
            throw StoreError(
                .newerVersion,
                "the store \(name) was written by a newer version of clock-coordinator: "
                    + "install that version again, or restore a backup from before the upgrade into an empty "
                    + "database")
        }
        return version
    }

    /// Migrates the database to this version, in one transaction that excludes other coordinators' migrations.
    ///
    /// - Throws: ``StoreError`` for the database of a newer version and for one with another program's tables; both
    ///   stay unchanged. ``PostgresFailure``.
    static func migrate(_ connection: PostgresConnection, name: String) throws {
        _ = try connection.run("BEGIN")
        do {
            _ = try connection.run("SELECT pg_advisory_xact_lock(\(lock))")
            let version = try version(connection, name: name)
            if version == nil {
                _ = try connection.run("CREATE TABLE clocksmith_schema (version BIGINT NOT NULL)")
                _ = try connection.run("INSERT INTO clocksmith_schema VALUES (0)")
            }
            for migration in migrations.dropFirst(Int(version ?? 0)) { try connection.run(script: migration) }
            _ = try connection.run("UPDATE clocksmith_schema SET version = $1::bigint", ["\(migrations.count)"])
            _ = try connection.run("COMMIT")
        } catch {
            // A lost connection ends its transaction too.
            try? connection.rollBack()
            throw error
        }
    }
}

internal import ClockCoordinatorCore
internal import GRDB

/// The tables and how they came about. A migration that was released is never changed.
///
/// Instants are nanoseconds since the Unix epoch; quarter hours, which are whole seconds, are seconds.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 site, nodes, ledger and quarter hours") { database in
            try database.execute(
                sql: """
                    -- One row: the store itself.
                    CREATE TABLE site (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        store TEXT NOT NULL,
                        closed_through_s INTEGER,
                        probed_ns INTEGER
                    ) STRICT;

                    CREATE TABLE node (
                        id TEXT PRIMARY KEY,
                        first_seen_ns INTEGER NOT NULL,
                        room TEXT NOT NULL,
                        revision INTEGER NOT NULL,
                        settings TEXT NOT NULL,
                        availability TEXT NOT NULL DEFAULT 'offline',
                        availability_since_ns INTEGER
                    ) STRICT, WITHOUT ROWID;

                    -- How far each epoch of a node's ledger is in.
                    CREATE TABLE cursor (
                        node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                        epoch TEXT NOT NULL,
                        sequence INTEGER NOT NULL,
                        moved INTEGER NOT NULL,
                        PRIMARY KEY (node, epoch)
                    ) STRICT, WITHOUT ROWID;

                    -- What nodes wrote, as they wrote it.
                    CREATE TABLE ledger (
                        node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                        epoch TEXT NOT NULL,
                        sequence INTEGER NOT NULL,
                        at_ns INTEGER NOT NULL,
                        received_ns INTEGER NOT NULL,
                        kind TEXT NOT NULL,
                        entry TEXT NOT NULL,
                        PRIMARY KEY (node, epoch, sequence)
                    ) STRICT, WITHOUT ROWID;

                    CREATE INDEX ledger_by_receipt ON ledger (received_ns);

                    -- The one line of each quarter hour and node. Without an epoch it is the coordinator's.
                    CREATE TABLE quarter (
                        node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                        target_s INTEGER NOT NULL,
                        outcome TEXT NOT NULL,
                        reason TEXT,
                        detail TEXT,
                        source TEXT,
                        wake_latency_ms INTEGER,
                        onset_error_us INTEGER,
                        trips INTEGER,
                        epoch TEXT,
                        sequence INTEGER,
                        PRIMARY KEY (node, target_s)
                    ) STRICT, WITHOUT ROWID;

                    CREATE INDEX quarter_by_target ON quarter (target_s DESC, node);

                    INSERT INTO site (id, store) VALUES (1, lower(hex(randomblob(8))));
                    """)
        }
        return migrator
    }

    /// Brings the database up to this version.
    ///
    /// - Throws: ``StoreError`` for the database of a newer version and for one that is not a coordinator's store; both
    ///   are left as they are.
    static func migrate(_ pool: DatabasePool, path: String) throws {
        let migrator = migrator
        let (isNewer, isForeign) = try pool.read { database in
            let isFresh = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
            let isMigrated = try database.tableExists("grdb_migrations")
            return (try isMigrated && migrator.hasBeenSuperseded(database), !isFresh && !isMigrated)
        }
        if isForeign {
            throw StoreError(
                .corrupt, "\(path) is an SQLite database of some other program: name another state_directory")
        }
        if isNewer {
            throw StoreError(
                .newerVersion,
                "the store \(path) was written by a newer version of clock-coordinator: "
                    + "install that version again, or restore a backup from before the upgrade")
        }
        try migrator.migrate(pool)
    }
}

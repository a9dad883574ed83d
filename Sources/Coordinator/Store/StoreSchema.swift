internal import ClockCoordinatorCore
internal import GRDB

/// The tables and their migrations. A released migration never changes.
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
        migrator.registerMigration("2 alarms, timers, stopwatches, groups, holidays and rings") { database in
            try database.execute(
                sql: """
                    -- The newest number of each kind that was given, and how far ahead nodes know holidays.
                    ALTER TABLE site ADD COLUMN last_alarm INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE site ADD COLUMN last_timer INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE site ADD COLUMN last_stopwatch INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE site ADD COLUMN last_change INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE site ADD COLUMN holidays_through TEXT;
                    ALTER TABLE site ADD COLUMN rings_closed_through_ns INTEGER;

                    ALTER TABLE node ADD COLUMN zone TEXT;

                    -- What people define, as it is told to them. A timer is removed when it is over.
                    CREATE TABLE alarm (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
                    CREATE TABLE timer (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
                    CREATE TABLE stopwatch (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
                    CREATE TABLE node_group (id TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE holiday_calendar (name TEXT PRIMARY KEY, definition TEXT NOT NULL)
                        STRICT, WITHOUT ROWID;

                    -- The one line of each occurrence and node: of `alarm` or `timer` number so and so. Without an epoch it
                    -- is the coordinator's.
                    CREATE TABLE ring (
                        node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                        kind TEXT NOT NULL CHECK (kind IN ('alarm', 'timer')),
                        number INTEGER NOT NULL,
                        due_ns INTEGER NOT NULL,
                        label TEXT NOT NULL,
                        outcome TEXT NOT NULL,
                        reason TEXT NOT NULL,
                        detail TEXT,
                        rang_at_ns INTEGER,
                        ended_at_ns INTEGER NOT NULL,
                        snoozes INTEGER NOT NULL,
                        onset_error_us INTEGER,
                        stopped_by TEXT,
                        epoch TEXT,
                        sequence INTEGER,
                        PRIMARY KEY (kind, number, node, due_ns)
                    ) STRICT, WITHOUT ROWID;

                    CREATE INDEX ring_by_due ON ring (due_ns DESC, node, kind, number);
                    CREATE INDEX ring_by_node ON ring (node, due_ns DESC, kind, number);
                    """)
        }
        migrator.registerMigration("3 voice packs") { database in
            try database.execute(
                sql: """
                    -- The voice packs that a node shall have, as JSON; their files are beside the database.
                    ALTER TABLE node ADD COLUMN packs TEXT NOT NULL DEFAULT '[]';
                    """)
        }
        migrator.registerMigration("4 the reading trainer's scores") { database in
            try database.execute(
                sql: """
                    -- What a learner has made of a word: in which box it is, how often it was known and missed.
                    CREATE TABLE score (
                        learner TEXT NOT NULL,
                        list TEXT NOT NULL,
                        word TEXT NOT NULL,
                        box INTEGER NOT NULL,
                        known INTEGER NOT NULL,
                        missed INTEGER NOT NULL,
                        last_ns INTEGER NOT NULL,
                        PRIMARY KEY (learner, list, word)
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("5 sounds that people had played") { database in
            try database.execute(
                sql: """
                    -- The one line of each order to play a sound and node. Those of before are in the ledger alone.
                    CREATE TABLE sound (
                        node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                        play TEXT NOT NULL,
                        target_ns INTEGER NOT NULL,
                        sound TEXT NOT NULL,
                        label TEXT NOT NULL,
                        outcome TEXT NOT NULL,
                        reason TEXT,
                        detail TEXT,
                        onset_error_us INTEGER,
                        epoch TEXT NOT NULL,
                        sequence INTEGER NOT NULL,
                        PRIMARY KEY (node, play)
                    ) STRICT, WITHOUT ROWID;

                    CREATE INDEX sound_by_target ON sound (target_ns DESC, node, play);
                    CREATE INDEX sound_by_node ON sound (node, target_ns DESC, play);
                    """)
        }
        migrator.registerMigration("6 stores whose place a store takes") { database in
            try database.execute(
                sql: """
                    -- The names of the stores whose definitions for the node these take the place of, as JSON.
                    ALTER TABLE node ADD COLUMN replaces TEXT NOT NULL DEFAULT '[]';
                    """)
        }
        migrator.registerMigration("7 sounds that were taken back") { database in
            try database.execute(
                sql: """
                    -- Orders to play a sound that somebody took back and a node that was away may still keep, as JSON.
                    ALTER TABLE site ADD COLUMN withdrawn TEXT NOT NULL DEFAULT '[]';
                    """)
        }
        migrator.registerMigration("8 messages to people") { database in
            try database.execute(
                sql: """
                    -- Messages to people that wait, and what was told, as JSON; empty before the first.
                    ALTER TABLE site ADD COLUMN notices TEXT NOT NULL DEFAULT '';
                    """)
        }
        migrator.registerMigration("9 generations") { database in
            try database.execute(
                sql: """
                    -- The newest generation of the store, as `5-kfdp`, and those in which a node's document was revised, as
                    -- JSON.
                    ALTER TABLE site ADD COLUMN generation TEXT NOT NULL DEFAULT '0';
                    ALTER TABLE node ADD COLUMN lineage TEXT NOT NULL DEFAULT '[]';

                    -- Ids have the tag of a generation behind their number. First to where no other row is.
                    UPDATE alarm SET id = -id * 262144;
                    UPDATE alarm SET id = -id;
                    UPDATE timer SET id = -id * 262144;
                    UPDATE timer SET id = -id;
                    UPDATE stopwatch SET id = -id * 262144;
                    UPDATE stopwatch SET id = -id;
                    UPDATE ring SET number = -number * 262144;
                    UPDATE ring SET number = -number;
                    """)
        }
        migrator.registerMigration("10 values that were left out") { database in
            try database.execute(
                sql: """
                    -- Values that earlier versions left out, written out.
                    UPDATE alarm SET definition = json_insert(definition,
                        '$.alarm.label', '', '$.alarm.enabled', json('true'),
                        '$.alarm.ring', json(
                            '{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true}'),
                        '$.alarm.ring.ramp_s', 0, '$.alarm.ring.tell_unanswered', json('true'),
                        '$.alarm.misfire', json('{"ring_within_min":30}'),
                        '$.alarm.schedule.counts_from', '1970-01-01T00:00:00.000Z',
                        '$.alarm.schedule.skips', json('[]'), '$.alarm.schedule.exceptions', json('[]'),
                        '$.alarm.schedule.holidays', json('[]'),
                        '$.targets.nodes', json('[]'), '$.targets.groups', json('[]'));
                    UPDATE timer SET definition = json_insert(definition,
                        '$.timer.name', '', '$.timer.vouched', json('false'),
                        '$.timer.ring', json(
                            '{"limit_min":10,"ramp_s":0,"snooze_min":0,"sound":"beeps","tell_unanswered":true}'),
                        '$.timer.ring.ramp_s', 0, '$.timer.ring.tell_unanswered', json('true'),
                        '$.targets.nodes', json('[]'), '$.targets.groups', json('[]'));
                    UPDATE stopwatch SET definition = json_insert(definition,
                        '$.name', '', '$.laps', json('[]'), '$.vouched', json('false'));
                    UPDATE holiday_calendar SET definition = json_set(definition, '$.days', (
                        SELECT json_group_array(json_insert(day.value, '$.name', '')) FROM
                            json_each(definition, '$.days') day));
                    UPDATE node SET settings = json_insert(settings,
                        '$.trim_us', 0, '$.volume_floor', 0, '$.volume_ceiling', 100);
                    """)
        }
        migrator.registerMigration("11 timetables") { database in
            try database.execute(
                sql: """
                    -- Rules that give dates their programs of bells.
                    CREATE TABLE timetable (name TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    """)
        }
        migrator.registerMigration("12 silences of rings, and changes") { database in
            try database.execute(
                sql: """
                    -- For how long a ring was not heard after its first frame.
                    ALTER TABLE ring ADD COLUMN silent_ms INTEGER NOT NULL DEFAULT 0;

                    -- People's changes, with the old and the new, as published.
                    CREATE TABLE change (number INTEGER PRIMARY KEY, at_ns INTEGER NOT NULL, event TEXT NOT NULL) STRICT;
                    """)
        }
        migrator.registerMigration("13 calendars of rooms") { database in
            try database.execute(
                sql: """
                    -- The calendars on whose days a room announces nothing.
                    UPDATE node SET settings = json_insert(settings, '$.holidays', json('[]'));
                    """)
        }
        return migrator
    }

    /// Migrates the database to this version.
    ///
    /// - Throws: ``StoreError`` for the database of a newer version and for one that is not a coordinator's store; both
    ///   stay unchanged.
    static func migrate(_ pool: DatabasePool, path: String) throws {
        try pool.read { try check($0, path: path) }
        try migrator.migrate(pool)
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

internal import ClockCoordinatorCore

/// The tables in PostgreSQL and their migrations. A released migration never changes.
///
/// They have the content and the names of the tables of ``StoreSchema``. Instants are nanoseconds since the Unix epoch;
/// quarter hours, which are whole seconds, are seconds. Texts are compared byte by byte, as everywhere else here.
enum PostgresSchema {
    static let migrations = [
        """
        -- One row: the store itself.
        CREATE TABLE site (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            store TEXT NOT NULL,
            closed_through_s BIGINT,
            probed_ns BIGINT,
            last_alarm BIGINT NOT NULL DEFAULT 0,
            last_timer BIGINT NOT NULL DEFAULT 0,
            last_stopwatch BIGINT NOT NULL DEFAULT 0,
            last_change BIGINT NOT NULL DEFAULT 0,
            holidays_through TEXT,
            rings_closed_through_ns BIGINT,
            withdrawn TEXT NOT NULL DEFAULT '[]'
        );

        -- One row: which coordinator may write, by the number that grows with each taking of it, and its last commit.
        CREATE TABLE lease (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            generation BIGINT NOT NULL,
            holder TEXT NOT NULL,
            expires TIMESTAMPTZ NOT NULL,
            last_commit BIGINT NOT NULL
        );
        INSERT INTO lease VALUES (1, 0, '', '-infinity', 0);

        CREATE TABLE node (
            id TEXT COLLATE "C" PRIMARY KEY,
            first_seen_ns BIGINT NOT NULL,
            room TEXT NOT NULL,
            revision BIGINT NOT NULL,
            settings TEXT NOT NULL,
            availability TEXT NOT NULL DEFAULT 'offline',
            availability_since_ns BIGINT,
            zone TEXT,
            packs TEXT NOT NULL DEFAULT '[]',
            replaces TEXT NOT NULL DEFAULT '[]'
        );

        -- How far each epoch of a node's ledger is in.
        CREATE TABLE cursor (
            node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            epoch TEXT COLLATE "C" NOT NULL,
            sequence BIGINT NOT NULL,
            moved BIGINT NOT NULL,
            PRIMARY KEY (node, epoch)
        );

        -- What nodes wrote, as they wrote it.
        CREATE TABLE ledger (
            node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            epoch TEXT COLLATE "C" NOT NULL,
            sequence BIGINT NOT NULL,
            at_ns BIGINT NOT NULL,
            received_ns BIGINT NOT NULL,
            kind TEXT NOT NULL,
            entry TEXT NOT NULL,
            PRIMARY KEY (node, epoch, sequence)
        );
        CREATE INDEX ledger_by_receipt ON ledger (received_ns);

        -- The one line of each quarter hour and node. Without an epoch it is the coordinator's.
        CREATE TABLE quarter (
            node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            target_s BIGINT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            detail TEXT,
            source TEXT,
            wake_latency_ms BIGINT,
            onset_error_us BIGINT,
            trips BIGINT,
            epoch TEXT,
            sequence BIGINT,
            PRIMARY KEY (node, target_s)
        );
        CREATE INDEX quarter_by_target ON quarter (target_s DESC, node);

        -- What people define, as it is told to them. A timer is removed when it is over.
        CREATE TABLE alarm (id BIGINT PRIMARY KEY, definition TEXT NOT NULL);
        CREATE TABLE timer (id BIGINT PRIMARY KEY, definition TEXT NOT NULL);
        CREATE TABLE stopwatch (id BIGINT PRIMARY KEY, definition TEXT NOT NULL);
        CREATE TABLE node_group (id TEXT COLLATE "C" PRIMARY KEY, definition TEXT NOT NULL);
        CREATE TABLE holiday_calendar (name TEXT COLLATE "C" PRIMARY KEY, definition TEXT NOT NULL);

        -- The one line of each occurrence and node. Without an epoch it is the coordinator's.
        CREATE TABLE ring (
            node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('alarm', 'timer')),
            number BIGINT NOT NULL,
            due_ns BIGINT NOT NULL,
            label TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT NOT NULL,
            detail TEXT,
            rang_at_ns BIGINT,
            ended_at_ns BIGINT NOT NULL,
            snoozes BIGINT NOT NULL,
            onset_error_us BIGINT,
            stopped_by TEXT,
            epoch TEXT,
            sequence BIGINT,
            PRIMARY KEY (kind, number, node, due_ns)
        );
        CREATE INDEX ring_by_due ON ring (due_ns DESC, node, kind, number);
        CREATE INDEX ring_by_node ON ring (node, due_ns DESC, kind, number);

        -- What a learner has made of a word.
        CREATE TABLE score (
            learner TEXT COLLATE "C" NOT NULL,
            list TEXT COLLATE "C" NOT NULL,
            word TEXT COLLATE "C" NOT NULL,
            box BIGINT NOT NULL,
            known BIGINT NOT NULL,
            missed BIGINT NOT NULL,
            last_ns BIGINT NOT NULL,
            PRIMARY KEY (learner, list, word)
        );

        -- The one line of each order to play a sound and node.
        CREATE TABLE sound (
            node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            play TEXT COLLATE "C" NOT NULL,
            target_ns BIGINT NOT NULL,
            sound TEXT NOT NULL,
            label TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            detail TEXT,
            onset_error_us BIGINT,
            epoch TEXT NOT NULL,
            sequence BIGINT NOT NULL,
            PRIMARY KEY (node, play)
        );
        CREATE INDEX sound_by_target ON sound (target_ns DESC, node, play);
        CREATE INDEX sound_by_node ON sound (node, target_ns DESC, play);
        """,
        """
        -- Where its holder runs, and how often it was taken, renewed or used for a commit.
        ALTER TABLE lease ADD COLUMN machine TEXT NOT NULL DEFAULT '';
        ALTER TABLE lease ADD COLUMN renewals BIGINT NOT NULL DEFAULT 0;

        -- Coordinators that stand by, and when each last looked at the lease.
        CREATE TABLE standby (machine TEXT COLLATE "C" PRIMARY KEY, seen TIMESTAMPTZ NOT NULL);
        """,
        """
        -- Messages to people that wait, and what was told, as JSON; empty before the first.
        ALTER TABLE site ADD COLUMN notices TEXT NOT NULL DEFAULT '';
        """,
        """
        -- The newest generation of the store, as `5-kfdp`, and those in which a node's document was revised, as JSON.
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
        """,
        """
        -- Values that earlier versions left out, written out.
        UPDATE alarm SET definition = (definition::jsonb || jsonb_build_object(
            'alarm', '{"label":"","enabled":true,"misfire":{"ring_within_min":30}}'::jsonb
                || (definition::jsonb->'alarm') || jsonb_build_object(
                    'ring', '{"ramp_s":0,"tell_unanswered":true}'::jsonb || coalesce(
                        definition::jsonb->'alarm'->'ring', '{"limit_min":10,"snooze_min":9,"sound":"bells"}'),
                    'schedule',
                    '{"counts_from":"1970-01-01T00:00:00.000Z","skips":[],"exceptions":[],"holidays":[]}'::jsonb
                        || (definition::jsonb->'alarm'->'schedule')),
            'targets', '{"nodes":[],"groups":[]}'::jsonb || (definition::jsonb->'targets')))::text;
        UPDATE timer SET definition = (definition::jsonb || jsonb_build_object(
            'timer', '{"name":"","vouched":false}'::jsonb || (definition::jsonb->'timer') || jsonb_build_object(
                'ring', '{"ramp_s":0,"tell_unanswered":true}'::jsonb || coalesce(
                    definition::jsonb->'timer'->'ring', '{"limit_min":10,"snooze_min":0,"sound":"beeps"}')),
            'targets', '{"nodes":[],"groups":[]}'::jsonb || (definition::jsonb->'targets')))::text;
        UPDATE stopwatch SET definition = ('{"name":"","laps":[],"vouched":false}'::jsonb || definition::jsonb)::text;
        UPDATE holiday_calendar SET definition = (definition::jsonb || jsonb_build_object('days', coalesce(
            (SELECT jsonb_agg('{"name":""}'::jsonb || day) FROM jsonb_array_elements(definition::jsonb->'days') day),
            '[]')))::text;
        UPDATE node SET settings =
            ('{"trim_us":0,"volume_floor":0,"volume_ceiling":100}'::jsonb || settings::jsonb)::text;
        """,
        """
        -- Rules that give dates their programs of bells.
        CREATE TABLE timetable (name TEXT COLLATE "C" PRIMARY KEY, definition TEXT NOT NULL);
        """,
        """
        -- For how long a ring was not heard after its first frame.
        ALTER TABLE ring ADD COLUMN silent_ms BIGINT NOT NULL DEFAULT 0;

        -- People's changes, with the old and the new, as published.
        CREATE TABLE change (number BIGINT PRIMARY KEY, at_ns BIGINT NOT NULL, event TEXT NOT NULL);
        """,
        """
        -- The calendars on whose days a room announces nothing.
        UPDATE node SET settings = ('{"holidays":[]}'::jsonb || settings::jsonb)::text;
        """,
    ]

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

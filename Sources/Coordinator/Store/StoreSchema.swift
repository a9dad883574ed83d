/// The tables that both kinds of store have, and their migrations. A released migration never changes.
///
/// Instants are nanoseconds since the Unix epoch; quarter hours, which are whole seconds, are seconds.
enum StoreSchema {
    struct Migration: Sendable {
        let name: String
        /// With the words of both databases; see ``StoreDialect/script(of:)``.
        var shared = ""
        var sqlite = ""
        var postgreSQL = ""
    }

    private static func definitions(_ table: String, _ key: String) -> String {
        "CREATE TABLE \(table) (\(key) PRIMARY KEY, definition TEXT NOT NULL) STRICT"
            + (key.contains("TEXT") ? ", WITHOUT ROWID;" : ";")
    }

    static let migrations = [
        Migration(
            name: "1 site, nodes, ledger and quarter hours",
            shared: """
                -- One row: the store itself.
                CREATE TABLE site (
                    id BIGINT PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, closed_through_s BIGINT, probed_ns BIGINT
                ) STRICT;

                CREATE TABLE node (
                    id TEXT COLLATE "C" PRIMARY KEY, first_seen_ns BIGINT NOT NULL, room TEXT NOT NULL,
                    revision BIGINT NOT NULL, settings TEXT NOT NULL, availability TEXT NOT NULL DEFAULT 'offline',
                    availability_since_ns BIGINT
                ) STRICT, WITHOUT ROWID;

                -- How far each epoch of a node's ledger is in.
                CREATE TABLE cursor (
                    node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                    epoch TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, moved BIGINT NOT NULL,
                    PRIMARY KEY (node, epoch)
                ) STRICT, WITHOUT ROWID;

                -- What nodes wrote, as they wrote it.
                CREATE TABLE ledger (
                    node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                    epoch TEXT COLLATE "C" NOT NULL, sequence BIGINT NOT NULL, at_ns BIGINT NOT NULL,
                    received_ns BIGINT NOT NULL, kind TEXT NOT NULL, entry TEXT NOT NULL,
                    PRIMARY KEY (node, epoch, sequence)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX ledger_by_receipt ON ledger (received_ns);

                -- The one line of each quarter hour and node. Without an epoch it is the coordinator's.
                CREATE TABLE quarter (
                    node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE, target_s BIGINT NOT NULL,
                    outcome TEXT NOT NULL, reason TEXT, detail TEXT, source TEXT, wake_latency_ms BIGINT,
                    onset_error_us BIGINT, trips BIGINT, epoch TEXT, sequence BIGINT, PRIMARY KEY (node, target_s)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX quarter_by_target ON quarter (target_s DESC, node);
                """, sqlite: "INSERT INTO site (id, store) VALUES (1, lower(hex(randomblob(8))));"),
        Migration(
            name: "2 alarms, timers, stopwatches, groups, holidays and rings",
            shared: """
                -- The newest number of each kind that was given, and how far ahead nodes know holidays.
                ALTER TABLE site ADD COLUMN last_alarm BIGINT NOT NULL DEFAULT 0;
                ALTER TABLE site ADD COLUMN last_timer BIGINT NOT NULL DEFAULT 0;
                ALTER TABLE site ADD COLUMN last_stopwatch BIGINT NOT NULL DEFAULT 0;
                ALTER TABLE site ADD COLUMN last_change BIGINT NOT NULL DEFAULT 0;
                ALTER TABLE site ADD COLUMN holidays_through TEXT;
                ALTER TABLE site ADD COLUMN rings_closed_through_ns BIGINT;

                ALTER TABLE node ADD COLUMN zone TEXT;

                -- What people define, as it is told to them. A timer is removed when it is over.
                \(definitions("alarm", "id BIGINT"))
                \(definitions("timer", "id BIGINT"))
                \(definitions("stopwatch", "id BIGINT"))
                \(definitions("node_group", "id TEXT COLLATE \"C\""))
                \(definitions("holiday_calendar", "name TEXT COLLATE \"C\""))

                -- The one line of each occurrence and node: of `alarm` or `timer` number so and so. Without an epoch
                -- it is the coordinator's.
                CREATE TABLE ring (
                    node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('alarm', 'timer')), number BIGINT NOT NULL,
                    due_ns BIGINT NOT NULL, label TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL,
                    detail TEXT, rang_at_ns BIGINT, ended_at_ns BIGINT NOT NULL, snoozes BIGINT NOT NULL,
                    onset_error_us BIGINT, stopped_by TEXT, epoch TEXT, sequence BIGINT,
                    PRIMARY KEY (kind, number, node, due_ns)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX ring_by_due ON ring (due_ns DESC, node, kind, number);
                CREATE INDEX ring_by_node ON ring (node, due_ns DESC, kind, number);
                """),
        // The voice packs that a node shall have, as JSON; their files are beside the database.
        Migration(name: "3 voice packs", shared: "ALTER TABLE node ADD COLUMN packs TEXT NOT NULL DEFAULT '[]';"),
        Migration(
            name: "4 the reading trainer's scores",
            shared: """
                -- What a learner has made of a word: in which box it is, how often it was known and missed.
                CREATE TABLE score (
                    learner TEXT COLLATE "C" NOT NULL, list TEXT COLLATE "C" NOT NULL, word TEXT COLLATE "C" NOT NULL,
                    box BIGINT NOT NULL, known BIGINT NOT NULL, missed BIGINT NOT NULL, last_ns BIGINT NOT NULL,
                    PRIMARY KEY (learner, list, word)
                ) STRICT, WITHOUT ROWID;
                """),
        Migration(
            name: "5 sounds that people had played",
            shared: """
                -- The one line of each order to play a sound and node. Those of before are in the ledger alone.
                CREATE TABLE sound (
                    node TEXT COLLATE "C" NOT NULL REFERENCES node (id) ON DELETE CASCADE,
                    play TEXT COLLATE "C" NOT NULL, target_ns BIGINT NOT NULL, sound TEXT NOT NULL, label TEXT NOT NULL,
                    outcome TEXT NOT NULL, reason TEXT, detail TEXT, onset_error_us BIGINT, epoch TEXT NOT NULL,
                    sequence BIGINT NOT NULL, PRIMARY KEY (node, play)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX sound_by_target ON sound (target_ns DESC, node, play);
                CREATE INDEX sound_by_node ON sound (node, target_ns DESC, play);
                """),
        // The names of the stores whose definitions for the node these take the place of, as JSON.
        Migration(
            name: "6 stores whose place a store takes",
            shared: "ALTER TABLE node ADD COLUMN replaces TEXT NOT NULL DEFAULT '[]';"),
        // Orders to play a sound that somebody took back and a node that was away may still keep, as JSON.
        Migration(
            name: "7 sounds that were taken back",
            shared: "ALTER TABLE site ADD COLUMN withdrawn TEXT NOT NULL DEFAULT '[]';"),
        // Messages to people that wait, and what was told, as JSON; empty before the first.
        Migration(
            name: "8 messages to people", shared: "ALTER TABLE site ADD COLUMN notices TEXT NOT NULL DEFAULT '';"),
        Migration(
            name: "9 generations",
            shared: """
                -- The newest generation of the store, as `5-kfdp`, and those in which a node's document was revised,
                -- as JSON.
                ALTER TABLE site ADD COLUMN generation TEXT NOT NULL DEFAULT '0';
                ALTER TABLE node ADD COLUMN lineage TEXT NOT NULL DEFAULT '[]';

                -- Ids have the tag of a generation behind their number. First to where no other row is.
                UPDATE alarm SET id = -id * 262144; UPDATE alarm SET id = -id;
                UPDATE timer SET id = -id * 262144; UPDATE timer SET id = -id;
                UPDATE stopwatch SET id = -id * 262144; UPDATE stopwatch SET id = -id;
                UPDATE ring SET number = -number * 262144; UPDATE ring SET number = -number;
                """),
        Migration(
            name: "10 values that were left out",
            sqlite: """
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
                """,
            postgreSQL: """
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
                """),
        // Rules that give dates their programs of bells.
        Migration(name: "11 timetables", shared: definitions("timetable", "name TEXT COLLATE \"C\"")),
        Migration(
            name: "12 silences of rings, and changes",
            shared: """
                -- For how long a ring was not heard after its first frame.
                ALTER TABLE ring ADD COLUMN silent_ms BIGINT NOT NULL DEFAULT 0;

                -- People's changes, with the old and the new, as published.
                CREATE TABLE change (number BIGINT PRIMARY KEY, at_ns BIGINT NOT NULL, event TEXT NOT NULL) STRICT;
                """),
        // The calendars on whose days a room announces nothing, and timers that say how long is left.
        Migration(
            name: "13 calendars of rooms, and timers that speak",
            sqlite: """
                UPDATE node SET settings = json_insert(settings, '$.holidays', json('[]'));
                UPDATE timer SET definition = json_insert(definition, '$.timer.speaks', json('false'));
                UPDATE alarm SET definition = json_insert(definition, '$.alarm.speaks', json('false'));
                """,
            postgreSQL: """
                UPDATE node SET settings = ('{"holidays":[]}'::jsonb || settings::jsonb)::text;
                UPDATE timer SET definition = jsonb_set(
                    definition::jsonb, '{timer}', '{"speaks":false}'::jsonb || (definition::jsonb->'timer'))::text;
                UPDATE alarm SET definition = jsonb_set(
                    definition::jsonb, '{alarm}', '{"speaks":false}'::jsonb || (definition::jsonb->'alarm'))::text;
                """),
    ]
}

extension StoreDialect {
    func script(of migration: StoreSchema.Migration) -> String {
        let shared = migration.shared
        // A table of SQLite in the order of its key, of the given types, is STRICT, WITHOUT ROWID. Its texts are
        // compared byte by byte, as PostgreSQL's with COLLATE "C".
        return switch self {
        case .sqlite:
            shared.replacing("BIGINT", with: "INTEGER").replacing(" COLLATE \"C\"", with: "") + "\n" + migration.sqlite
        case .postgreSQL:
            shared.replacing(", WITHOUT ROWID", with: "").replacing(" STRICT", with: "") + "\n" + migration.postgreSQL
        }
    }
}

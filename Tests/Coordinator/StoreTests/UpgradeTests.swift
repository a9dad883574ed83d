import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// A database of an earlier version of the schema is taken on with everything in it.
///
/// The first release, 0.1.0, has version 4; those below are from before it.
@Suite struct UpgradeTests {
    /// A database of version 1 of the schema, dumped by sqlite3.
    private static let version1 = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES('1 site, nodes, ledger and quarter hours');
        CREATE TABLE site (
            id INTEGER PRIMARY KEY CHECK (id = 1), store TEXT NOT NULL, closed_through_s INTEGER, probed_ns INTEGER
        ) STRICT;
        INSERT INTO site VALUES(1,'0123456789abcdef',1795284000,1795284060000000000);
        CREATE TABLE node (
            id TEXT PRIMARY KEY, first_seen_ns INTEGER NOT NULL, room TEXT NOT NULL, revision INTEGER NOT NULL,
            settings TEXT NOT NULL, availability TEXT NOT NULL DEFAULT 'offline', availability_since_ns INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO node VALUES('kitchen',1793491200000000000,'Küche',7,
            '{"chime":"strike","every":"15","muted":true,"quiet":["22:00-07:00"],"self_wake":true,"voice":"english","volume":30}',
            'online',1795284000000000000);
        CREATE TABLE cursor (
            node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE, epoch TEXT NOT NULL, sequence INTEGER NOT NULL,
            moved INTEGER NOT NULL, PRIMARY KEY (node, epoch)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO cursor VALUES('kitchen','e1',2,1);
        CREATE TABLE ledger (
            node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE, epoch TEXT NOT NULL, sequence INTEGER NOT NULL,
            at_ns INTEGER NOT NULL, received_ns INTEGER NOT NULL, kind TEXT NOT NULL, entry TEXT NOT NULL,
            PRIMARY KEY (node, epoch, sequence)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ledger VALUES('kitchen','e1',1,1795283104000000000,1795283104500000000,'quarter',
            '{"at":"2026-11-21T17:45:04.000Z","kind":"quarter","quarter":{"outcome":"announced","target":"2026-11-21T17:45:00.000Z"},"seq":1}');
        CREATE INDEX ledger_by_receipt ON ledger (received_ns);
        CREATE TABLE quarter (
            node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE, target_s INTEGER NOT NULL, outcome TEXT NOT NULL,
            reason TEXT, detail TEXT, source TEXT, wake_latency_ms INTEGER, onset_error_us INTEGER, trips INTEGER,
            epoch TEXT, sequence INTEGER, PRIMARY KEY (node, target_s)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO quarter VALUES('kitchen',1795283100,'announced',NULL,NULL,'wake',3,7,3,'e1',1);
        INSERT INTO quarter VALUES('kitchen',1795284000,'absent','offline','offline since',NULL,NULL,NULL,NULL,NULL,NULL);
        CREATE INDEX quarter_by_target ON quarter (target_s DESC, node);
        """

    @Test func aDatabaseOfVersionOneKeepsEverythingAndTakesWhatIsNew() throws {
        let folder = try TemporaryFolder("upgrade")
        let path = folder.file("store.sqlite")
        _ = try TestProcess.run("sqlite3", [path, "PRAGMA journal_mode = WAL;" + Self.version1])
        let store = try SQLiteStore(path: path)
        let state = try store.load()
        #expect(state.storeID == "0123456789abcdef" && state.closedThrough == instant("18:00:00"))
        #expect(state.numbers == DefinitionNumbers() && state.objects.isEmpty && state.ringsClosedThrough == nil)
        let node = try #require(state.nodes.first)
        #expect(
            node.definition.room == "Küche" && node.definition.revision == 7 && node.definition.settings.mute == .on)
        #expect(node.zone == nil && node.availability == .online && node.definition.packs.isEmpty)
        #expect(node.cursors == [Acked(epoch: "e1", sequence: 2)])
        #expect(try store.history(HistoryRequest()).lines.map(\.record.outcome) == [.absent, .announced])
        let pack = try #require(PackReference(name: "german", digest: Digest(of: [1]), listBytes: 900, bytes: 70_000))
        var definition = node.definition
        definition.packs = [pack]
        _ = try store.commit([
            .saveDefinition(definition), .saveObject(.fullAlarm(1)),
            .saveNumbers(DefinitionNumbers(lastAlarm: 1, lastChange: 1)),
            .saveZone(kitchen, "Europe/Berlin"), .append(kitchen, [ringEntry(3, "a1", "17:50:00")]),
        ])
        let changed = try store.load()
        try store.close()
        #expect(try SQLiteStore(path: path).load() == changed)
        #expect(changed.nodes.first?.definition == definition)
        #expect(changed.objects == [.fullAlarm(1)] && changed.nodes.first?.cursors.first?.sequence == 3)
        #expect(
            try TestProcess.run("sqlite3", [path, "PRAGMA integrity_check; PRAGMA foreign_key_check"]) == "ok\n")
    }

    /// The additions of version 2 of the schema.
    private static let version2 = """
        INSERT INTO grdb_migrations VALUES('2 alarms, timers, stopwatches, groups, holidays and rings');
        ALTER TABLE site ADD COLUMN last_alarm INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE site ADD COLUMN last_timer INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE site ADD COLUMN last_stopwatch INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE site ADD COLUMN last_change INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE site ADD COLUMN holidays_through TEXT;
        ALTER TABLE site ADD COLUMN rings_closed_through_ns INTEGER;
        UPDATE site SET last_alarm = 1, last_change = 4, rings_closed_through_ns = 1795284000000000000;
        ALTER TABLE node ADD COLUMN zone TEXT;
        UPDATE node SET zone = 'Europe/Berlin';
        CREATE TABLE alarm (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
        INSERT INTO alarm VALUES(1, '{"alarm":{"id":"a1","label":"Work","revision":1,"schedule":'
            || '{"counts_from":"2026-11-21T17:20:00.000Z","repetition":{"days":["mon"]},"time":"07:00"}},'
            || '"holidays":"school","targets":{"nodes":["kitchen"]}}');
        CREATE TABLE timer (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
        CREATE TABLE stopwatch (id INTEGER PRIMARY KEY, definition TEXT NOT NULL) STRICT;
        INSERT INTO stopwatch VALUES(1,
            '{"id":"s1","name":"run","revision":1,"state":{"since":"2026-11-21T18:00:02.000Z"}}');
        CREATE TABLE node_group (id TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO node_group VALUES('upstairs','{"id":"upstairs","nodes":["kitchen"]}');
        CREATE TABLE holiday_calendar (name TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE ring (
            node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('alarm', 'timer')), number INTEGER NOT NULL, due_ns INTEGER NOT NULL,
            label TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT, rang_at_ns INTEGER,
            ended_at_ns INTEGER NOT NULL, snoozes INTEGER NOT NULL, onset_error_us INTEGER, stopped_by TEXT, epoch TEXT,
            sequence INTEGER, PRIMARY KEY (kind, number, node, due_ns)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ring VALUES('kitchen','alarm',1,1795283400000000000,'Work','rang','stopped',NULL,
            1795283400000000000,1795283460000000000,0,-3,'clockctl','e1',2);
        CREATE INDEX ring_by_due ON ring (due_ns DESC, node, kind, number);
        CREATE INDEX ring_by_node ON ring (node, due_ns DESC, kind, number);
        """

    @Test func aDatabaseOfVersionTwoKeepsEverythingAndTakesWhatIsNew() throws {
        let folder = try TemporaryFolder("upgrade")
        let path = folder.file("store.sqlite")
        _ = try TestProcess.run(
            "sqlite3", [path, "PRAGMA journal_mode = WAL;" + Self.version1 + Self.version2])
        let store = try SQLiteStore(path: path)
        let state = try store.load()
        #expect(state.numbers == DefinitionNumbers(lastAlarm: 1, lastChange: 4) && state.objects.count == 3)
        guard case .alarm(let alarm) = state.objects.first else {
            Issue.record("the alarm is lost")
            return
        }
        #expect(alarm.holidays == "school")
        #expect(state.generation == .uncounted && alarm.alarm.id == AlarmID("a1"))
        let lines = try store.history(HistoryRequest()).lines
        #expect(lines.count == 3 && lines.compactMap(\.cursor.source) == [.alarm(AlarmID("a1")!)])
        var definition = try #require(state.nodes.first).definition
        #expect(definition.packs.isEmpty && state.nodes.first?.zone == "Europe/Berlin")
        definition.packs = [
            try #require(PackReference(name: "german", digest: Digest(of: [1]), listBytes: 900, bytes: 70_000))
        ]
        let score = WordScore(
            ScoreKey(learner: "Zoë", list: "dolch", word: "the")!, box: .third, known: 4, missed: 1,
            last: instant("17:59:00"))
        _ = try store.commit([.saveDefinition(definition), .saveScore(score)])
        try store.close()
        let again = try SQLiteStore(path: path)
        #expect(try again.load().nodes.first?.definition == definition)
        #expect(try again.load().scores == [score])
        #expect(
            try TestProcess.run("sqlite3", [path, "PRAGMA integrity_check; PRAGMA foreign_key_check"]) == "ok\n")
    }

    /// The additions of version 3 of the schema.
    private static let version3 = """
        INSERT INTO grdb_migrations VALUES('3 voice packs');
        ALTER TABLE node ADD COLUMN packs TEXT NOT NULL DEFAULT '[]';
        """

    /// The additions of version 4 of the schema.
    private static let version4 = """
        INSERT INTO grdb_migrations VALUES('4 the reading trainer''s scores');
        CREATE TABLE score (
            learner TEXT NOT NULL, list TEXT NOT NULL, word TEXT NOT NULL, box INTEGER NOT NULL, known INTEGER NOT NULL,
            missed INTEGER NOT NULL, last_ns INTEGER NOT NULL, PRIMARY KEY (learner, list, word)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO score VALUES('Zoë','dolch','the',3,4,1,1795284000000000000);
        """

    /// The additions of version 5 of the schema.
    private static let version5 = """
        INSERT INTO grdb_migrations VALUES('5 sounds that people had played');
        CREATE TABLE sound (
            node TEXT NOT NULL REFERENCES node (id) ON DELETE CASCADE, play TEXT NOT NULL, target_ns INTEGER NOT NULL,
            sound TEXT NOT NULL, label TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT, detail TEXT,
            onset_error_us INTEGER, epoch TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (node, play)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sound_by_target ON sound (target_ns DESC, node, play);
        CREATE INDEX sound_by_node ON sound (node, target_ns DESC, play);
        """

    /// The additions of version 6 of the schema.
    private static let version6 = """
        INSERT INTO grdb_migrations VALUES('6 stores whose place a store takes');
        ALTER TABLE node ADD COLUMN replaces TEXT NOT NULL DEFAULT '[]';
        UPDATE node SET replaces = '["5f0c9a6e21d4b873"]';
        """

    /// The additions of version 7 of the schema.
    private static let version7 = """
        INSERT INTO grdb_migrations VALUES('7 sounds that were taken back');
        ALTER TABLE site ADD COLUMN withdrawn TEXT NOT NULL DEFAULT '[]';
        UPDATE site SET withdrawn = '[{"order":"pgx4k2","target":"2026-11-21T18:30:00.000Z"}]';
        """

    /// The additions of version 8 of the schema.
    private static let version8 = """
        INSERT INTO grdb_migrations VALUES('8 messages to people');
        ALTER TABLE site ADD COLUMN notices TEXT NOT NULL DEFAULT '';
        UPDATE site SET notices = '{"certificates":[],"last_check":"2026-11-21","offline":["kitchen"],"waiting":[]}';
        """

    /// The additions of version 9 of the schema.
    private static let version9 = """
        INSERT INTO grdb_migrations VALUES('9 generations');
        ALTER TABLE site ADD COLUMN generation TEXT NOT NULL DEFAULT '0';
        ALTER TABLE node ADD COLUMN lineage TEXT NOT NULL DEFAULT '[]';
        UPDATE alarm SET id = id * 262144;
        UPDATE stopwatch SET id = id * 262144;
        UPDATE ring SET number = number * 262144;
        INSERT INTO timer VALUES(1310720, '{"targets":{"groups":["upstairs"]},"timer":{"id":"t5","revision":1,'
            || '"ring":{"limit_min":3,"snooze_min":0,"sound":"harp"},"seconds":60,"state":{"remaining_ms":59500}}}');
        INSERT INTO holiday_calendar VALUES('school',
            '{"days":[{"name":"Christmas","on":"2026-12-25"},{"on":"2027-01-01"}],"name":"school"}');
        """

    /// The values that version 10 of the schema wrote out.
    private static let version10 = """
        INSERT INTO grdb_migrations VALUES('10 values that were left out');
        UPDATE alarm SET definition = '{"alarm":{"enabled":true,"id":"a1","label":"Work","misfire":{"ring_within_min":30},'
            || '"revision":1,"ring":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true},'
            || '"schedule":{"counts_from":"2026-11-21T17:20:00.000Z","exceptions":[],"holidays":[],"repetition":'
            || '{"days":["mon"]},"skips":[],"time":"07:00"}},"holidays":"school",'
            || '"targets":{"groups":[],"nodes":["kitchen"]}}';
        UPDATE timer SET definition = '{"targets":{"groups":["upstairs"],"nodes":[]},"timer":{"id":"t5","name":"",'
            || '"revision":1,"ring":{"limit_min":3,"ramp_s":0,"snooze_min":0,"sound":"harp","tell_unanswered":true},'
            || '"seconds":60,"state":{"remaining_ms":59500},"vouched":false}}';
        UPDATE stopwatch SET definition = json_insert(definition, '$.laps', json('[]'), '$.vouched', json('false'));
        UPDATE holiday_calendar SET definition = json_insert(definition, '$.days[1].name', '');
        UPDATE node SET settings = json_insert(settings, '$.trim_us', 0, '$.volume_floor', 0, '$.volume_ceiling', 100);
        """

    /// The additions of version 11 of the schema.
    private static let version11 = """
        INSERT INTO grdb_migrations VALUES('11 timetables');
        CREATE TABLE timetable (name TEXT PRIMARY KEY, definition TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// The additions of version 12 of the schema.
    private static let version12 = """
        INSERT INTO grdb_migrations VALUES('12 silences of rings, and changes');
        ALTER TABLE ring ADD COLUMN silent_ms INTEGER NOT NULL DEFAULT 0;
        UPDATE ring SET silent_ms = 6300;
        CREATE TABLE change (number INTEGER PRIMARY KEY, at_ns INTEGER NOT NULL, event TEXT NOT NULL) STRICT;
        INSERT INTO change VALUES(4,1795284000000000000,'{"at":"2026-11-21T18:00:00.000Z","by":"anna","number":4,'
            || '"old":{"group":{"id":"attic","nodes":["kitchen"]}}}');
        """

    /// The values that version 13 of the schema wrote out.
    private static let version13 = """
        INSERT INTO grdb_migrations VALUES('13 calendars of rooms, and timers that speak');
        UPDATE node SET settings = json_insert(settings, '$.holidays', json('[]'));
        UPDATE timer SET definition = json_insert(definition, '$.timer.speaks', json('false'));
        UPDATE alarm SET definition = json_insert(definition, '$.alarm.speaks', json('false'));
        """

    private static let additions = [
        version1, version2, version3, version4, version5, version6, version7, version8, version9, version10, version11,
        version12, version13,
    ]

    /// Every version's database, the oldest first. Whoever adds a migration adds what it leaves behind here.
    private static let versions = additions.indices.map { additions[...$0].joined() }

    /// A database of that version, with lines in it.
    private func database(ofVersion number: Int, in folder: TemporaryFolder) throws -> String {
        let path = folder.file("store-\(number).sqlite")
        _ = try TestProcess.run("sqlite3", [path, "PRAGMA journal_mode = WAL;" + Self.versions[number - 1]])
        return path
    }

    /// Tables with their columns, keys and defaults, and indexes: everything that a statement can tell apart.
    private func structure(_ path: String) throws -> String {
        try TestProcess.run(
            "sqlite3",
            [
                path,
                """
                SELECT t.name, t.strict, t.wr, c.name, c.type, c."notnull", c.dflt_value, c.pk
                    FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' ORDER BY 1, 4;
                SELECT i.name, i.tbl_name, k.seqno, k.name, k."desc"
                    FROM sqlite_schema i JOIN pragma_index_xinfo(i.name) k WHERE i.type = 'index' ORDER BY 1, 3;
                SELECT identifier FROM grdb_migrations ORDER BY 1;
                """,
            ])
    }

    @Test(arguments: 1...versions.count)
    func aDatabaseOfAnyVersionBecomesWhatANewOneIsAndKeepsWhatItHas(number: Int) throws {
        let folder = try TemporaryFolder("upgrade")
        let fresh = folder.file("fresh.sqlite")
        try SQLiteStore(path: fresh).close()
        let path = try database(ofVersion: number, in: folder)
        let store = try SQLiteStore(path: path)
        let state = try store.load()
        let rings = try store.history(HistoryRequest()).lines.compactMap(\.ring)
        let changes = try store.changes(ChangesRequest()).changes
        try store.close()
        #expect(try structure(path) == structure(fresh))
        #expect(rings.map(\.silentMilliseconds) == (number >= 12 ? [6_300] : number >= 2 ? [0] : []))
        #expect(changes.map(\.by) == (number >= 12 ? ["anna"] : []))
        #expect(state.storeID == "0123456789abcdef" && state.nodes.first?.definition.room == "Küche")
        #expect(
            state.objects.count == (number >= 9 ? 5 : number >= 2 ? 3 : 0)
                && state.scores.count == (number >= 4 ? 1 : 0))
        #expect(state.notices.offline.map(\.rawValue) == (number >= 8 ? ["kitchen"] : []))
        #expect(state.withdrawn.map(\.order) == (number >= 7 ? ["pgx4k2"] : []))
        #expect(state.nodes.first?.definition.replaces == (number >= 6 ? ["5f0c9a6e21d4b873"] : []))
        #expect(try TestProcess.run("sqlite3", [path, "PRAGMA integrity_check; PRAGMA foreign_key_check"]) == "ok\n")
    }

    @Test func valuesThatWereLeftOutAreWrittenOut() throws {
        let folder = try TemporaryFolder("upgrade")
        let path = try database(ofVersion: 9, in: folder)
        let store = try SQLiteStore(path: path)
        let state = try store.load()
        try store.close()
        func stored(_ table: String, _ column: String = "definition") throws -> String {
            try TestProcess.run("sqlite3", [path, "SELECT \(column) FROM \(table)"])
        }
        let alarm = try stored("alarm")
        #expect(
            alarm.contains(#""ring":{"limit_min":10,"ramp_s":0,"snooze_min":9,"sound":"bells","tell_unanswered":true}"#)
        )
        #expect(alarm.contains(#""label":"Work""#) && alarm.contains(#""misfire":{"ring_within_min":30}"#))
        #expect(alarm.contains(#""enabled":true"#) && alarm.contains(#""groups":[]"#))
        #expect(alarm.contains(#""counts_from":"2026-11-21T17:20:00.000Z""#) && alarm.contains(#""skips":[]"#))
        #expect(
            try stored("timer").contains(
                #""ring":{"limit_min":3,"snooze_min":0,"sound":"harp","ramp_s":0,"tell_unanswered":true}"#))
        #expect(try stored("stopwatch").contains(#""laps":[]"#))
        #expect(
            try stored("holiday_calendar").contains(
                #"[{"name":"Christmas","on":"2026-12-25"},{"on":"2027-01-01","name":""}]"#))
        #expect(try stored("node", "settings").contains(#""trim_us":0,"volume_floor":0,"volume_ceiling":100"#))
        // Read again, each means the same as before.
        #expect(try SQLiteStore(path: path).load() == state)
        #expect(state.objects.count == 5 && state.nodes.first?.definition.settings.volume.percent == 30)
    }

    @Test(arguments: 1...versions.count)
    func aBackupOfAnyVersionIsMadeAndRestored(number: Int) throws {
        let folder = try TemporaryFolder("upgrade")
        let path = try database(ofVersion: number, in: folder)
        let summary = try StoreBackup.write(path, to: folder.file("copy"))
        #expect(summary.nodes == 1 && summary.historyLines == (number >= 2 ? 3 : 2))
        let current = folder.file("store.sqlite")
        let outcome = try StoreRestore.put(folder.file("copy"), inPlaceOf: current, suffix: "before")
        #expect(outcome.summary == summary && outcome.kept == nil)
        #expect(try SQLiteStore(path: current).load().nodes.first?.definition.room == "Küche")
    }

    /// The program of an earlier version knows fewer migrations; to it the database is one of tomorrow.
    @Test func aDowngradeIsRefusedWithWordsAndChangesNothing() throws {
        let folder = try TemporaryFolder("upgrade")
        let path = try database(ofVersion: Self.versions.count, in: folder)
        _ = try TestProcess.run("sqlite3", [path, "INSERT INTO grdb_migrations VALUES ('99 something of tomorrow')"])
        let before = try structure(path)
        do {
            _ = try SQLiteStore(path: path)
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .newerVersion)
            #expect(error.message.contains("newer version of clock-coordinator"))
            #expect(error.message.contains("install that version again, or restore a backup"))
        }
        #expect(try structure(path) == before)
    }
}

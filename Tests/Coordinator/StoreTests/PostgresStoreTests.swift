import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import ClockCoordinatorStore

/// A store in PostgreSQL while its server, its connection or its disk is in trouble.
@Suite(.timeLimit(.minutes(3))) struct PostgresStoreTests {
    private func database(_ server: TestDatabase) throws -> String {
        try server.makeDatabase("d\(UInt64.random(in: .min ... .max))")
    }

    private func code(_ body: () throws(StoreError) -> Void) -> StoreError? {
        do throws(StoreError) { try body() } catch { return error }
        return nil
    }

    private func commit(_ store: PostgresStore, _ operations: [StoreOperation]) -> StoreError? {
        code { () throws(StoreError) in _ = try store.commit(operations) }
    }

    /// Commits; after a lost answer it asks whether the commit is stored, as a coordinator does.
    ///
    /// - Returns: true when it is stored.
    private func carryOut(_ store: PostgresStore, _ operations: [StoreOperation]) async throws -> Bool {
        guard let error = commit(store, operations) else { return true }
        guard error.code == .uncertain else { return false }
        var outcome: CommitSummary??
        try await waitUntil("the outcome is known", timeout: .seconds(60)) {
            do throws(StoreError) {
                outcome = .some(try store.resolveCommit())
                return true
            } catch {
                #expect(error.code == .uncertain)
                return false
            }
        }
        return try #require(outcome) != nil
    }

    // MARK: Opening

    @Test func valuesThatWereLeftOutAreWrittenOut() throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let address = try server.makeDatabase(name)
        var store = try PostgresStore.leading(address)
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        store.close()
        let migration = try #require(PostgresSchema.migrations.firstIndex { $0.contains("left out") })
        try server.query(
            """
            UPDATE clocksmith_schema SET version = \(migration); DROP TABLE timetable;
            ALTER TABLE ring DROP COLUMN silent_ms; DROP TABLE change;
            INSERT INTO alarm VALUES (262144, '{"alarm":{"id":"a1","revision":1,"schedule":'
                '{"repetition":{"once":true},"time":"07:00"}},"targets":{"nodes":["kitchen"]}}');
            INSERT INTO timer VALUES (1310720, '{"targets":{"groups":["upstairs"]},"timer":{"id":"t5","revision":1,'
                '"ring":{"limit_min":3,"snooze_min":0,"sound":"harp"},"seconds":60,"state":{"remaining_ms":59500}}}');
            INSERT INTO stopwatch VALUES (262144, '{"id":"s1","revision":1,"state":{"elapsed_ms":0}}');
            INSERT INTO holiday_calendar VALUES ('school', '{"days":[{"on":"2027-01-01"}],"name":"school"}'),
                ('none', '{"days":[],"name":"none"}');
            UPDATE node SET settings = '{"chime":"none","every":"30","muted":true,"quiet":[],"self_wake":false,'
                '"voice":"german","volume":35}';
            """, in: name)
        store = try PostgresStore.leading(address)
        let state = try store.load()
        store.close()
        #expect(state.objects.count == 5 && state.nodes.first?.definition.settings.volume.percent == 35)
        func stored(_ table: String, _ column: String) throws -> String {
            try server.query("SELECT \(column) FROM \(table)", in: name)
        }
        let alarm = "definition::jsonb->'alarm'->"
        #expect(try stored("alarm", alarm + "'ring'->>'sound'").contains("bells"))
        #expect(try stored("alarm", alarm + "'misfire'->>'ring_within_min'").contains("30"))
        #expect(try stored("alarm", alarm + "'schedule'->>'counts_from'").contains("1970-01-01T00:00:00.000Z"))
        #expect(try stored("timer", "definition::jsonb->'timer'->'ring'->>'sound'").contains("harp"))
        #expect(try stored("timer", "definition::jsonb->'timer'->'ring'->>'tell_unanswered'").contains("true"))
        #expect(try stored("timer", "definition::jsonb->'timer'->>'speaks'").contains("false"))
        #expect(try stored("alarm", alarm + "'speaks'").contains("false"))
        #expect(try stored("stopwatch", "definition::jsonb->>'laps'").contains("[]"))
        #expect(try stored("holiday_calendar", "definition::jsonb->'days'->0->'name'").contains("\"\""))
        #expect(try stored("node", "settings::jsonb->>'volume_ceiling'").contains("100"))
    }

    @Test func aStoreThatIsOpenedAgainHasItsNameAndItsNodes() throws {
        let server = try TestDatabase.common()
        let folder = try TemporaryFolder("identity")
        let address = try database(server)
        var store = try PostgresStore(address, machine: "here", identityFile: folder.file("postgresql"))
        let name = try store.load().storeID
        _ = try store.lease.ask(.take(try store.lease.ask(.look)))
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        store.close()
        store = try PostgresStore(address, machine: "here", identityFile: folder.file("postgresql"))
        #expect(try store.load().storeID == name && store.load().nodes.map(\.definition.id) == [kitchen])
        #expect(store.check().problem == nil && (store.check().sizeBytes ?? 0) > 0)
        // Another database in its place is no new store.
        let other = try database(server)
        let error = code { () throws(StoreError) in
            _ = try PostgresStore(other, machine: "here", identityFile: folder.file("postgresql"))
        }
        #expect(error?.code == .corrupt && error?.message.contains(name) == true)
    }

    @Test func otherProgramsTablesAndNewerStoresAreLeftAsTheyAre() throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let address = try server.makeDatabase(name)
        try server.query("CREATE TABLE site (url TEXT)", in: name)
        #expect(code { () throws(StoreError) in _ = try PostgresStore(address, machine: "here") }?.code == .corrupt)
        #expect(try server.query("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", in: name) == "1")
        try server.query("DROP TABLE site", in: name)
        _ = try PostgresStore(address, machine: "here")
        try server.query("UPDATE clocksmith_schema SET version = 1000", in: name)
        #expect(
            code { () throws(StoreError) in _ = try PostgresStore(address, machine: "here") }?.code == .newerVersion)
    }

    @Test func aDatabaseInAnotherEncodingIsRefused() throws {
        let server = try TestDatabase.common()
        let address = try server.makeDatabase(
            "d\(UInt64.random(in: .min ... .max))", options: "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let error = code { () throws(StoreError) in _ = try PostgresStore(address, machine: "here") }
        #expect(error?.message.contains("ENCODING 'UTF8'") == true)
    }

    @Test(arguments: [
        ("postgresql://me:secret@db/clocks", "passfile"), ("postgresql://db/clocks?password=secret", "passfile"),
        ("postgresql://db/clocks?nonsense=1", "nonsense"),
    ])
    func whatIsNoAddressOrHasASecretIsRefusedInWords(address: String, word: String) {
        let error = code { () throws(StoreError) in _ = try PostgresAddress(address) }
        #expect(error?.message.contains(word) == true && error?.message.contains("secret") == false)
    }

    @Test func anAddressHasANameForPeople() throws {
        #expect(
            try PostgresAddress("postgresql://me@a,b:5433/clocks?sslmode=require").name == "postgresql://a,b/clocks")
    }

    @Test func aServerThatIsNotThereIsNamed() throws {
        let error = code { () throws(StoreError) in
            _ = try PostgresStore("postgresql://x@/clocks?host=/nowhere", machine: "here")
        }
        #expect(error?.code == .failed && error?.message.contains("/nowhere") == true)
    }

    // MARK: Durability

    @Test func aServerThatIsSetToBeQuickAndUnsafeIsToldToSync() throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let address = try server.makeDatabase(name)
        try server.query("ALTER DATABASE \"\(name)\" SET synchronous_commit = off", in: "postgres")
        let store = try PostgresStore.leading(address)
        // The transaction itself writes down what it was told.
        try server.query(
            """
            CREATE TABLE seen (durability TEXT);
            CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
            CREATE TRIGGER look BEFORE INSERT ON node FOR EACH ROW EXECUTE FUNCTION look();
            """, in: name)
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        #expect(try server.query("SELECT durability FROM seen", in: name) == "on")
    }

    // MARK: Trouble

    @Test func connectionsThatAreEndedAreMadeAgain() async throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let store = try PostgresStore.leading(try server.makeDatabase(name))
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        _ = try store.load()
        for round in 1...3 {
            try server.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
            // Nothing of it is lost, whether its answer was or not.
            #expect(try await carryOut(store, [.append(kitchen, [entry(round)])]) == false)
            #expect(try await carryOut(store, [.append(kitchen, [entry(round)])]))
            #expect(try store.load().nodes.first?.cursors.map(\.sequence) == [round])
        }
    }

    @Test func aCommitThatIsCutOffInTheMiddleIsNotThere() async throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let store = try PostgresStore.leading(try server.makeDatabase(name))
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        try server.query(
            """
            CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON score DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION cut();
            """, in: name)
        let score = WordScore(
            ScoreKey(learner: "Ben", list: "dolch", word: "the")!, box: .first, known: 0, missed: 1,
            last: instant("18:00:00"))
        // Cut off in the middle of the commit, it is not there.
        #expect(try await carryOut(store, [.saveScore(score)]) == false)
        #expect(try store.load().scores.isEmpty)
        try server.query("DROP TRIGGER cut ON score", in: name)
        #expect(try await carryOut(store, [.saveScore(score)]))
        // The number of the last commit shows that it is stored.
        #expect(try server.query("SELECT last_commit FROM lease", in: name) == "2")
    }

    /// It waits for a standby that does not exist, and is cut off when it is on the server's own disk.
    @Test func aCommitWhoseAnswerIsLostIsFoundToBeThere() async throws {
        let server = try TestDatabase()
        let store = try PostgresStore.leading(try server.makeDatabase("clocks"))
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        func awaitStandby(_ name: String) throws {
            try server.query("ALTER SYSTEM SET synchronous_standby_names = '\(name)'", in: "postgres")
            try server.query("SELECT pg_reload_conf()", in: "postgres")
        }
        try awaitStandby("nobody")
        // A server takes up its new setting in its own time, so commits go on until one waits.
        let isWaiting = Mutex(false)
        let outcome = Mutex<(last: Int, error: StoreError?)?>(nil)
        DispatchQueue.global().async {
            var last = 0
            var error: StoreError?
            repeat {
                last += 1
                error = self.commit(store, [.append(kitchen, [entry(last)])])
            } while error == nil && !isWaiting.withLock { $0 }
            outcome.withLock { $0 = (last, error) }
        }
        try await waitUntil("the commit waits for a standby", timeout: .seconds(60)) {
            try server.query("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'", in: "postgres")
                == "1"
        }
        isWaiting.withLock { $0 = true }
        try awaitStandby("")
        try server.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'clocks' AND wait_event = 'SyncRep'",
            in: "postgres")
        try await waitUntil("the commit has ended", timeout: .seconds(60)) { outcome.withLock { $0 != nil } }
        let (last, error) = try #require(outcome.withLock { $0 })
        if let error {
            #expect(error.code == .uncertain)
            #expect(try store.resolveCommit() == CommitSummary())
        }
        #expect(try store.load().nodes.first?.cursors.map(\.sequence) == [last])
        #expect(commit(store, [.append(kitchen, [entry(last + 1)])]) == nil)
    }

    @Test func aTransactionInTheWayIsTriedAgain() throws {
        let server = try TestDatabase.common()
        let name = "d\(UInt64.random(in: .min ... .max))"
        let address = try server.makeDatabase(name)
        try server.query(
            "ALTER DATABASE \"\(name)\" SET default_transaction_isolation = 'serializable'", in: "postgres")
        let store = try PostgresStore.leading(address)
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        // The first two times it is refused as a serialization failure.
        try server.query(
            """
            CREATE SEQUENCE tries;
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('tries') < 3 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END IF;
                RETURN NEW;
            END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse();
            """, in: name)
        #expect(commit(store, [.append(kitchen, [entry(1)])]) == nil)
        #expect(try server.query("SELECT last_value FROM tries", in: name) == "3")
        #expect(try store.load().nodes.first?.cursors.map(\.sequence) == [1])
    }

    @Test func oneThatIsRefusedLeavesNothingAndTheNextIsTaken() throws {
        let server = try TestDatabase.common()
        let store = try PostgresStore.leading(try database(server))
        let error = commit(store, [.saveDefinition(.plain(bedroom)), .append(kitchen, [entry(1)])])
        #expect(error?.code == .failed && error?.message.contains("23503") == true)
        #expect(try store.load().nodes.isEmpty)
        #expect(commit(store, [.saveDefinition(.plain(kitchen)), .append(kitchen, [entry(1)])]) == nil)
    }

    @Test func aTextWithAZeroIsKeptWithoutIt() throws {
        let server = try TestDatabase.common()
        let store = try PostgresStore.leading(try database(server))
        var definition = NodeDefinition.plain(kitchen)
        definition.room = "Kü\u{0}che"
        _ = try store.commit([.saveDefinition(definition)])
        #expect(try store.load().nodes.first?.definition.room == "Kü\u{FFFD}che")
    }

    @Test func aServerThatIsStartedAgainIsFound() async throws {
        let server = try TestDatabase()
        let store = try PostgresStore.leading(try server.makeDatabase("clocks"))
        _ = try store.commit([.saveDefinition(.plain(kitchen))])
        server.kill()
        #expect(commit(store, [.append(kitchen, [entry(1)])])?.code == .uncertain)
        do throws(StoreError) {
            _ = try store.resolveCommit()
            Issue.record("nobody knows")
        } catch { #expect(error.code == .uncertain) }
        try server.start()
        #expect(try store.resolveCommit() == nil)
        #expect(try await carryOut(store, [.append(kitchen, [entry(1)])]))
        #expect(try store.load().nodes.first?.cursors.map(\.sequence) == [1])
        // Between two commits nothing was uncertain.
        server.stop()
        #expect(commit(store, [.probe(at: instant("18:00:00"))]) != nil)
        try server.start()
        _ = try store.resolveCommit()
        #expect(commit(store, [.probe(at: instant("18:00:00"))]) == nil)
    }

    @Test func afterAFailoverTheStandbyHasEverythingThatWasAcknowledged() async throws {
        let primary = try TestDatabase(["synchronous_standby_names = '*'", "synchronous_commit = local"])
        _ = try primary.makeDatabase("clocks")
        let standby = try TestDatabase(standbyOf: primary)
        let store = try PostgresStore.leading(primary.address("clocks", or: standby))
        #expect(try await carryOut(store, [.saveDefinition(.plain(kitchen))]))
        var stored = 0
        for number in 1...200 {
            if number == 100 {
                primary.kill()
                try standby.promote()
            }
            while try await carryOut(store, [.append(kitchen, [entry(number)])]) == false {}
            stored = number
        }
        #expect(try store.load().nodes.first?.cursors.map(\.sequence) == [stored])
        #expect(try standby.query("SELECT count(*) FROM ledger", in: "clocks") == "200")
    }

    @Test(.enabled(if: geteuid() == 0, "mounts a file system of its own"))
    func onAFullDiskNothingThatWasAcknowledgedIsLostAndItGoesOn() async throws {
        let folder = try TemporaryFolder("disk")
        try TestProcess.run("chmod", ["755", folder.path])
        let system = try SmallFileSystem(folder.file("system"), megabytes: 120)
        try TestProcess.run("chmod", ["755", system.path])
        try TestProcess.run("install", ["-d", "-m", "700", "-o", "postgres", "-g", "postgres", system.path + "/data"])
        let server = try TestDatabase(data: system.path + "/data")
        let store = try PostgresStore.leading(try server.makeDatabase("clocks"))
        #expect(commit(store, [.saveDefinition(.plain(kitchen))]) == nil)
        try system.fill()
        var number = 0
        var isStored = true
        while isStored, number < 2_000 {
            number += 1
            let entries = (0..<100).map { entry((number - 1) * 100 + $0 + 1) }
            let error = commit(store, [.append(kitchen, entries)])
            if error?.code == .uncertain { break }
            isStored = error == nil
            if let error { #expect(error.code == .full) }
        }
        #expect(number < 2_000)
        system.empty()
        if !server.isRunning { try server.start() }
        var settled: CommitSummary?
        try await waitUntil("the server is back", timeout: .seconds(60)) {
            do throws(StoreError) {
                settled = try store.resolveCommit()
                return true
            } catch {
                if !server.isRunning { try server.start() }
                return false
            }
        }
        let through = settled == nil ? (number - 1) * 100 : number * 100
        #expect(try store.load().nodes.first?.cursors.map(\.sequence) == (through == 0 ? [] : [through]))
        #expect(try await carryOut(store, [.append(kitchen, [entry(through + 1)])]))
    }
}

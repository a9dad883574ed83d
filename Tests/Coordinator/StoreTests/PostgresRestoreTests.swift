import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import Foundation
import Testing

@testable import ClockCoordinatorStore

/// A backup that is put in the place of a store in a database.
@Suite(.timeLimit(.minutes(2))) struct PostgresRestoreTests {
    private let server: TestDatabase
    private let folder: TemporaryFolder
    private let name = "d\(UInt64.random(in: .min ... .max))"
    private let address: String
    /// Beside which a coordinator's note of the store's name is.
    private let path: String
    private let backup: String

    init() throws {
        server = try TestDatabase.common()
        folder = try TemporaryFolder("restore")
        address = try server.makeDatabase(name)
        path = folder.file("coordinator.postgresql")
        backup = folder.file("copy.sqlite")
    }

    /// A store with a backup, with something that came after it, and without a coordinator.
    private func filled() throws -> (then: StoredState, later: StoredState) {
        let store = try PostgresStore(address, machine: "here", identityFile: path)
        _ = try store.lease.ask(.take(try store.lease.ask(.look)))
        _ = try store.commit([
            .saveDefinition(.plain(kitchen)), .append(kitchen, (1...1_500).map { entry($0) }),
            .saveObject(.fullAlarm(7)), .saveNumbers(DefinitionNumbers(lastAlarm: 7, lastTimer: 3, lastChange: 20)),
        ])
        let then = try store.load()
        _ = try StoreCopy.copy(from: StoreCopy.Place(address), to: .file(backup))
        _ = try store.commit([
            .saveDefinition(.plain(bedroom)), .saveObject(.fullAlarm(8)),
            .saveNumbers(DefinitionNumbers(lastAlarm: 8, lastTimer: 3, lastChange: 21)),
        ])
        let later = try store.load()
        try store.lease.giveBack()
        store.close()
        return (then, later)
    }

    private func restore(_ file: String, suffix: String = "before") throws -> StoreRestore.Outcome {
        try StoreRestore.put(file, inPlaceOf: PostgresAddress(address), beside: path, suffix: suffix)
    }

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    private func state() throws -> StoredState { try PostgresStore(address, machine: "there").load() }

    private func files() throws -> [String] {
        try TestProcess.run("ls", [folder.path]).split(separator: "\n").map(String.init)
    }

    @Test("it has the backup's content and a name of its own, and what was there is kept as a backup")
    func restored() throws {
        let (then, later) = try filled()
        let outcome = try restore(backup)
        #expect(outcome.summary.description == "1 room, 1 alarm, 0 groups, 0 holiday calendars, 1 line of history")
        #expect(outcome.kept == "\(path).before")
        #expect(
            try files() == ["coordinator.postgresql.before", "coordinator.postgresql.id", "copy.sqlite"])
        let restored = try state()
        #expect(restored.nodes.map(\.definition.id) == [kitchen] && restored.objects == then.objects)
        #expect(restored.nodes.map(\.cursors) == then.nodes.map(\.cursors))
        #expect(try server.query("SELECT count(*) FROM ledger", in: name) == "1500")
        #expect(restored.storeID != then.storeID && restored.storeID.utf8.count == 16)
        #expect(restored.nodes.map(\.definition.replaces) == [[then.storeID]])
        // Numbers that were given out after the backup was made are not given out again.
        #expect(restored.numbers.lastAlarm > later.numbers.lastAlarm && restored.numbers.lastChange > 21)
        #expect(folder.read("coordinator.postgresql.id") == "\(restored.storeID)\n")

        // The coordinator works with it, and the kept state can be put back.
        let store = try PostgresStore(address, machine: "here", identityFile: path)
        _ = try store.lease.ask(.take(try store.lease.ask(.look)))
        _ = try store.commit([.append(kitchen, [entry(1_501)])])
        try store.lease.giveBack()
        store.close()
        #expect(try restore("\(path).before", suffix: "again").kept == "\(path).again")
        let back = try state()
        #expect(back.nodes.map(\.definition.id) == [bedroom, kitchen] && back.objects == later.objects)
        #expect(back.nodes.map(\.definition.replaces) == Array(repeating: [restored.storeID, then.storeID], count: 2))
    }

    @Test("another machine's coordinator takes up what was restored, and nothing else in the store's place")
    func otherMachine() throws {
        let there = folder.file("there")
        let first = try PostgresStore(address, machine: "there", identityFile: there).load().storeID
        #expect(folder.read("there.id") == "\(first)\n")
        _ = try filled()
        _ = try restore(backup)
        let restored = try PostgresStore(address, machine: "there", identityFile: there).load().storeID
        #expect(restored != first && folder.read("there.id") == "\(restored)\n")
        try server.query("UPDATE site SET store = 'another'", in: name)
        let error = refusal { _ = try PostgresStore(address, machine: "there", identityFile: there) }
        #expect(error?.code == .corrupt && error?.message.contains("store another is there") == true)
    }

    @Test("while a coordinator has the lease it is refused, and afterwards it is not")
    func whileACoordinatorWorks() throws {
        let (_, later) = try filled()
        let running = try PostgresStore.leading(address, machine: "clocks1")
        let names = try files()
        let error = try #require(refusal { _ = try restore(backup) })
        #expect(error.code == .inUse && error.message.contains("the coordinator on clocks1 works"), "\(error)")
        #expect(!error.message.contains("\n"))
        #expect(try state() == later && files() == names)
        // One that was cut off from the database in the meantime changes nothing afterwards.
        try server.query("UPDATE lease SET expires = '-infinity'", in: name)
        _ = try restore(backup)
        #expect(refusal { _ = try running.commit([.forget(kitchen)]) }?.code == .inUse)
        #expect(try state().nodes.count == 1)
    }

    @Test("where a coordinator has worked with the database in the meantime nothing is replaced")
    func meanwhile() throws {
        _ = try filled()
        let names = try files()
        // A commit that is under way until the restore waits for it. That is for five seconds at most, so a thread looks.
        let commit = try PostgresConnection(PostgresAddress(address))
        _ = try commit.run("BEGIN")
        _ = try commit.run("UPDATE lease SET last_commit = last_commit + 1")
        let watch = try PostgresConnection(PostgresAddress(address))
        let isOver = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let deadline = ContinuousClock.now + .seconds(60)
            do {
                while try ContinuousClock.now < deadline
                    && watch.run(
                        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
                    ).count == 0
                { usleep(5_000) }
                _ = try commit.run("COMMIT")
            } catch {
                Issue.record(error)
            }
            isOver.signal()
        }
        let error = refusal { _ = try restore(backup) }
        isOver.wait()
        #expect(error?.code == .inUse)
        #expect(error?.message.contains("meanwhile, and nothing was replaced") == true)
        #expect(try state().nodes.count == 2 && files() == names)
    }

    @Test("what fails in the middle leaves the store as it was and nothing beside it")
    func inTheMiddle() throws {
        let (_, later) = try filled()
        let names = try files()
        try server.query(
            """
            CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN NEW.definition = '{}'; RETURN NEW; END $$;
            CREATE TRIGGER spoil BEFORE INSERT ON alarm FOR EACH ROW EXECUTE FUNCTION spoil();
            """, in: name)
        let error = try #require(refusal { _ = try restore(backup) })
        #expect(error.message.contains("differs in the table alarm at \(7 << 18)"), "\(error)")
        #expect(try state() == later && files() == names)
    }

    @Test("what is no backup is refused in words before anything is replaced")
    func noBackup() throws {
        let (_, later) = try filled()
        try folder.write("no database", to: "text")
        _ = try TestProcess.run("sqlite3", [folder.file("other"), "CREATE TABLE recipes (name TEXT)"])
        for (file, sql) in [
            ("evil", "CREATE TRIGGER evil AFTER UPDATE ON site BEGIN DELETE FROM alarm; END"),
            ("unreadable", "UPDATE alarm SET definition = '{}'"),
        ] {
            _ = try TestProcess.run("cp", [backup, folder.file(file)])
            _ = try TestProcess.run("sqlite3", [folder.file(file), sql])
        }
        let names = try files()
        for (file, words) in [
            ("text", "is not an SQLite database"), ("other", "some other program"), ("missing", "No such file"),
            ("evil", "no coordinator makes the trigger"), ("unreadable", "no backup that a coordinator can read"),
        ] {
            let error = try #require(refusal { _ = try restore(folder.file(file)) }, "\(file) was taken")
            #expect(error.message.contains(folder.file(file)) && error.message.contains(words), "\(error)")
            #expect(!error.message.contains("\n"))
        }
        #expect(try state() == later && files() == names)
    }

    @Test("it is put into an empty database, and not into what a newer version or another program made")
    func databases() throws {
        let (then, _) = try filled()
        let empty = try server.makeDatabase("\(name)e")
        let outcome = try StoreRestore.put(backup, inPlaceOf: PostgresAddress(empty), beside: path, suffix: "before")
        #expect(outcome.kept == nil)
        // The note names the store that was lost.
        #expect(
            try PostgresStore(empty, machine: "here", identityFile: path).load().nodes.map(\.definition.replaces)
                == [[then.storeID]])
        try server.query("UPDATE clocksmith_schema SET version = 1000", in: name)
        let newer = try #require(refusal { _ = try restore(backup) })
        #expect(newer.code == .newerVersion && newer.message.contains("into an empty database"), "\(newer)")
        try server.query("DROP TABLE clocksmith_schema", in: name)
        let foreign = try #require(refusal { _ = try restore(backup) })
        #expect(foreign.code == .corrupt && foreign.message.contains("some other program"), "\(foreign)")
    }
}

import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// Copies of a store, and putting them back.
@Suite struct StoreBackupTests {
    private let folder: TemporaryFolder
    private let path: String
    private let backup: String

    init() throws {
        folder = try TemporaryFolder("backup")
        path = folder.file("store.sqlite")
        backup = folder.file("copy.sqlite")
    }

    private func filled() throws -> SQLiteStore {
        let store = try SQLiteStore(path: path)
        _ = try store.commit([
            .saveDefinition(.plain(kitchen)), .append(kitchen, [entry(1)]), .saveObject(.fullAlarm(7)),
            .saveNumbers(DefinitionNumbers(lastAlarm: 7, lastTimer: 3, lastStopwatch: 1, lastChange: 20)),
        ])
        return store
    }

    private func failure(_ body: () throws -> Void) -> StoreError? {
        do { try body() } catch { return error as? StoreError }
        return nil
    }

    private func restore(_ file: String, suffix: String = "before") throws -> StoreRestore.Outcome {
        try StoreRestore.put(file, inPlaceOf: path, suffix: suffix)
    }

    /// Returns the folder's files, without those that SQLite has open.
    private func files() -> [String] {
        (try? TestProcess.run("ls", [folder.path]).split(separator: "\n").map(String.init)
            // A store's name is noted beside it.
            .filter { !$0.hasSuffix(".id") }) ?? []
    }

    @Test func aCopyOfAStoreThatIsInUseHasWhatWasCommittedAndNothingElse() throws {
        let store = try filled()
        let before = try store.load()
        let summary = try StoreBackup.write(path, to: backup)
        #expect(summary.nodes == 1 && summary.alarms == 1 && summary.historyLines == 1)
        #expect(summary.description == "1 room, 1 alarm, 0 groups, 0 holiday calendars, 1 line of history")
        // The store goes on, and the copy stays as it was.
        _ = try store.commit([.append(kitchen, [entry(2, "18:15:00")])])
        var status = stat()
        #expect(stat(backup, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(files().filter { $0.hasPrefix("copy") } == ["copy.sqlite"], "one file, and nothing left over")
        let copy = try SQLiteStore(path: backup)
        #expect(try copy.load() == before)
        try copy.close()
        #expect(try store.load() != before)
        try store.close()
    }

    @Test func copiesAreWholeWhileCommitsGoOn() async throws {
        let store = try filled()
        let writing = Task.detached {
            // A quarter hour and its entry are one commit: no copy has one without the other.
            for sequence in 2..<2_000 where !Task.isCancelled {
                let target = QuarterHour.length * sequence
                _ = try store.commit([
                    .append(
                        kitchen,
                        [
                            LedgerEntry(
                                sequence: sequence, at: instant("18:00:00") + target,
                                event: .quarter(
                                    QuarterRecord(target: instant("18:00:00") + target, outcome: .announced)))
                        ])
                ])
            }
        }
        for _ in 0..<5 {
            try StoreBackup.write(path, to: backup, replacing: true)
            #expect(
                try TestProcess.run(
                    "sqlite3",
                    [
                        backup,
                        "PRAGMA integrity_check; SELECT (SELECT count(*) FROM ledger) = (SELECT count(*) FROM quarter), "
                            + "(SELECT max(sequence) FROM ledger) = (SELECT sequence FROM cursor)",
                    ]) == "ok\n1|1\n")
        }
        writing.cancel()
        try await writing.value
        try store.close()
    }

    @Test func aFileThatIsThereIsReplacedOnlyWhenItMayBe() throws {
        let store = try filled()
        try folder.write("precious", to: "copy.sqlite")
        let refusal = try #require(failure { try StoreBackup.write(path, to: backup) })
        #expect(refusal.code == .exists && refusal.message.contains(backup) && refusal.message.contains("--force"))
        #expect(folder.read("copy.sqlite") == "precious")
        try StoreBackup.write(path, to: backup, replacing: true)
        #expect(try SQLiteStore(path: backup).load() == store.load())
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let device = try #require(failure { try StoreBackup.write(path, to: pipe, replacing: true) })
        #expect(device.code == .exists && device.message.contains(pipe))
        try store.close()
    }

    @Test func aStoreThatIsNotThereOrDamagedGivesNoCopyAndLeavesNothingBehind() throws {
        #expect(try #require(failure { try StoreBackup.write(path, to: backup) }).message.contains("there is no store"))
        try filled().close()
        try damage(path)
        let refusal = try #require(failure { try StoreBackup.write(path, to: backup) })
        #expect(refusal.code == .corrupt, "\(refusal)")
        #expect(files() == ["store.sqlite"])
    }

    @Test func aRestoredStoreHasTheCopysContentAndANameOfItsOwn() throws {
        let store = try filled()
        let before = try store.load()
        try StoreBackup.write(path, to: backup)
        _ = try store.commit([
            .saveObject(.fullAlarm(8)), .saveNumbers(DefinitionNumbers(lastAlarm: 8, lastChange: 21)),
        ])
        let later = try store.load()
        try store.close()

        let outcome = try restore(backup)
        #expect(outcome.summary.alarms == 1 && outcome.kept == path + ".before")
        #expect(files() == ["copy.sqlite", "store.sqlite", "store.sqlite.before"])
        let restored = try SQLiteStore(path: path)
        let state = try restored.load()
        #expect(state.nodes.map(\.definition.replaces) == [[before.storeID]])
        #expect(state.nodes.map(\.plain) == before.nodes && state.objects == before.objects)
        #expect(state.storeID != before.storeID && state.storeID.utf8.count == 16)
        // Numbers that were given out after the copy was made are not given out again.
        #expect(state.numbers.lastAlarm > later.numbers.lastAlarm && state.numbers.lastTimer > before.numbers.lastTimer)
        #expect(
            state.numbers.lastStopwatch > before.numbers.lastStopwatch
                && state.numbers.lastChange > later.numbers.lastChange)
        try restored.close()
        #expect(try SQLiteStore(path: path + ".before").load() == later, "what was there is kept with all of it")
    }

    @Test func aBackupIsPutInThePlaceOfADamagedStoreAndOfNone() throws {
        try filled().close()
        try StoreBackup.write(path, to: backup)
        try damage(path)
        let damaged = try #require(readBytes(path))
        let outcome = try restore(backup)
        #expect(outcome.kept.flatMap(readBytes) == damaged, "it is kept as it was")
        #expect(try SQLiteStore(path: path).load().nodes.count == 1)
        unlink(path)
        #expect(try restore(backup, suffix: "again").kept == nil)
        #expect(try SQLiteStore(path: path).load().nodes.count == 1)
    }

    @Test func whatIsNoBackupIsRefusedInWordsAndTheStoreStays() throws {
        try filled().close()
        let before = try #require(readBytes(path))
        try StoreBackup.write(path, to: backup)
        try folder.write("no database", to: "text")
        try folder.write("", to: "empty")
        _ = try TestProcess.run("sqlite3", [folder.file("other"), "CREATE TABLE recipes (name TEXT)"])
        _ = try TestProcess.run("cp", [backup, folder.file("newer")])
        _ = try TestProcess.run(
            "sqlite3", [folder.file("newer"), "INSERT INTO grdb_migrations VALUES ('99 something of tomorrow')"])
        _ = try TestProcess.run("cp", [backup, folder.file("broken")])
        try damage(folder.file("broken"))
        let names = files()
        for (file, words) in [
            ("text", "is not an SQLite database"), ("empty", "empty database"), ("other", "some other program"),
            ("newer", "newer version"), ("broken", "damaged"), ("missing", "No such file"), (".", "not a regular file"),
        ] {
            let refusal = try #require(failure { _ = try restore(folder.file(file)) }, "\(file) was taken")
            #expect(refusal.message.contains(folder.file(file)) && refusal.message.contains(words), "\(refusal)")
            #expect(!refusal.message.contains("\n"))
        }
        #expect(readBytes(path) == before)
        #expect(files() == names)
    }

    @Test(arguments: [
        (
            "CREATE TRIGGER evil AFTER UPDATE ON site BEGIN DELETE FROM alarm; END",
            "no coordinator makes the trigger \"evil\""
        ),
        ("CREATE VIEW spy AS SELECT * FROM alarm", "no coordinator makes the view \"spy\""),
        ("DROP INDEX ring_by_due", "it lacks the index \"ring_by_due\""),
        ("ALTER TABLE node ADD COLUMN extra TEXT", "no coordinator makes the table \"node\""),
        ("DELETE FROM site", "no backup that a coordinator can read"),
        ("UPDATE alarm SET definition = '{}'", "no backup that a coordinator can read"),
    ])
    func aBackupThatWasTamperedWithIsRefusedBeforeAnythingOfItRuns(_ sql: String, _ words: String) throws {
        try filled().close()
        try StoreBackup.write(path, to: backup)
        _ = try TestProcess.run("sqlite3", [backup, sql])
        let before = try #require(readBytes(path))
        let refusal = try #require(failure { _ = try restore(backup) }, "\(sql) was taken")
        #expect(refusal.code == .corrupt && refusal.message.contains(words), "\(refusal)")
        #expect(refusal.message.contains(backup) && !refusal.message.contains("\n"), "\(refusal)")
        #expect(readBytes(path) == before)
        #expect(files() == ["copy.sqlite", "store.sqlite"])
    }

    /// Overwrites the second half of a database that was closed, so that all of it is in the one file.
    private func damage(_ file: String) throws {
        for end in ["-wal", "-shm"] { unlink(file + end) }
        let descriptor = Glibc.open(file, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let noise = [UInt8](repeating: 0xA5, count: size / 2)
        #expect(pwrite(descriptor, noise, noise.count, off_t(size / 2)) == noise.count)
    }

    private func readBytes(_ file: String) -> [UInt8]? {
        guard let stream = fopen(file, "rb") else { return nil }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes.prefix(fread(&bytes, 1, bytes.count, stream)))
    }
}

extension StoredNode {
    /// Without the stores whose place it takes.
    fileprivate var plain: StoredNode {
        var copy = self
        copy.definition = NodeDefinition(
            id: definition.id, firstSeen: definition.firstSeen, room: definition.room, settings: definition.settings,
            revision: definition.revision, packs: definition.packs)
        return copy
    }
}

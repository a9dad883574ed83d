import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Testing

@testable import ClockCoordinatorStore

/// Demands on a store with files alone.
@Suite struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder("store")
        path = folder.file("store.sqlite")
    }

    private func open() throws -> SQLiteStore { try SQLiteStore(path: path) }

    /// Returns the error of opening the store; `nil` when it opens.
    private func failure(opening path: String? = nil) -> StoreError? {
        do throws(StoreError) {
            _ = try SQLiteStore(path: path ?? self.path)
            return nil
        } catch {
            return error
        }
    }

    private func fill(_ store: SQLiteStore) throws {
        _ = try store.commit([.saveDefinition(.plain(kitchen)), .append(kitchen, [entry(1)])])
    }

    private func sqlite(_ statement: String) throws -> String {
        try TestProcess.run("sqlite3", [path, statement])
    }

    @Test func whatIsCommittedIsThereAfterReopening() throws {
        let store = try open()
        try fill(store)
        let state = try store.load()
        try store.close()
        #expect(try open().load() == state)
    }

    /// Cut off, replaced by a database without anything in it, or gone with its log left behind.
    @Test(arguments: ["truncate -s 0 STORE", "rm STORE", "truncate -s 50 STORE", "rm STORE; sqlite3 STORE VACUUM"])
    func aStoreWhoseFileIsGoneOrEmptyIsDamagedAndNotNew(damage: String) throws {
        let store = try open()
        try fill(store)
        let name = try store.load().storeID
        try store.close()
        _ = try TestProcess.run("sh", ["-c", damage.replacing("STORE", with: path)])
        for _ in 1...2 {
            let failure = try #require(self.failure())
            #expect(failure.code == .corrupt && failure.message.contains(path), "\(failure)")
            #expect(failure.message.contains("clockctl restore FILE"))
            #expect(failure.message.contains("store \(name) was here"), "\(failure)")
        }
        // The error message gives this command to a person who wants a new store.
        let anew = "for end in '' -wal -shm .id; do mv STORE$end STORE.damaged$end; done; true"
        _ = try TestProcess.run("sh", ["-c", anew.replacing("STORE", with: path)])
        #expect(try open().load().storeID != name)
    }

    @Test func aLogWithoutItsDatabaseTellsThatAStoreWasThere() throws {
        try folder.write("frames", to: "store.sqlite-wal")
        try folder.write("", to: "store.sqlite")
        #expect(failure()?.code == .corrupt)
    }

    @Test func afterClosingTheOneFileHoldsEverything() throws {
        let store = try open()
        try fill(store)
        let state = try store.load()
        try store.close()
        let copy = folder.file("copy.sqlite")
        try TestProcess.run("cp", [path, copy])
        #expect(try SQLiteStore(path: copy).load() == state)
    }

    @Test func theDatabaseIsInTheModeThatSurvivesAPowerCut() throws {
        let store = try open()
        try fill(store)
        #expect(try sqlite("PRAGMA journal_mode") == "wal\n")
        #expect(
            try sqlite(
                "SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%' AND sql NOT LIKE '%STRICT%'"
                    + " AND name NOT LIKE 'grdb%'") == "0\n")
        let check = store.check()
        #expect(check.problem == nil)
        #expect(try #require(check.sizeBytes) > 0)
        #expect(try #require(check.freeBytes) > 0)
    }

    @Test func everyCommitIsSyncedBeforeItReturns() throws {
        #expect(SyncCount.begin())
        let store = try open()
        for sequence in 1...3 {
            let before = SyncCount.of(path + "-wal")
            _ = try store.commit([.saveDefinition(.plain(kitchen)), .append(kitchen, [entry(sequence)])])
            #expect(SyncCount.of(path + "-wal") > before, "commit \(sequence)")
        }
    }

    /// A node without a battery clock stamps with 1970 what it writes before it knows the time.
    @Test func entriesGoByWhenTheyWereReceived() throws {
        let store = try open()
        let stamps = ["1970-01-01T00:00:07Z", "2199-01-01T00:00:00Z"].map(instant)
        func append(_ first: Int, received: String) -> StoreOperation {
            .appendLedger(
                kitchen, epoch: "e1",
                stamps.enumerated().map {
                    LedgerEntry(sequence: first + $0.offset, at: $0.element, event: .unknown(kind: "later"))
                }, received: instant(received))
        }
        _ = try store.commit([
            .saveDefinition(.plain(kitchen)), append(1, received: "18:00:00"), append(3, received: "19:00:00"),
            .purge(before: instant("18:30:00"), ahead: instant("20:00:00"), limit: 100),
        ])
        #expect(try sqlite("SELECT sequence FROM ledger ORDER BY sequence") == "3\n4\n")
    }

    @Test func aFailedCommitLeavesNothingBehind() throws {
        let store = try open()
        try fill(store)
        let before = try store.load()
        // The second operation breaks a rule of the database: there is no such node.
        #expect(throws: StoreError.self) {
            try store.commit([.append(kitchen, [entry(2)]), .append(bedroom, [entry(1)])])
        }
        #expect(try store.load() == before)
        _ = try store.commit([.append(kitchen, [entry(2)])])
        #expect(try store.load().nodes.first?.cursors.first?.sequence == 2)
    }

    @Test func theStoreOfANewerVersionIsRefusedAndLeftAlone() throws {
        let store = try open()
        try fill(store)
        try store.close()
        _ = try sqlite("INSERT INTO grdb_migrations VALUES ('99 something of tomorrow')")
        let refusal = try #require(failure())
        #expect(refusal.code == .newerVersion)
        #expect(refusal.message.contains(path) && refusal.message.contains("newer version"))
        #expect(try sqlite("SELECT count(*) FROM quarter") == "1\n")
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAlone() throws {
        _ = try sqlite("CREATE TABLE recipes (name TEXT)")
        #expect(try #require(failure()).code == .corrupt)
        #expect(try sqlite("SELECT name FROM sqlite_schema") == "recipes\n")
    }

    @Test(arguments: [
        "not a database at all", String(repeating: "SQLite format 3\u{0}", count: 1_000),
    ]) func noiseIsRefusedAndLeftAlone(noise: String) throws {
        try folder.write(noise, to: "store.sqlite")
        let refusal = try #require(failure())
        #expect(refusal.code == .corrupt)
        #expect(refusal.message.contains(path) && refusal.message.contains("move it away"))
        #expect(folder.read("store.sqlite") == noise)
    }

    @Test func damageInTheMiddleIsFoundAtTheStart() throws {
        let store = try open()
        _ = try store.commit([
            .saveDefinition(.plain(kitchen)), .close("2026-10-01T00:00:00Z", "18:00:00", kitchen, .offline),
        ])
        try store.close()
        let size = try #require(
            try Int(
                sqlite("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
                    .trimmedLine))
        let descriptor = Glibc.open(path, O_RDWR)
        try #require(descriptor >= 0)
        let noise = [UInt8](repeating: 0xA5, count: 8_192)
        #expect(pwrite(descriptor, noise, noise.count, off_t(size / 2)) == noise.count)
        Glibc.close(descriptor)
        let refusal = try #require(failure())
        #expect(refusal.code == .corrupt)
        #expect(!refusal.message.contains("\n"))
    }

    @Test(.enabled(if: geteuid() == 0, "mounts a file system of its own"))
    func onAFullDiskCommitsFailInWordsAndWorkAgainWhenThereIsRoom() async throws {
        let mount = try SmallFileSystem(folder.file("small"), megabytes: 2)
        let store = try SQLiteStore(path: mount.path + "/store.sqlite")
        try fill(store)
        try mount.fill()
        var failure: StoreError?
        // A few commits may still fit in the rest of the last page.
        for sequence in 2..<5_000 where failure == nil {
            do throws(StoreError) {
                _ = try store.commit([.append(kitchen, [entry(sequence)])])
            } catch {
                failure = error
            }
        }
        #expect(try #require(failure).code == .full)
        #expect(failure?.message.contains("no space is left") == true)
        let stored = try #require(try store.load().nodes.first?.cursors.first?.sequence)
        #expect(try store.history(HistoryRequest(limit: 1)).lines.count == 1)
        let refusal = try #require(self.failure(opening: mount.path + "/another.sqlite"))
        #expect(refusal.code == .full || refusal.code == .notWritable, "\(refusal)")
        mount.empty()
        // The kernel may take a moment to have the space back.
        try await waitUntil("the store takes changes again") {
            do throws(StoreError) {
                _ = try store.commit([.append(kitchen, [entry(stored + 1)])])
                return true
            } catch {
                guard error.code == .full else { throw error }
                return false
            }
        }
        #expect(try store.load().nodes.first?.cursors.first?.sequence == stored + 1)
        try store.close()
    }

    @Test(.enabled(if: geteuid() == 0, "mounts a file system of its own"))
    func aStoreOnAReadOnlyFileSystemIsRefusedInWords() throws {
        let mount = try SmallFileSystem(folder.file("small"), megabytes: 4)
        let names = ["closed", "crashed", "new"]
        for name in names.prefix(2) {
            let store = try SQLiteStore(path: "\(mount.path)/\(name).sqlite")
            try fill(store)
            if name == "closed" { try store.close() }
        }
        try mount.makeReadOnly()
        for name in names {
            let path = "\(mount.path)/\(name).sqlite"
            let refusal = try #require(failure(opening: path), "\(name)")
            #expect(refusal.code == .notWritable, "\(refusal)")
            #expect(refusal.message.contains(path))
        }
    }

    @Test func aFolderThatIsNotThereIsRefusedInWords() throws {
        let refusal = try #require(failure(opening: folder.file("missing/store.sqlite")))
        #expect(refusal.code == .notWritable)
        #expect(refusal.message.contains("missing/store.sqlite"))
    }

    @Test func longHistoriesAreReadAndPurgedByIndex() throws {
        _ = try open()
        let queries = [
            "SELECT * FROM quarter ORDER BY target_s DESC, node LIMIT 100",
            "SELECT * FROM quarter WHERE target_s <= 5 AND (target_s < 5 OR node > 'a')"
                + " ORDER BY target_s DESC, node LIMIT 9",
            "SELECT * FROM quarter WHERE node = 'a' AND target_s >= 5 ORDER BY target_s DESC, node LIMIT 9",
            "SELECT * FROM ring WHERE due_ns <= 5 AND (due_ns < 5 OR node > 'a' OR node = 'a' AND (kind, number) > ('', 0))"
                + " ORDER BY due_ns DESC, node, kind, number LIMIT 9",
            "SELECT * FROM ring WHERE node = 'a' AND due_ns >= 5 ORDER BY due_ns DESC, node, kind, number LIMIT 9",
            "SELECT kind, number, node, due_ns FROM ring WHERE due_ns < 5 ORDER BY due_ns LIMIT 9",
            "SELECT node, kind, number, due_ns, epoch FROM ring WHERE kind = 'alarm' AND number = 3",
            "SELECT node, target_s FROM quarter WHERE target_s < 5 ORDER BY target_s LIMIT 9",
            "SELECT node, epoch, sequence FROM ledger WHERE received_ns < 5 ORDER BY received_ns LIMIT 9",
        ]
        for query in queries {
            let plan = try sqlite("EXPLAIN QUERY PLAN \(query)")
            #expect(!plan.contains("TEMP B-TREE") && plan.contains("USING"), "\(query): \(plan)")
        }
        let now = instant("18:00:00")
        let purge = StoreOperation.purge(before: now, ahead: now, limit: 9)
        let purges = try StoreWriting([purge], to: PostgresSink(statements: [])).sink.statements
        // Changes are few.
        for purge in purges where !purge.sql.contains("change") {
            let plan = try sqlite("EXPLAIN QUERY PLAN \(purge.sql)")
            let scans = plan.matches(of: /SCAN (\w+)/).map { String($0.1) }
            #expect(!plan.contains("TEMP B-TREE") && Set(scans).isSubset(of: ["old", "new"]), "\(purge.sql): \(plan)")
        }
    }
}

extension String {
    fileprivate var trimmedLine: String { String(prefix { $0 != "\n" }) }
}

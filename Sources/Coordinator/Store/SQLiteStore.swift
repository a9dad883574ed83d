public import ClockCoordinatorCore
public import ClockWire
internal import GRDB
internal import Glibc

/// The coordinator's store in one SQLite file.
///
/// In WAL mode with synchronous FULL: a returned commit survives a crash of the program, of the system and of the
/// power. Reading runs beside writing, on connections of its own.
public final class SQLiteStore: CoordinatorStore {
    /// The database file.
    public let path: String
    private let pool: DatabasePool

    /// Opens the store or makes it, and first checks for damage.
    ///
    /// - Parameter path: the database file; its folder exists. SQLite puts `-wal` and `-shm` files beside it, and
    ///   ``StoreIdentity`` one that ends with `.id`. The caller ensures that only one coordinator has it open.
    /// - Throws: ``StoreError``. Nothing is ever deleted.
    public init(path: String) throws(StoreError) {
        self.path = path
        var configuration = StoreFile.configuration
        configuration.label = "coordinator store"
        configuration.maximumReaderCount = 2
        let identity = StoreIdentity(path: path)
        try identity.check()
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // Opening the pool sets its writer to NORMAL, whatever the earlier setting: that syncs no commit. A commit
            // with lines of a thousand nodes goes to as many places of each table: with SQLite's cache of 2 MB, it
            // reads most pages again each time.
            try pool.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -16384")
            }
            let findings = try pool.read(SQLiteStore.quickCheck)
            if let finding = findings { throw StoreError.corrupt(finding, path: path) }
            let noted = try identity.read()
            let isEmpty = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") == 0 }
            if let noted, isEmpty {
                throw StoreError.corrupt("store \(noted) was here, and nothing is in it", path: path)
            }
            try pool.read { try StoreSchema.check($0, path: path) }
            try StoreSchema.migrator.migrate(pool)
            try SQLiteStore.touch(pool)
            let name = try pool.read { try String.fetchOne($0, sql: "SELECT store FROM site") }
            if let name, name != noted { try identity.write(name) }
        } catch {
            throw StoreError(error, "cannot open the store", path: path)
        }
    }

    /// Finishes the work under way, moves everything from the `-wal` file into the database file, so that this alone is
    /// a backup, and closes it. Calls after it fail.
    public func close() throws(StoreError) {
        // On a full disk this fails without loss: the next start continues from the -wal file.
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.full) }
        do {
            try pool.close()
        } catch {
            throw StoreError(error, "cannot close the store", path: path)
        }
    }

    public func load() throws(StoreError) -> StoredState { try read { try StoredState(from: $0) } }

    public func history(_ request: HistoryRequest) throws(StoreError) -> HistoryPage {
        try read { try HistoryPage(request, from: $0) }
    }

    public func serviceLevels(_ request: SLORequest) throws(StoreError) -> SLOResult {
        try read { try SLOResult(request, from: $0) }
    }

    public func changes(_ request: ChangesRequest) throws(StoreError) -> ChangesPage {
        try read { try ChangesPage(request, from: $0) }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try pool.read(body)
        } catch {
            throw StoreError(error, "cannot read the store", path: path)
        }
    }

    public func commit(_ operations: [StoreOperation]) throws(StoreError) -> CommitSummary {
        do {
            return try pool.write { try StoreWriting(operations, to: SQLiteSink(database: $0)).sink.summary }
        } catch {
            throw StoreError(error, "cannot write the store", path: path)
        }
    }

    public func check() -> StoreCheck {
        var check = StoreCheck(sizeBytes: 0, freeBytes: nil, problem: nil)
        for file in [path, path + "-wal"] {
            var status = stat()
            if stat(file, &status) == 0 { check.sizeBytes = (check.sizeBytes ?? 0) + Int(status.st_size) }
        }
        var space = statvfs()
        if statvfs(path, &space) == 0 { check.freeBytes = Int(space.f_bavail) * Int(space.f_frsize) }
        do {
            check.problem = try pool.read(SQLiteStore.quickCheck)
        } catch {
            check.problem = StoreError(error, "cannot read the store", path: path).message
        }
        return check
    }

    /// Writes, so that a start detects a store that has become read-only. A full disk is no error here: it may have
    /// room again any time, and wakes can go out meanwhile.
    private static func touch(_ pool: DatabasePool) throws {
        do {
            try pool.write { try $0.execute(sql: "UPDATE site SET probed_ns = probed_ns") }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            return
        }
    }

    /// Returns the first fault of the database; `nil` without one.
    private static func quickCheck(_ database: Database) throws -> String? {
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "quick_check gave no answer"
        guard finding != "ok" else { return nil }
        return finding.split(separator: "\n").joined(separator: ", ")
    }
}

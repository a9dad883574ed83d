import GRDBSQLite
import Glibc
import Synchronization

/// Counts SQLite's syncs of each file. It stands between SQLite and SQLite's way to the file system, for the whole
/// process, and changes nothing else.
enum SyncCount {
    /// By address: only SQLite knows how long the value there lives.
    private struct State {
        /// Of open files.
        var paths: [UInt: String] = [:]
        var counts: [String: Int] = [:]
        /// By SQLite's own methods for a kind of file: the same with a counting sync, never freed.
        var watched: [UInt: UInt] = [:]
    }

    /// SQLite keeps these for as long as the process runs, and changes nothing in them.
    private struct Original: @unchecked Sendable {
        let fileSystem: UnsafeMutablePointer<sqlite3_vfs> = sqlite3_vfs_find(nil)
    }

    private static let original = Original()
    private static let state = Mutex(State())

    private static let isWatching: Bool = {
        let watching = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        watching.initialize(to: original.fileSystem.pointee)
        watching.pointee.zName = UnsafePointer(strdup("watched"))
        watching.pointee.xOpen = { _, name, file, flags, outFlags in
            let fileSystem = SyncCount.original.fileSystem
            let code = fileSystem.pointee.xOpen(fileSystem, name, file, flags, outFlags)
            if code == SQLITE_OK, let name, let file { SyncCount.watch(file, String(cString: name)) }
            return code
        }
        return sqlite3_vfs_register(watching, 1) == SQLITE_OK
    }()

    /// Starts watching files opened from now on; false when that fails.
    static func begin() -> Bool { isWatching }

    static func of(_ path: String) -> Int { state.withLock { $0.counts[path] ?? 0 } }

    private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
        let address = UInt(bitPattern: file)
        let methods = UInt(bitPattern: file.pointee.pMethods)
        let watched = state.withLock { state in
            state.paths[address] = path
            if let known = state.watched[methods] { return known }
            guard let original = UnsafePointer<sqlite3_io_methods>(bitPattern: methods) else { return methods }
            let counting = UnsafeMutablePointer<Counting>.allocate(capacity: 1)
            counting.initialize(to: Counting(methods: original.pointee, sync: original.pointee.xSync))
            counting.pointee.methods.xSync = { file, flags in SyncCount.sync(file, flags) }
            state.watched[methods] = UInt(bitPattern: counting)
            return UInt(bitPattern: counting)
        }
        file.pointee.pMethods = UnsafePointer(bitPattern: watched)
    }

    /// A file's methods, and behind them the sync that they had.
    private struct Counting {
        var methods: sqlite3_io_methods
        let sync: @convention(c) (UnsafeMutablePointer<sqlite3_file>?, Int32) -> Int32
    }

    private static func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
        let address = UInt(bitPattern: file)
        state.withLock { state in
            if let path = state.paths[address] { state.counts[path, default: 0] += 1 }
        }
        guard let methods = file?.pointee.pMethods else { return SQLITE_MISUSE }
        return UnsafeRawPointer(methods).assumingMemoryBound(to: Counting.self).pointee.sync(file, flags)
    }
}

internal import ClockCoordinatorCore
internal import Glibc

/// The name of the store that a folder holds, in a file beside the database: `coordinator.sqlite.id`.
///
/// SQLite takes an empty file for a new database, and makes a missing one. The note distinguishes a store whose file
/// was truncated, or is gone, from a site that never had one.
struct StoreIdentity {
    /// The database's path.
    let path: String

    var file: String { path + ".id" }

    /// The noted name; `nil` if no store was ever there.
    func read() throws(StoreError) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreFile.failure("read \(file)")
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw StoreFile.failure("read \(file)") }
        let name = String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// Notes the name, synced. Without room on the disk, the next start does it.
    func write(_ name: String) throws(StoreError) {
        let draft = file + ".new"
        StoreFile.discard(draft)
        do throws(StoreError) {
            try StoreFile.reserve(draft)
            try StoreFile.append(Array("\(name)\n".utf8), to: draft)
            try StoreFile.install(draft, as: file, isFoldersOwn: true)
        } catch {
            StoreFile.discard(draft)
            guard error.code == .full else { throw error }
        }
    }

    /// Checks the file before SQLite makes a database of nothing.
    ///
    /// - Throws: ``StoreError`` if a store was there, and its file is gone or empty.
    func check() throws(StoreError) {
        var status = stat()
        let size = stat(path, &status) == 0 ? status.st_size : nil
        // SQLite also takes a file below its smallest page for a new database.
        guard size ?? 0 < 512 else { return }
        let what = size.map { $0 == 0 ? "its file is empty" : "its file is cut off" } ?? "its file is not there"
        if let name = try read() { throw .corrupt("store \(name) was here, and \(what)", path: path) }
        if stat(path + "-wal", &status) == 0, status.st_size > 0 {
            throw .corrupt("a store was here, as \(path)-wal shows, and \(what)", path: path)
        }
    }
}

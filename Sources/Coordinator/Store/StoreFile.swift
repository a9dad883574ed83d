internal import ClockCoordinatorCore
internal import GRDB
internal import Glibc

/// A database file on its way to becoming a store or a backup.
enum StoreFile {
    /// The configuration of every database: functions in a file's own schema must not reach beyond the database.
    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
        return configuration
    }

    /// Makes an empty file, so that SQLite finds it with its permissions: readable for its owner alone.
    static func reserve(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("write \(path)") }
        close(descriptor)
    }

    /// Makes a file under another name, and installs it; see ``install(_:as:isFoldersOwn:)``.
    static func make<Result>(
        _ path: String, isFoldersOwn: Bool = false, _ fill: (_ draft: String) throws -> Result
    ) throws -> Result {
        let draft = "\(path).\(getpid()).tmp"
        try reserve(draft)
        do {
            let result = try fill(draft)
            try install(draft, as: path, isFoldersOwn: isFoldersOwn)
            return result
        } catch {
            discard(draft)
            throw error
        }
    }

    /// Removes a draft and SQLite's files beside it.
    static func discard(_ path: String) {
        for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
    }

    /// Copies a file and, if there is one, its write-ahead log.
    static func duplicate(_ file: String, to draft: String) throws(StoreError) {
        try duplicate(one: file, to: draft)
        if access("\(file)-wal", F_OK) == 0 { try duplicate(one: "\(file)-wal", to: "\(draft)-wal") }
    }

    private static func duplicate(one file: String, to draft: String) throws(StoreError) {
        let source = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard source >= 0 else { throw failure("read \(file)") }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.failed, "\(file) is not a regular file")
        }
        let target = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard target >= 0 else { throw failure("write \(draft)") }
        defer { close(target) }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &piece, piece.count)
            if count == 0 { return }
            guard count > 0 else { throw failure("read \(file)") }
            var written = 0
            while written < count {
                let part = piece.withUnsafeBytes { write(target, $0.baseAddress! + written, count - written) }
                guard part > 0 else { throw failure("write \(draft)") }
                written += part
            }
        }
    }

    static func append(_ bytes: [UInt8], to file: String) throws(StoreError) {
        let descriptor = open(file, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure("write \(file)") }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw failure("write \(file)") }
    }

    /// Moves everything into the one file, which then needs no other beside it.
    static func makeSingle(_ database: DatabaseQueue) throws {
        try database.inDatabase { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else {
                throw UnreadableRow("journal_mode is \(mode ?? "unknown"), because another program has the file open")
            }
        }
    }

    /// - Throws: ``StoreError`` for the first damage found. Takes time in proportion to the size.
    static func inspect(_ database: Database, path: String) throws {
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "no answer"
        guard finding == "ok" else {
            let line = finding.split(separator: "\n").joined(separator: ", ")
            throw StoreError(.corrupt, "\(path) is damaged: \(line)")
        }
        guard try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil else {
            throw StoreError(.corrupt, "\(path) is damaged: it has lines of nodes that are not in it")
        }
    }

    /// Makes a draft durable and gives it its name.
    ///
    /// - Parameter isFoldersOwn: true to give it to the owner of its folder; only root can do that.
    static func install(_ draft: String, as path: String, isFoldersOwn: Bool = false) throws(StoreError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = open(draft, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw failure("open \(draft)") }
        defer { close(file) }
        var owner = stat()
        if isFoldersOwn, geteuid() == 0 {
            guard stat(folder, &owner) == 0, fchown(file, owner.st_uid, owner.st_gid) == 0 else {
                throw failure("give \(draft) to the owner of \(folder)")
            }
        }
        guard fsync(file) == 0 else { throw failure("write \(draft)") }
        guard rename(draft, path) == 0 else { throw failure("rename \(draft) to \(path)") }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open \(folder)") }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw failure("write \(folder)") }
    }

    static func failure(_ operation: String, _ code: Int32 = errno) -> StoreError {
        let text = "cannot \(operation): \(String(cString: strerror(code)))"
        return switch code {
        case EACCES, EPERM, EROFS: StoreError(.notWritable, text)
        case ENOSPC, EDQUOT: StoreError(.full, text)
        default: StoreError(.failed, text)
        }
    }
}

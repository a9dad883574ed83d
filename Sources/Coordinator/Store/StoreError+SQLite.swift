internal import ClockCoordinatorCore
internal import GRDB
internal import Glibc

extension StoreError {
    /// - Parameters:
    ///   - error: the error from GRDB. An error of the store stays unchanged.
    ///   - doing: the failed action, as the start of a sentence, such as `cannot write`.
    init(_ error: any Error, _ doing: String, path: String) {
        guard let error = error as? DatabaseError else {
            self = error as? StoreError ?? StoreError(.failed, "\(doing) \(path): \(error)")
            return
        }
        let text = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(text, path: path)
        case .SQLITE_FULL: self = .full(doing, path: path)
        case .SQLITE_IOERR where StoreError.isFull(path):
            // SQLite gives this error when there is no room for its shared memory.
            self = .full(doing, path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .notWritable,
                "\(doing) \(path): \(text); see that the coordinator's user may write the file and its folder")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.inUse, "\(doing) \(path): \(text); another program holds it open, end it")
        default: self.init(.failed, "\(doing) \(path): \(text) (SQLite code \(error.extendedResultCode.rawValue))")
        }
    }

    private static func full(_ doing: String, path: String) -> StoreError {
        StoreError(.full, "\(doing) \(path): no space is left on its file system; free some")
    }

    /// True if the file system of `path` has no block left.
    private static func isFull(_ path: String) -> Bool {
        var space = statvfs()
        return statvfs(path, &space) == 0 && space.f_bavail == 0
    }

    static func corrupt(_ finding: String, path: String) -> StoreError {
        StoreError(
            .corrupt,
            "the store \(path) is damaged: \(finding); nothing was changed in it. Put a backup in its place with "
                + "clockctl restore FILE; or begin anew, without alarms and history: move it away with "
                + "for end in '' -wal -shm .id; do mv \(path)$end \(path).damaged$end; done")
    }
}

public import ClockCoordinatorCore
internal import GRDB
internal import Glibc

/// Copies a store while a coordinator works with it.
public enum StoreBackup {
    /// Writes a copy of a store in its state between two commits.
    ///
    /// SQLite's online backup copies it within one reading transaction; commits go on meanwhile and are not in it. The
    /// copy is one file that needs no other, readable for its owner alone. It is checked before it gets its name, so a
    /// file of that name is complete.
    ///
    /// - Parameters:
    ///   - path: the store.
    ///   - file: the copy.
    ///   - replacing: true if a file of that name may be replaced.
    /// - Returns: the contents of the copy.
    /// - Throws: ``StoreError``; an earlier file stays unchanged.
    @discardableResult
    public static func write(_ path: String, to file: String, replacing: Bool = false) throws(StoreError)
        -> StoreSummary
    {
        guard access(path, F_OK) == 0 else {
            throw StoreError(.failed, "there is no store \(path): name the coordinator's state_directory")
        }
        var status = stat()
        guard lstat(file, &status) != 0 || [S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) else {
            throw StoreError(.exists, "\(file) is no file that a backup could replace: name another one")
        }
        guard replacing || access(file, F_OK) != 0 else {
            throw StoreError(.exists, "\(file) is there already: name another file, or say --force to replace it")
        }
        do {
            return try StoreFile.make(file) { draft in
                let source = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
                try source.read { try StoreSchema.check($0, path: path) }
                let target = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
                try source.backup(to: target)
                try source.close()
                try StoreFile.makeSingle(target)
                let summary = try target.read { database in
                    try StoreFile.inspect(database, path: path)
                    return try StoreSummary(from: database)
                }
                try target.close()
                return summary
            }
        } catch {
            throw StoreError(error, "cannot copy the store", path: path)
        }
    }
}

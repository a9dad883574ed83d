import Glibc

/// A folder of files with a bound on their bytes together: the least recently used go first.
///
/// Several threads may use it at a time, but only one writes a file or removes old ones.
public struct BoundedFolder: Sendable {
    public let path: String
    /// The bound on all of its files together.
    public let maximumBytes: Int

    public init(path: String, maximumBytes: Int) {
        self.path = path
        self.maximumBytes = maximumBytes
    }

    /// Makes the folder if it is missing, and removes the files whose names satisfy `isLeftOver`.
    ///
    /// - Throws: ``SystemError`` when there can be no folder.
    public func prepare(removing isLeftOver: (String) -> Bool) throws(SystemError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw SystemError("make the folder \(path)") }
        removeFiles(where: isLeftOver)
    }

    public func path(_ name: String) -> String { "\(path)/\(name)" }

    public func contains(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

    /// Removes a file; one that is not there, or cannot be removed, stays as it is.
    public func remove(_ name: String) { _ = unlink(path(name)) }

    /// Notes that a file was used just now. If it cannot, the time of the last write counts.
    public func touch(_ name: String) { _ = utimensat(AT_FDCWD, path(name), nil, 0) }

    /// Removes the least recently used files until `bytes` more fit. If it cannot remove one, the write that finds no
    /// room reports it.
    ///
    /// - Parameter isNeeded: true for the names of files that stay and do not count.
    public func makeRoom(for bytes: Int, besides isNeeded: (String) -> Bool = { _ in false }) {
        let files = files().filter { !isNeeded($0.name) }.sorted {
            ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec)
        }
        var total = files.reduce(bytes) { $0 + $1.bytes }
        for file in files where total > maximumBytes {
            if unlink(path(file.name)) == 0 { total -= file.bytes }
        }
    }

    /// Removes the files whose names satisfy `isUnneeded`; one that it cannot remove stays.
    public func removeFiles(where isUnneeded: (String) -> Bool) {
        for file in files() where isUnneeded(file.name) { remove(file.name) }
    }

    /// Writes a part of a file where it belongs, making the file where there is none.
    public func write(_ bytes: [UInt8], at offset: Int, of name: String) throws(SystemError) {
        let operation = "write \(path(name))"
        let file = try FileDescriptor(open(path(name), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644), operation)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retryingInterrupted {
                    pwrite(file.raw, buffer.baseAddress! + written, buffer.count - written, off_t(offset + written))
                }
            }
            guard count > 0 else { throw SystemError(operation, code: count == 0 ? ENOSPC : errno) }
            written += count
        }
    }

    /// Gives a file another name, when all of it is on the disk. Returns when the name is there as well.
    public func rename(_ name: String, to newName: String) throws(SystemError) {
        let file = try FileDescriptor(open(path(name), O_RDONLY | O_CLOEXEC), "read \(path(name))")
        guard retryingInterrupted({ fsync(file.raw) }) == 0, Glibc.rename(path(name), path(newName)) == 0 else {
            throw SystemError("keep \(path(newName))")
        }
        try AtomicFile.sync(folder: path)
    }

    /// Hands a file to `take` in pieces, in order.
    ///
    /// - Returns: the number of its bytes; `nil` if there is none, or none that can be read.
    public func read(_ name: String, _ take: ([UInt8]) -> Void) -> Int? {
        let raw = open(path(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard raw >= 0 else { return nil }
        defer { close(raw) }
        var total = 0
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes { buffer in
                retryingInterrupted { Glibc.read(raw, buffer.baseAddress, buffer.count) }
            }
            guard count >= 0 else { return nil }
            if count == 0 { return total }
            total += count
            take(count == piece.count ? piece : Array(piece[..<count]))
        }
    }

    private struct File {
        var name: String
        var bytes: Int
        var used: timespec
    }

    /// None where the folder cannot be read.
    private func files() -> [File] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var files: [File] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard lstat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            files.append(File(name: name, bytes: Int(status.st_size), used: status.st_mtim))
        }
        return files
    }
}

import Glibc

/// Whole files, replaced so that a reader or a crash sees the old content or the new, never a mixture.
public enum AtomicFile {
    /// Replaces a file durably: the bytes go to a new file beside it, are synced, take its name, and the folder is
    /// synced.
    ///
    /// - Parameters:
    ///   - mode: permissions of the new file.
    ///   - owner: user and group of the new file; this process's where there are none.
    /// - Throws: ``SystemError`` naming the path, and nothing is left beside it. The old file stands then, unless only the
    ///   folder could not be synced. EINVAL where something stands that is neither a file nor a link: a device must not
    ///   become a file.
    public static func replace(
        _ path: String,
        with bytes: some Collection<UInt8>,
        mode: UInt32 = 0o644,
        owner: (user: UInt32, group: UInt32)? = nil
    ) throws(SystemError) {
        let folder = folder(of: path)
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
        let operation = "write \(path)"
        guard FileStatus.isReplaceable(path) else {
            throw SystemError("replace \(path), which is no regular file", code: EINVAL)
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = try FileDescriptor(open(temporary, flags, mode), operation)
        do throws(SystemError) {
            try write(Array(bytes), to: file, operation)
            if let owner, fchown(file.raw, owner.user, owner.group) != 0 { throw SystemError(operation) }
            guard retryingInterrupted({ fsync(file.raw) }) == 0 else { throw SystemError(operation) }
            guard rename(temporary, path) == 0 else { throw SystemError(operation) }
        } catch {
            // The first error is the one to report; the leftover is only a file of our own name.
            _ = unlink(temporary)
            throw error
        }
        try sync(folder: folder)
    }

    /// Returns when the names of a folder's files are on the disk.
    public static func sync(folder: String) throws(SystemError) {
        let directory = try FileDescriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open \(folder)")
        guard retryingInterrupted({ fsync(directory.raw) }) == 0 else { throw SystemError("sync \(folder)") }
    }

    /// Removes the temporary files of processes that were killed while they replaced a file. One that cannot be removed
    /// stays: nothing reads it. Not while another process may replace the file.
    public static func removeLeftOvers(of path: String) {
        let name = String(path.split(separator: "/").last ?? "")
        BoundedFolder(path: folder(of: path), maximumBytes: .max).removeFiles {
            $0.hasPrefix(name + ".") && $0.hasSuffix(".tmp")
        }
    }

    /// A file's whole content.
    ///
    /// - Parameter limit: in bytes; a longer file is refused with EFBIG, so that nobody can fill the memory.
    /// - Throws: ``SystemError`` naming the path; ENOENT where there is none.
    public static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let operation = "read \(path)"
        let file = try FileDescriptor(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), operation)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer in
                retryingInterrupted { Glibc.read(file.raw, buffer.baseAddress, buffer.count) }
            }
            if count < 0 { throw SystemError(operation) }
            if count == 0 { return bytes }
            guard bytes.count + count <= limit else { throw SystemError(operation, code: EFBIG) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private static func write(_ bytes: [UInt8], to file: FileDescriptor, _ operation: String) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retryingInterrupted { Glibc.write(file.raw, buffer.baseAddress! + written, buffer.count - written) }
            }
            guard count > 0 else { throw SystemError(operation, code: count == 0 ? ENOSPC : errno) }
            written += count
        }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

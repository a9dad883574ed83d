internal import Glibc

/// The file system's facts about a path, symbolic links followed.
///
/// Here because this module sees Glibc alone: where all of Foundation is linked in, as in clockctl, the compiler takes
/// `stat` for CoreFoundation's.
public struct FileStatus: Hashable, Sendable {
    public let isFolder: Bool
    /// Neither a folder nor a device, pipe or socket.
    public let isRegular: Bool
    /// The permission bits, 0 to 0o7777.
    public let permissions: UInt32

    /// - Throws: ``SystemError`` where there is nothing, or it may not be looked at.
    public init(of path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemError("read \(path)", code: errno) }
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
        permissions = status.st_mode & 0o7777
    }

    /// True when a rename onto the path can destroy nothing but a file or a link. A folder counts as well: the kernel
    /// refuses to replace it.
    public static func isReplaceable(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 || [S_IFREG, S_IFLNK, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns the target of a path, without links.
    ///
    /// - Throws: ``SystemError`` where there is nothing.
    public static func realPath(_ path: String) throws(SystemError) -> String {
        guard let real = realpath(path, nil) else { throw SystemError("read \(path)", code: errno) }
        defer { free(real) }
        return String(cString: real)
    }
}

internal import Glibc

/// The owner of files that root writes for a server that is not root.
enum FolderOwner {
    /// Returns the folder's owner if this process is root and may give files away; else `nil`.
    static func toKeep(in folder: String) -> (user: UInt32, group: UInt32)? {
        var status = stat()
        guard geteuid() == 0, stat(folder, &status) == 0 else { return nil }
        return (status.st_uid, status.st_gid)
    }
}

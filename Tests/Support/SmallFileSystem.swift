import Glibc

/// A file system of a few megabytes in memory, for tests that fill it or make it read-only. Needs root. It goes with the
/// object.
public final class SmallFileSystem: Sendable {
    public let path: String

    public init(_ path: String, megabytes: Int) throws {
        mkdir(path, 0o700)
        try TestProcess.run("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "clocksmith-test", path])
        self.path = path
    }

    deinit {
        // Lazily: a store that is still open must not keep it mounted.
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    /// Takes all the space that is left.
    public func fill() throws {
        let descriptor = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot write in \(path)") }
        let block = [UInt8](repeating: 0, count: 4_096)
        while write(descriptor, block, block.count) > 0 {}
        close(descriptor)
    }

    public func empty() { unlink(path + "/filler") }

    public func makeReadOnly() throws {
        try TestProcess.run("mount", ["-o", "remount,ro", path])
    }
}

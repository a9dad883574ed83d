import Glibc

/// The file of readers that take a path: in memory, so that millions of them cost no disk.
enum MemoryFile {
    private static let descriptor: Int32 = {
        let name = "/fuzz-\(getpid())"
        let descriptor = shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "cannot make a file in memory: error \(errno)")
        shm_unlink(name)
        return descriptor
    }()
    private static let path = "/proc/self/fd/\(descriptor)"

    static func with(_ bytes: [UInt8], _ body: (String) -> Void) {
        precondition(ftruncate(descriptor, 0) == 0)
        precondition(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
        body(path)
    }
}

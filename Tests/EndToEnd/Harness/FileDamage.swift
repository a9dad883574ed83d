import ClockTestSupport
import Glibc

enum FileDamage {
    /// Overwrites a file from an offset to its end with bytes that mean nothing, and returns its size.
    static func overwrite(_ path: String, from offset: Int) throws -> Int {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw TestFailure("cannot open \(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        let bytes = [UInt8](repeating: 0xA5, count: max(0, size - offset))
        guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else {
            throw TestFailure("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        return size
    }
}

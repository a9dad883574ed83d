import BenchmarkSupport
import Glibc

/// A file that is synced after every append: the least time for any stored report on this disk.
final class SyncedFile {
    private let descriptor: Int32
    private let path: String
    private let block: [UInt8] = Array(repeating: 0x5a, count: 4096)

    init(in folder: String) throws(Unmeasured) {
        path = folder + "/report-bench.\(getpid())"
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Unmeasured("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Appends 4 KiB and syncs; returns the time that this took, in nanoseconds.
    func append() throws(Unmeasured) -> Int64 {
        let start = bootNanoseconds()
        guard write(descriptor, block, block.count) == block.count, fsync(descriptor) == 0 else {
            throw Unmeasured("\(path) cannot be written and synced: \(String(cString: strerror(errno)))")
        }
        return bootNanoseconds() - start
    }
}

/// CLOCK_BOOTTIME, the clock of the client's receipts.
func bootNanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

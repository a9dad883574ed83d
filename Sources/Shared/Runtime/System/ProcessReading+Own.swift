public import ClockDomain
internal import Glibc

extension ProcessReading {
    /// Of this program, now. A figure that cannot be read, as without /proc, is 0.
    public static func own() -> ProcessReading {
        ProcessReading(
            processorMilliseconds: Int(SystemClock.read(CLOCK_PROCESS_CPUTIME_ID) / 1_000_000),
            residentBytes: residentPages() * Int(sysconf(Int32(_SC_PAGESIZE))), openFiles: openFiles())
    }

    /// proc(5): the second number of statm.
    private static func residentPages() -> Int {
        // Nothing depends on this number.
        guard let bytes = try? AtomicFile.read("/proc/self/statm", limit: 4_096) else { return 0 }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    private static func openFiles() -> Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            // The folder's own two entries begin with a dot.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        // The listing itself holds one of them.
        return count - 1
    }
}

internal import Glibc

/// Waits for a server during one operation, and limits the server's influence meanwhile: its time, its notices, and the
/// memory that libpq allocates for it. libpq itself allocates as much as a message announces, up to 2 GB.
struct PostgresWaiting {
    private let end: ContinuousClock.Instant
    private let patience: Duration
    private let notices: UnsafeMutablePointer<Int>
    private let memoryAtStart: Int

    /// No operation here raises more than a few.
    private static let maximumNotices = 1_000
    /// An answer and libpq's buffer for it. The largest answer of a full store has some tens of megabytes.
    private static let maximumBytes = 256 << 20

    /// - Parameter notices: the count of the operation's notices.
    init(within patience: Duration, _ notices: UnsafeMutablePointer<Int>) {
        end = ContinuousClock.now + patience
        self.patience = patience
        self.notices = notices
        notices.pointee = 0
        memoryAtStart = Self.writableBytes()
    }

    /// - Returns: the present events of poll(2); 0 after a while without any.
    /// - Throws: ``PostgresFailure`` beyond a limit.
    mutating func wait(for events: Int32, on socket: Int32) throws(PostgresFailure) -> Int32 {
        guard notices.pointee <= Self.maximumNotices else {
            throw PostgresFailure(.lost, "the database sends notices without end")
        }
        guard Self.writableBytes() - memoryAtStart <= Self.maximumBytes else {
            throw PostgresFailure(
                .lost, "the database sends a row or an answer of more than \(Self.maximumBytes >> 20) MB")
        }
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        guard left > 0 else {
            throw PostgresFailure(.lost, "the database did not answer within \(patience.components.seconds) s")
        }
        var descriptor = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
        return poll(&descriptor, 1, Int32(clamping: Int(left) + 1)) > 0 ? Int32(descriptor.revents) : 0
    }

    /// This process's writable memory, touched or not: the sixth number of statm, in proc(5). 0 if it cannot be read;
    /// then there is no limit.
    private static func writableBytes() -> Int {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return 0 }
        let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
        return words.count > 5 ? (Int(words[5]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}

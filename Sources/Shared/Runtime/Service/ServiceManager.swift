import Glibc
public import Logging

/// Tells the service manager how the daemon is, by the protocol of sd_notify(3). Without NOTIFY_SOCKET in the
/// environment nothing is sent.
public struct ServiceManager: Sendable {
    /// The manager restarts the daemon after this time without ``watchdog()``. Nil when it does not watch.
    public let watchdogInterval: Duration?

    private let socketName: String?
    private let logger: Logger

    /// - Parameter environment: of this process; NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID are read.
    public init(environment: [String: String], logger: Logger) {
        self.logger = logger
        socketName = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        let isForThisProcess = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        let isWatched = socketName != nil && isForThisProcess && microseconds > 0
        watchdogInterval = isWatched ? .microseconds(microseconds) : nil
    }

    /// The daemon has started and does its work.
    public func ready() { notify("READY=1") }

    /// The daemon is shutting down.
    public func stopping() { notify("STOPPING=1") }

    /// The daemon reads its configuration again, until it is ``ready()`` once more.
    public func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notify("RELOADING=1\nMONOTONIC_USEC=\(Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1_000)")
    }

    /// One line for `systemctl status`.
    public func status(_ text: String) {
        notify("STATUS=" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
    }

    /// The daemon is alive.
    public func watchdog() { notify("WATCHDOG=1") }

    private func notify(_ message: String) {
        guard let socketName else { return }
        do {
            try send(message, to: socketName)
        } catch {
            logger.warning(
                "the service manager was not told", metadata: ["message": "\(message)", "error": "\(error)"])
        }
    }

    private func send(_ message: String, to name: String) throws(SystemError) {
        let operation = "send to the service manager at \(name)"
        var bytes = Array(name.utf8)
        guard bytes.count <= UnixSocket.maximumPathBytes,
            let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else { throw SystemError(operation, code: EAFNOSUPPORT) }
        // An abstract name, not a file: sd_notify(3) writes its zero byte as "@".
        if first == UInt8(ascii: "@") { bytes[0] = 0 }
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try FileDescriptor(socket(AF_UNIX, type, 0), operation)
        let payload = Array(message.utf8)
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let sent = UnixSocket.withAddress(bytes) { address, length in
            // Not waiting: a manager that does not listen must not hold up the daemon.
            retryingInterrupted { sendto(socket.raw, payload, payload.count, flags, address, length) }
        }
        guard sent == payload.count else { throw SystemError(operation) }
    }
}

import ClockTestSupport
import Glibc

/// The service manager's end of NOTIFY_SOCKET.
final class NotifySocket: Sendable {
    /// As in NOTIFY_SOCKET: a path, or `@` and an abstract name.
    let name: String
    private let descriptor: Int32
    private let folder: TemporaryFolder

    init(abstract: Bool = false) throws {
        folder = try TemporaryFolder("notify")
        name = abstract ? "@" + folder.path : folder.file("socket")
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if abstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard result == 0 else { throw TestFailure("cannot bind \(name): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// The next message, or nil when none comes in time.
    func receive(timeoutMilliseconds: Int32 = 10_000) throws -> String? {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        guard poll(&descriptors, 1, timeoutMilliseconds) == 1 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw TestFailure("cannot receive on \(name)") }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}

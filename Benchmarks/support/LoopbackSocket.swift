internal import Glibc

/// The failure of a socket.
public struct SocketFailure: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) {
        self.description = description
    }
}

/// TCP sockets on 127.0.0.1 that send at once (TCP_NODELAY): the only delay is the requested one.
public enum LoopbackSocket {
    public static func listen(_ port: UInt16) throws(SocketFailure) -> Int32 {
        let descriptor = make()
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        guard descriptor >= 0, withAddress(port, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 64) == 0
        else {
            throw SocketFailure(
                description: "cannot listen on 127.0.0.1:\(port): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    public static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        sendAtOnce(descriptor)
        return descriptor
    }

    /// - Parameter receiveBytes: the approximate number of unread bytes that the kernel keeps; `nil`: its default.
    public static func connect(_ port: UInt16, receiveBytes: Int32? = nil) -> Int32? {
        let descriptor = make()
        guard descriptor >= 0 else { return nil }
        if var receiveBytes { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBytes, 4) }
        guard withAddress(port, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            return nil
        }
        sendAtOnce(descriptor)
        return descriptor
    }

    /// Sends all of it, for as long as that takes.
    public static func send(_ bytes: [UInt8], to descriptor: Int32) throws(SocketFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                throw SocketFailure(description: "cannot send: \(String(cString: strerror(errno)))")
            }
            sent += count
        }
    }

    private static func make() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func sendAtOnce(_ descriptor: Int32) {
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

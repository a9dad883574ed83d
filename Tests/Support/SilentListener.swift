import Glibc

/// A TCP port on loopback where connections are made by the kernel, and nobody answers but a test.
public final class SilentListener: Sendable {
    public let port: Int
    private let descriptor: Int32

    public init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("cannot make a socket: \(String(cString: strerror(errno)))") }
        port = try LoopbackPort.bind(descriptor)
        guard listen(descriptor, 64) == 0 else {
            throw TestFailure("cannot listen on port \(port): \(String(cString: strerror(errno)))")
        }
    }

    /// Waits for a connection, reads what comes, writes an answer, and ends the connection.
    public func answerOnce(_ answer: [UInt8]) throws {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { throw TestFailure("nobody connected: \(String(cString: strerror(errno)))") }
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 1_024)
        guard read(connection, &request, request.count) > 0 else { throw TestFailure("nothing came") }
        guard write(connection, answer, answer.count) == answer.count else { throw TestFailure("cannot answer") }
    }

    deinit {
        close(descriptor)
    }
}

import Glibc

/// A TCP port on loopback where connections are made by the kernel and nobody ever answers.
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

    deinit {
        close(descriptor)
    }
}

import Glibc

/// Unix sockets by their paths (unix(7)).
package enum UnixSocket {
    /// Bytes of the longest path.
    package static let maximumPathBytes = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Calls `body` with the address of a name of at most ``maximumPathBytes`` bytes.
    static func withAddress<Result>(_ name: [UInt8], _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + name.count)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// A socket that waits for nothing and listens at a path. It replaces the file of an earlier run.
    ///
    /// The file has its mode before anybody can connect: until it listens, the kernel refuses all.
    ///
    /// - Parameter mode: the permission bits of the file, which decide who may connect, whatever the umask is.
    /// - Throws: ``FatalError`` when the path is too long, is another program's, or cannot be made a socket.
    package static func listen(at path: String, mode: UInt32, backlog: Int) throws(FatalError) -> Int32 {
        guard path.utf8.count <= maximumPathBytes else {
            throw FatalError(
                .cannotCreate,
                "\(path) has \(path.utf8.count) bytes; a socket's path has at most \(maximumPathBytes): choose another")
        }
        // Nobody is there, as it should be, or binding reports the fault.
        if let other = try? connect(to: path) {
            close(other)
            throw FatalError(.cannotCreate, "\(path) is another program's socket; choose another path")
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw FatalError(.cannotCreate, "\(path) is there and is no socket; remove it, or choose another path")
            }
            unlink(path)
        }
        do throws(SystemError) {
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let descriptor = socket(AF_UNIX, type, 0)
            guard descriptor >= 0 else { throw SystemError("make a socket") }
            let isBound = withAddress(Array(path.utf8)) { Glibc.bind(descriptor, $0, $1) == 0 }
            guard isBound, chmod(path, mode) == 0, Glibc.listen(descriptor, Int32(backlog)) == 0 else {
                let error = SystemError("make the socket \(path)")
                close(descriptor)
                throw error
            }
            return descriptor
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }

    /// A connection to the program that listens at a path; its calls wait.
    ///
    /// - Throws: ``SystemError``, of `ENOENT` where nothing is there and `ECONNREFUSED` where nobody listens.
    package static func connect(to path: String) throws(SystemError) -> Int32 {
        let operation = "reach \(path)"
        guard path.utf8.count <= maximumPathBytes else { throw SystemError(operation, code: ENAMETOOLONG) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError(operation) }
        let isConnected = withAddress(Array(path.utf8)) { address, length in
            retryingInterrupted { Glibc.connect(descriptor, address, length) } == 0
        }
        guard isConnected else {
            let error = SystemError(operation)
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

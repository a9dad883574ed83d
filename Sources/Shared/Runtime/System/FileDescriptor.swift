import Glibc

/// One open descriptor, closed with its last owner.
final class FileDescriptor: Sendable {
    let raw: Int32

    /// - Parameter raw: the system call's result; -1 throws with the call's errno.
    init(_ raw: Int32, _ operation: @autoclosure () -> String) throws(SystemError) {
        let code = errno
        guard raw >= 0 else { throw SystemError(operation(), code: code) }
        self.raw = raw
    }

    deinit {
        // Nothing was promised for this descriptor that a late error could break: writers sync before.
        _ = close(raw)
    }
}

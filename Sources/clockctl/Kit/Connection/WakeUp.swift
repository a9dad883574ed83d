internal import CLinux
internal import ClockRuntime
internal import Glibc

/// An eventfd: another thread's word that there is something to look at.
final class WakeUp: Sendable {
    /// Readable from ``signal()`` until ``drain()``.
    let descriptor: Int32

    /// - Throws: ``FatalError`` where the system has no descriptor left.
    init() throws(FatalError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw FatalError(.systemError, "cannot create an eventfd: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        close(descriptor)
    }

    func signal() {
        // Fails only when the counter is at its maximum, and then the descriptor is readable already.
        eventfd_write(descriptor, 1)
    }

    func drain() {
        var count: eventfd_t = 0
        // Fails only when there is nothing to read.
        eventfd_read(descriptor, &count)
    }
}

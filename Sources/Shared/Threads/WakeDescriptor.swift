import CLinux
import Glibc

/// An eventfd: any thread wakes a sleeping one by it.
package final class WakeDescriptor: Sendable {
    /// For poll: readable from ``signal()`` until ``drain()``.
    package let descriptor: Int32

    package init() throws(ThreadError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw ThreadError(operation: "create an eventfd", code: errno) }
    }

    deinit {
        // An eventfd holds nothing that a failure could lose.
        _ = close(descriptor)
    }

    /// Any number of signals before a ``drain()`` count as one.
    package func signal() {
        // Fails only when the counter is at its maximum, and then the descriptor is readable already.
        eventfd_write(descriptor, 1)
    }

    package func drain() {
        var count: eventfd_t = 0
        // Fails only when there is nothing to read.
        eventfd_read(descriptor, &count)
    }

    /// Sleeps until a signal comes, at most `nanoseconds`; without a bound when that is nil. Allocates nothing.
    ///
    /// - Returns: true when there is a signal, which ``drain()`` clears. A POSIX signal may end the sleep without one.
    package func wait(upTo nanoseconds: Int64?) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard let nanoseconds = nanoseconds.map({ max(0, $0) }) else { return ppoll(&entry, 1, nil, nil) > 0 }
        var timeout = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        return ppoll(&entry, 1, &timeout, nil) > 0
    }
}

import CMosquitto
import Glibc

/// An eventfd by which other threads end the network thread's poll.
final class WakeDescriptor: Sendable {
    let descriptor: Int32

    init() throws(MQTTError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if descriptor < 0 {
            throw MQTTError(.system, "cannot create an eventfd: \(String(cString: strerror(errno)))")
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

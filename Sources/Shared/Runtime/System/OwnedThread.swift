import CLinux
import Glibc
import Synchronization

/// A POSIX thread with a small stack and all signals blocked, joined by its owner; for work that must not wait for the
/// cooperative pool.
final class OwnedThread: Sendable {
    private final class Body: Sendable {
        let name: String
        let work: @Sendable () -> Void

        init(name: String, work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }
    }

    /// Nil once joined.
    private let thread: Mutex<pthread_t?>

    /// Plenty for handlers that copy and hand over; pages that are never touched cost nothing.
    private static let stackSize = 256 << 10

    /// - Parameter name: as shown by `top -H`, at most 15 bytes.
    init(name: String, _ work: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, OwnedThread.stackSize)
        let body = Unmanaged.passRetained(Body(name: name, work: work))
        var created = pthread_t()
        // The new thread inherits the mask, so signals are blocked in it from its first instruction.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        let code = pthread_create(
            &created, &attributes,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                _ = clinux_name_thread(body.name)
                body.work()
                return nil
            }, body.toOpaque())
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        guard code == 0 else {
            body.release()
            throw SystemError("start thread \(name)", code: code)
        }
        thread = Mutex(created)
    }

    /// Waits for the thread's end. On the thread itself, which cannot wait for itself, it is let go instead.
    func join() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }
}

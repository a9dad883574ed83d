import Glibc

/// Starts detached POSIX threads. Blocking work has no place on Swift's cooperative threads.
enum OwnedThread {
    /// Runs `body` on a new thread with all signals blocked, so that they go to the program's own handlers, and a broken
    /// connection's SIGPIPE (libmosquitto 2.0.11 and OpenSSL write without MSG_NOSIGNAL) does not end the process.
    ///
    /// - Parameter name: shown by `top -H`, cut to 15 bytes.
    static func start(name: String, stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(MQTTError) {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let result = create(start.toOpaque(), stackBytes: stackBytes)
        if result != 0 {
            start.release()
            throw MQTTError(.system, "cannot start the thread \(name): \(String(cString: strerror(result)))")
        }
    }

    private static func create(_ start: UnsafeMutableRawPointer, stackBytes: Int) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)
        var thread = pthread_t()
        // The new thread inherits the mask; setting it here leaves no moment in which a signal can arrive there.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        let result = pthread_create(&thread, &attributes, { OwnedThread.enter($0) }, start)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        pthread_attr_destroy(&attributes)
        return result
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { preconditionFailure("thread started without its argument") }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        nameThisThread(start.name)
        start.body()
        return nil
    }

    /// pthread_setname_np is hidden from Swift's Glibc module; this file does the same.
    private static func nameThisThread(_ name: String) {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        // A thread without a name does its work as well.
        guard descriptor >= 0 else { return }
        write(descriptor, name, min(name.utf8.count, 15))
        close(descriptor)
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

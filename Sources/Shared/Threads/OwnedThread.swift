import CLinux
import Glibc
import Synchronization

/// A POSIX thread with a small stack, for work that blocks or must not wait: neither has a place on Swift's cooperative
/// threads.
///
/// It blocks all signals. They go to the program's own handlers, and a broken connection's SIGPIPE (libmosquitto 2.0.11
/// and OpenSSL write without MSG_NOSIGNAL) does not end the process.
///
/// The owner may ``join()`` it. If the owner releases this object, the thread runs on by itself.
package final class OwnedThread: Sendable {
    private final class Start: Sendable {
        let name: String
        let work: @Sendable () -> Void

        init(name: String, work: @escaping @Sendable () -> Void) {
            self.name = name
            self.work = work
        }
    }

    /// Nil once joined.
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - name: as shown by `top -H`, which is at most its first 15 bytes.
    ///   - stackBytes: size of the stack, at least 16 KiB. Pages that are never touched cost nothing.
    @discardableResult
    package init(name: String, stackBytes: Int, _ work: @escaping @Sendable () -> Void) throws(ThreadError) {
        let start = Unmanaged.passRetained(Start(name: name, work: work))
        var created = pthread_t()
        let code = OwnedThread.create(&created, start.toOpaque(), stackBytes: stackBytes)
        guard code == 0 else {
            start.release()
            throw ThreadError(operation: "start the thread \(name)", code: code)
        }
        thread = Mutex(created)
    }

    deinit {
        if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
    }

    /// Waits for the thread's end. On the thread itself, which cannot wait for itself, it detaches instead.
    package func join() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    private static func create(_ thread: inout pthread_t, _ start: UnsafeMutableRawPointer, stackBytes: Int) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackBytes)
        // The new thread inherits the mask, so signals are blocked in it from its first instruction.
        var all = sigset_t()
        var previous = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &previous)
        let code = pthread_create(&thread, &attributes, { OwnedThread.enter($0) }, start)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        pthread_attr_destroy(&attributes)
        return code
    }

    private static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { preconditionFailure("thread started without its argument") }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        // A thread without a name works as well.
        _ = clinux_name_thread(start.name)
        start.work()
        return nil
    }
}

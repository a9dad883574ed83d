internal import ClockRuntime
internal import Glibc
internal import Synchronization

/// Signals as something to look at instead of something that interrupts: they are blocked in every thread and taken by
/// one that does nothing else.
final class SignalWatcher: Sendable {
    private let wakeUp: WakeUp
    private let arrived = Mutex<Set<Int32>>([])

    /// Blocks the signals in the calling thread and, by inheritance, in all threads it makes from now on; so it has to
    /// come before those.
    ///
    /// - Throws: ``FatalError`` where the system has no thread or descriptor left.
    init(_ signals: [Int32]) throws(FatalError) {
        wakeUp = try WakeUp()
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // The thread lives as long as the process, and the watcher with it.
        let context = Unmanaged.passRetained(Context(watcher: self, set: set))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let context = Unmanaged<Context>.fromOpaque(pointer).takeRetainedValue()
                while true {
                    var signal: Int32 = 0
                    guard sigwait(&context.set, &signal) == 0 else { return nil }
                    let number = signal
                    context.watcher.arrived.withLock { _ = $0.insert(number) }
                    context.watcher.wakeUp.signal()
                }
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw FatalError(.systemError, "cannot start a thread: \(String(cString: strerror(result)))")
        }
        pthread_detach(thread)
    }

    private final class Context {
        let watcher: SignalWatcher
        /// Used by the watcher's thread alone.
        var set: sigset_t

        init(watcher: SignalWatcher, set: sigset_t) {
            self.watcher = watcher
            self.set = set
        }
    }

    /// Readable when a signal has come.
    var descriptor: Int32 { wakeUp.descriptor }

    /// The signals that have come since the last call.
    func take() -> Set<Int32> {
        wakeUp.drain()
        return arrived.withLock { arrived in
            defer { arrived = [] }
            return arrived
        }
    }
}

package import ClockRuntime
internal import ClockThreads
internal import Glibc
internal import Synchronization

/// Turns signals into a readable descriptor: a handler notes them and wakes the loop. The kernel may pick any thread
/// for the handler, so threads that others started do no harm.
package struct SignalWatcher: Sendable {
    private let wakeUp: WakeDescriptor

    /// Replaces the effect of these signals with a note. One watcher at a time.
    ///
    /// - Parameter signals: numbers below 64.
    /// - Throws: ``FatalError`` when the system has no descriptor left.
    package init(_ signals: [Int32]) throws(FatalError) {
        do throws(ThreadError) {
            wakeUp = try WakeDescriptor()
        } catch {
            throw FatalError(error)
        }
        NotedSignals.descriptor.store(wakeUp.descriptor, ordering: .sequentiallyConsistent)
        NotedSignals.bits.store(0, ordering: .sequentiallyConsistent)
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { NotedSignals.record($0) }
            // Calls that a signal interrupts go on afterwards, those of other threads above all.
            action.sa_flags = SA_RESTART
            sigemptyset(&action.sa_mask)
            // Fails only for a number that is no signal.
            sigaction(signal, &action, nil)
        }
    }

    /// Readable when a signal has come.
    package var descriptor: Int32 { wakeUp.descriptor }

    /// The signals that have come since the last call.
    package func drain() -> Set<Int32> {
        wakeUp.drain()
        let bits = NotedSignals.bits.exchange(0, ordering: .sequentiallyConsistent)
        return Set((0..<64).filter { bits & 1 << UInt64($0) != 0 })
    }
}

/// The targets of the handler's writes: it may touch only atomics and a descriptor (signal-safety(7)).
private enum NotedSignals {
    static let bits = Atomic<UInt64>(0)
    static let descriptor = Atomic<Int32>(-1)

    static func record(_ signal: Int32) {
        let code = errno
        bits.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
        var one: UInt64 = 1
        // Fails only when the counter is at its maximum, and then the descriptor is readable already.
        _ = write(descriptor.load(ordering: .sequentiallyConsistent), &one, MemoryLayout<UInt64>.size)
        errno = code
    }
}

import Glibc
import Synchronization

/// Threads for tests that block: they start databases, wait for programs and read recordings.
///
/// Swift's own pool has one thread for each processor. Two tests that block would hold up all others beside them, and
/// their clocks run on. This executor starts another thread whenever all of its threads are busy.
public final class TestThreads: TaskExecutor {
    public static let shared = TestThreads()

    private struct State {
        var jobs: [UnownedJob] = []
        /// Threads that wait for a job.
        var idle = 0
    }

    private let state = Mutex(State())
    private let available = SharedSemaphore()

    private init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isShort = state.withLock { state in
            state.jobs.append(job)
            let isShort = state.idle < state.jobs.count
            if isShort { state.idle += 1 }
            return isShort
        }
        if isShort { startThread() }
        available.post()
    }

    private func startThread() {
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { preconditionFailure("a thread of the tests started without its argument") }
                Unmanaged<TestThreads>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
        precondition(result == 0, "cannot start a thread for tests: \(String(cString: strerror(result)))")
        pthread_detach(thread)
    }

    private func run() {
        while true {
            available.wait()
            let job = state.withLock { state in
                state.idle -= 1
                return state.jobs.removeFirst()
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.withLock { $0.idle += 1 }
        }
    }
}

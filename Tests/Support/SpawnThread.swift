import Glibc
import Synchronization

/// The one thread that starts child processes, alive as long as the process.
///
/// Children ask the kernel for SIGKILL on their parent's death, and "parent" means the very thread that made them: one of
/// the worker threads under Swift's concurrency would take its children along when the pool shrinks.
final class SpawnThread: Sendable {
    static let shared = SpawnThread()

    private struct Job: Sendable {
        let body: @Sendable () -> Void
    }

    private let jobs = Mutex<[Job]>([])
    private let available: SharedSemaphore

    private init() {
        available = SharedSemaphore()
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { preconditionFailure("spawn thread started without its argument") }
                Unmanaged<SpawnThread>.fromOpaque(argument).takeUnretainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        precondition(result == 0, "cannot start the spawn thread: \(String(cString: strerror(result)))")
        pthread_detach(thread)
    }

    /// Runs `body` on the thread and waits for it.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
        let result = Box<Value>()
        let done = SharedSemaphore()
        jobs.withLock {
            $0.append(
                Job {
                    result.value.withLock { $0 = body() }
                    done.post()
                })
        }
        available.post()
        done.wait()
        guard let value = result.value.withLock({ $0 }) else { preconditionFailure("job ended without a result") }
        return value
    }

    private func run() {
        while true {
            available.wait()
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            job?.body()
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}

/// A POSIX semaphore with a stable address.
final class SharedSemaphore: @unchecked Sendable {
    // Safe to share: the address never changes after init and the sem_ functions are made for use from many threads.
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() {
        sem_post(semaphore)
    }

    func wait() {
        // Interrupted by a signal: wait on.
        while sem_wait(semaphore) != 0 {}
    }
}

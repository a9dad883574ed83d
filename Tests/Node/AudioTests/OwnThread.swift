import ClockNodeAudio
import ClockThreads
import Synchronization
import Testing

/// Threads of the tests' own, for what has to happen at a moment or blocks: Swift's pool may be busy with other tests.
enum OwnThread {
    /// Runs `body` on a new thread and waits for its result without blocking the pool.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    /// Runs `body` at a moment of CLOCK_MONOTONIC.
    static func run(at nanoseconds: Int64, _ body: @escaping @Sendable () throws -> Void) {
        start {
            sleep(until: nanoseconds)
            do { try body() } catch { Issue.record(error) }
        }
    }

    static func sleep(until nanoseconds: Int64) {
        while case let left = nanoseconds - MonotonicClock.nanoseconds, left > 0 {
            MonotonicClock.sleep(nanoseconds: left)
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        do {
            try OwnedThread(name: "test", stackBytes: 1 << 20, body)
        } catch {
            preconditionFailure("no thread for a test: \(error)")
        }
    }
}

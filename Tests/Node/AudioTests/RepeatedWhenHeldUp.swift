import ClockNodeAudio
import Foundation
import Synchronization
import Testing

/// Repeats a test of real output that failed while this computer held up threads for longer than an output's queue
/// lasts: then the program did not fail. It tries three times at most, and the last result counts.
struct RepeatedWhenHeldUp: SuiteTrait, TestTrait, TestScoping {
    private static let attempts = 3

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // Suites and tests are asked too; only their cases run.
        guard testCase != nil else { return try await function() }
        for _ in 1..<Self.attempts {
            let watch = HoldUpWatch()
            defer { watch.end() }
            let isToRepeat = Mutex(false)
            try await withKnownIssue("threads were held up", isIntermittent: true) {
                try await function()
            } matching: { _ in
                guard watch.sawHoldUp else { return false }
                isToRepeat.withLock { $0 = true }
                return true
            }
            guard isToRepeat.withLock({ $0 }) else { return }
        }
        try await function()
    }
}

extension Trait where Self == RepeatedWhenHeldUp {
    static var repeatedWhenHeldUp: Self { Self() }
}

/// A thread that does next to nothing and notices how late it gets to that.
private final class HoldUpWatch: Sendable {
    /// Half of the shortest queue that an output is kept alive with.
    private static let bound: Int64 = 12_000_000
    private static let nap: Int64 = 2_000_000

    private let state = Mutex((isEnded: false, longest: Int64(0)))

    init() {
        Thread.detachNewThread { [self] in
            var last = MonotonicClock.nanoseconds
            while !state.withLock({ $0.isEnded }) {
                MonotonicClock.sleep(nanoseconds: Self.nap)
                let now = MonotonicClock.nanoseconds
                state.withLock { $0.longest = max($0.longest, now - last - Self.nap) }
                last = now
            }
        }
    }

    var sawHoldUp: Bool { state.withLock { $0.longest > Self.bound } }

    func end() { state.withLock { $0.isEnded = true } }
}

import BenchmarkSupport
import Dispatch
import Synchronization

/// Waits for a number of arrivals that network threads report, and remembers the time of the last.
final class Countdown: Sendable {
    private struct State {
        var remaining: Int
        var last: Int64 = 0
    }

    private let state: Mutex<State>
    private let allArrived = DispatchSemaphore(value: 0)

    init(_ count: Int) {
        state = Mutex(State(remaining: count))
    }

    /// - Parameter nanoseconds: the time of the arrival, in CLOCK_BOOTTIME.
    func arrive(at nanoseconds: Int64) {
        let isLast = state.withLock { state in
            state.remaining -= 1
            state.last = max(state.last, nanoseconds)
            return state.remaining == 0
        }
        if isLast { allArrived.signal() }
    }

    /// Returns the time of the last arrival, in CLOCK_BOOTTIME.
    ///
    /// - Throws: ``Unmeasured`` naming `what` if arrivals are missing at the end of the time.
    func wait(seconds: Int, for what: String) throws(Unmeasured) -> Int64 {
        let outcome = allArrived.wait(timeout: .now() + .seconds(seconds))
        let (remaining, last) = state.withLock { ($0.remaining, $0.last) }
        guard case .success = outcome else {
            throw Unmeasured("\(what): \(remaining) still missing after \(seconds) s")
        }
        return last
    }
}

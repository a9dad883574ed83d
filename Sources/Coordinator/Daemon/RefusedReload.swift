internal import Synchronization

/// Reports a refused reload to the core, once there is one: a coordinator on standby has none yet.
final class RefusedReload: Sendable {
    private struct State {
        var reason: String?
        var tell: (@Sendable (String) -> Void)?
    }

    private let state = Mutex(State())

    func refused(_ reason: String) {
        let tell = state.withLock { state in
            state.reason = reason
            return state.tell
        }
        tell?(reason)
    }

    /// - Parameter tell: also called for an earlier refusal.
    func follow(_ tell: @escaping @Sendable (String) -> Void) {
        let reason = state.withLock { state in
            state.tell = tell
            return state.reason
        }
        reason.map(tell)
    }
}

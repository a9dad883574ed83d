internal import Synchronization

/// Tells the core of a reload that was refused, once there is one: a coordinator that stands by has none yet.
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

    /// - Parameter tell: also of what was refused before.
    func follow(_ tell: @escaping @Sendable (String) -> Void) {
        let reason = state.withLock { state in
            state.tell = tell
            return state.reason
        }
        reason.map(tell)
    }
}

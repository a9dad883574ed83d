import Synchronization

/// Joins the registration of an asynchronous call with its cancellation, whichever comes first.
final class PendingCall<Key: Sendable>: Sendable {
    private enum State {
        case new
        case registered(Key)
        case cancelled
    }

    private let state = Mutex(State.new)

    /// Notes under which key the call can be cancelled; true if it was cancelled already.
    func register(_ key: Key) -> Bool {
        state.withLock { state in
            if case .cancelled = state { return true }
            state = .registered(key)
            return false
        }
    }

    /// Notes the cancellation and returns the key if the call was registered.
    func cancel() -> Key? {
        state.withLock { state in
            defer { state = .cancelled }
            if case .registered(let key) = state { return key }
            return nil
        }
    }
}

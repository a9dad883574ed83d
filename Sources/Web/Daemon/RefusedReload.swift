internal import Synchronization

/// The reason for which the last reload was refused, for the page's doctor.
final class RefusedReload: Sendable {
    private let state = Mutex<String?>(nil)

    var reason: String? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

import Synchronization

/// Collects what a console is given.
final class Lines: Sendable {
    private let collected = Mutex("")

    var text: String { collected.withLock { $0 } }

    @Sendable func add(_ text: String) { collected.withLock { $0 += text } }
}

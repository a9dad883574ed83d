internal import ClockCoordinatorCore
internal import ClockRuntime
internal import ServiceLifecycle

/// Closes the store when everything that works with it has ended. The first of the group, so the last to end; and the one
/// that ends the others when the store is another coordinator's.
struct StoreService: Service {
    let store: CoordinatorDaemon.Store
    let shell: CoordinatorShell

    func run() async throws {
        var end: FatalError?
        // Cancellation ends the wait as well as shutdown does.
        for await why in shell.endings.cancelOnGracefulShutdown() { end = end ?? why; break }
        if let end { throw end }
        shell.finishWork()
        try store.close()
    }
}

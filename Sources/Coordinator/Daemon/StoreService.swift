internal import ClockCoordinatorStore
internal import ServiceLifecycle

/// Closes the store when everything that works with it has ended. The first of the group, so the last to end.
struct StoreService: Service {
    let store: SQLiteStore
    let shell: CoordinatorShell

    func run() async throws {
        // Cancellation ends the wait as well as shutdown does.
        try? await gracefulShutdown()
        shell.finishWork()
        try store.close()
    }
}

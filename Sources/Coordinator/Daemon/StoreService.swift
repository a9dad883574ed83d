internal import ClockRuntime
internal import ServiceLifecycle

/// Closes the store after every service that works with it has ended: as the first of the group it ends last. It also
/// ends the others when another coordinator has the store.
struct StoreService: Service {
    let store: CoordinatorDaemon.Store
    let shell: CoordinatorShell

    func run() async throws {
        var end: FatalError?
        // Cancellation ends the wait, and shutdown does too.
        for await why in shell.endings.cancelOnGracefulShutdown() { end = end ?? why; break }
        if let end { throw end }
        shell.finishWork()
        try store.close()
    }
}

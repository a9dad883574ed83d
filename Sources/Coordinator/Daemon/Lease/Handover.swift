internal import ClockMQTT
internal import ServiceLifecycle

/// At a planned end, answers whoever has asked before the coordinator takes leave of the broker, and leaves further requests
/// there for the one that takes over.
struct Handover: Service {
    let client: MQTTClient
    let shell: CoordinatorShell

    /// A change waits for the database for as long as its commit takes.
    private static let patience: Duration = .seconds(3)

    func run() async throws {
        // Ends by cancellation as well as by shutdown.
        try? await gracefulShutdown()
        // What is not read is not acknowledged, so the broker gives it to who takes up the session.
        client.holdReading()
        let end = ContinuousClock.now + Self.patience
        // A packet may be in the middle of being read: two looks in a row.
        var isOwing = true
        repeat {
            let wasOwing = isOwing
            isOwing = shell.owesAnswers
            if !wasOwing, !isOwing { return }
            // Cancelled, it waits for nothing more.
            try? await Task.sleep(for: .milliseconds(10))
        } while ContinuousClock.now < end && !Task.isCancelled
    }
}

internal import ClockMQTT
internal import ServiceLifecycle

/// Before a planned exit, answers open requests while still connected to the broker, and leaves further requests there
/// for the coordinator that takes over.
struct Handover: Service {
    let client: MQTTClient
    let shell: CoordinatorShell

    /// The longest wait: a change takes as long as its commit in the database.
    private static let patience: Duration = .seconds(3)

    func run() async throws {
        // Ends by cancellation and by shutdown.
        try? await gracefulShutdown()
        // Unread messages stay unacknowledged, so the broker gives them to the client that resumes the session.
        client.holdReading()
        let end = ContinuousClock.now + Self.patience
        // A packet may be half read: require two looks in a row.
        var isOwing = true
        repeat {
            let wasOwing = isOwing
            isOwing = shell.owesAnswers
            if !wasOwing, !isOwing { return }
            // A cancelled task waits for nothing more.
            try? await Task.sleep(for: .milliseconds(10))
        } while ContinuousClock.now < end && !Task.isCancelled
    }
}

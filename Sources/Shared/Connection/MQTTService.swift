public import ClockMQTT
public import ServiceLifecycle

/// Runs a client for as long as its program runs, and ends it with the program's last word.
public struct MQTTService: Service {
    private let client: MQTTClient
    private let farewell: MQTTMessage?
    private let leavesWill: Bool
    private let onEvent: @Sendable (MQTTEvent) -> Void

    /// - Parameters:
    ///   - farewell: published last, as the last will would be if the program crashed.
    ///   - leavesWill: true if the broker publishes the last will nevertheless, unless a client resumes the session
    ///     before its delay is over.
    ///   - onEvent: receives every event, on the network thread; must not wait.
    public init(
        _ client: MQTTClient, farewell: MQTTMessage?, leavesWill: Bool = false,
        onEvent: @escaping @Sendable (MQTTEvent) -> Void
    ) {
        self.client = client
        self.farewell = farewell
        self.leavesWill = leavesWill
        self.onEvent = onEvent
    }

    public func run() async throws {
        try client.start(onEvent: onEvent)
        // Ends by cancellation as well as by shutdown; either way the broker gets a clean goodbye.
        try? await gracefulShutdown()
        if let farewell, client.isConnected {
            // A full queue or a connection lost this moment: the broker will publish the last will itself.
            try? client.publish(farewell)
        }
        await client.stop(timeout: .seconds(1), sendingWill: leavesWill)
    }
}

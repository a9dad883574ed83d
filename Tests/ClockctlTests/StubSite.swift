import ClockDomain
import ClockTestSupport
import ClockWire

/// A real broker with a coordinator that answers from a table.
struct StubSite {
    let broker: TestBroker
    let coordinator: StubCoordinator
    let clockctl: ClockctlProcess

    init(_ state: StubCoordinator.State = .init(status: Sample.healthy)) async throws {
        let broker = try TestBroker()
        let coordinator = try StubCoordinator(port: broker.port, state)
        try await waitUntil("the coordinator is connected") { coordinator.isConnected }
        (self.broker, self.coordinator) = (broker, coordinator)
        clockctl = ClockctlProcess(port: broker.port)
    }

    func run(_ arguments: String...) async throws -> ClockctlProcess.Ended { try await clockctl.run(arguments) }

    var alarms: [AlarmDefinition] { book.alarms }

    var book: StubBook { coordinator.state.book }

    func end() async { await coordinator.stop() }
}

import ClockDomain
import ClockRuntime
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Testing

/// Two coordinators at one site, each with a store of its own.
@Suite(.serialized) struct TwoCoordinatorsTests {
    /// By their clock a wake is due in two seconds.
    private static func settings(_ client: String?, _ folder: TemporaryFolder) throws -> [String: String] {
        let wall = SystemClock().now().wall
        let offset = QuarterHour.after(wall) - wall - .seconds(17)
        var settings = ["clock.offset_seconds": "\(offset.nanoseconds / 1_000_000_000)"]
        if let client { settings["broker.client_id_file"] = try folder.write(client, to: client) }
        return settings
    }

    @Test(
        "each tells of the other from the next wake on, whether they have names of their own at the broker or one name",
        arguments: [["first", "second"], [nil, nil]] as [[String?]])
    func beside(names: [String?]) async throws {
        let broker = try TestBroker()
        let folder = try TemporaryFolder("names")
        let coordinators = try names.map {
            try RunningCoordinator(port: broker.port, settings: Self.settings($0, folder))
        }
        let client = try await SiteClient(port: broker.port)
        for coordinator in coordinators {
            try await waitUntil("the other's wake", timeout: .seconds(30)) {
                coordinator.log.lines.contains { $0.contains("another coordinator, started at") }
            }
        }
        // Either coordinator answers, and knows of one other.
        let status = try await client.status()
        #expect(status.coordinator.others.count == 1)
        #expect(status.coordinator.others.first?.store != status.coordinator.store)
        for coordinator in coordinators {
            let told = coordinator.log.lines.filter { $0.contains("another coordinator, started at") }
            #expect(told.count == 1, "\(told)")
            await coordinator.stop()
        }
        await client.stop()
    }
}

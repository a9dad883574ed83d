import ClockRuntime
import ClockTestSupport
import CoordinatorDaemon
import Glibc
import Logging
import Testing

/// The error and the exit code of a coordinator that cannot start.
@Suite struct StartTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("coordinator")
    }

    private func failure(_ settings: [String: String] = [:]) -> FatalError? {
        do {
            let flags = ["state_directory": folder.file("state")].merging(settings) { $1 }
            let values = try ProgramConfiguration.load(
                schema: CoordinatorConfiguration.schema, environment: [:], flags: flags)
            let log = CollectedLog()
            _ = try CoordinatorDaemon.build(
                CoordinatorConfiguration(values), environment: [:], logger: Logger(label: "test") { _ in log.handler })
            return nil
        } catch {
            return error as? FatalError
        }
    }

    @Test func aDamagedStoreIsLeftAloneAndNamed() throws {
        mkdir(folder.file("state"), 0o700)
        try folder.write("this is no database", to: "state/coordinator.sqlite")
        let refusal = try #require(failure())
        #expect(refusal.exitCode == .badData)
        #expect(refusal.message.contains(folder.file("state/coordinator.sqlite")))
        #expect(folder.read("state/coordinator.sqlite") == "this is no database")
    }

    @Test func aSecondCoordinatorOnTheSameStoreIsRefused() async throws {
        let broker = try TestBroker()
        let first = try RunningCoordinator(port: broker.port)
        let refusal = try #require(failure(["state_directory": first.folder.file("state")]))
        #expect(refusal.exitCode == .temporaryFailure)
        await first.stop()
    }

    @Test func aBudgetThatNoNodeCouldKeepIsRefused() throws {
        let refusal = try #require(failure(["wake.lead_seconds": "60"]))
        #expect(refusal.exitCode == .configuration)
        #expect(refusal.message.contains("wake.budget_seconds 30") && refusal.message.contains("use 66 or more"))
    }

    @Test func aSiteThatIsNoTopicIsRefused() throws {
        let refusal = try #require(failure(["site": "My Home"]))
        #expect(refusal.exitCode == .configuration)
        #expect(refusal.message.contains("My Home"))
    }
}

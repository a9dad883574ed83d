import ClockDomain
import ClockSiteTestSupport
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// A running coordinator, a real broker and a real receiver.
struct NoticeDaemonTests {
    @Test func aMessageThatAReceiverDoesNotTakeWaitsOverARestartAndIsTakenOnceUnderItsId() async throws {
        let broker = try TestBroker()
        let receiver = try TestReceiver { _ in .status(503) }
        let folder = try TemporaryFolder("site")
        let arguments = [
            "--broker-port", "\(broker.port)", "--state-directory", folder.file("state"),
            "--notify-url", "http://127.0.0.1:\(receiver.port)/hook",
        ]
        func start() throws -> TestProcess {
            try TestProcess(BuiltProgram.path("clock-coordinator"), arguments, outputFile: folder.file("log"))
        }
        let first = try start()
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let test = try await client.request(NoticeTestRequest())
        let id = try #require(test.result).id
        try await waitUntil("it was sent in vain", timeout: .seconds(60)) {
            let result = try await client.request(NoticesRequest()).result
            return result?.waiting.first?.attempts ?? 0 > 0 && result?.problem?.contains("503") == true
        }
        first.kill()
        receiver.set { _ in .status(202) }
        let second = try start()
        try await waitUntil("it is taken", timeout: .seconds(60)) {
            // The coordinator may still be starting.
            let reply = try? await client.request(NoticesRequest())
            return reply?.result?.count == 0 && reply?.result?.delivered == 1
        }
        #expect(Set(receiver.requests.map { $0.headers["idempotency-key"] }) == [id])
        await client.stop()
        second.stop()
    }

    @Test func whileAReceiverSaysNothingTheSiteGoesOnAndALateAnswerIsTaken() async throws {
        let broker = try TestBroker()
        let receiver = try TestReceiver { _ in .stall }
        let folder = try TemporaryFolder("site")
        let coordinator = try TestProcess(
            BuiltProgram.path("clock-coordinator"),
            [
                "--broker-port", "\(broker.port)", "--state-directory", folder.file("state"),
                "--notify-url", "http://127.0.0.1:\(receiver.port)/hook",
            ], outputFile: folder.file("log"))
        let client = try await SiteClient(port: broker.port)
        try await client.awaitCoordinator()
        let test = try await client.request(NoticeTestRequest())
        let id = try #require(test.result).id
        func notices() async throws -> NoticesResult? {
            try await client.request(NoticesRequest()).result
        }
        try await waitUntil("the receiver has it", timeout: .seconds(60)) { !receiver.requests.isEmpty }
        // The loop that sends wakes goes on while it says nothing: it has not even been given up yet.
        let status = try await client.request(StatusRequest())
        #expect(status.result != nil, "\(status)")
        let meanwhile = try #require(try await notices())
        #expect(meanwhile.count == 1 && meanwhile.problem == nil && meanwhile.waiting.first?.attempts == 0)
        receiver.set { _ in
            usleep(2_000_000)
            return .status(200)
        }
        try await waitUntil("it is taken at last", timeout: .seconds(90)) {
            let result = try await notices()
            return result?.count == 0 && result?.delivered == 1
        }
        #expect(receiver.requests.map { $0.headers["idempotency-key"] } == [id, id])
        await client.stop()
        coordinator.stop()
    }
}

import ClockDomain
import ClockTestSupport
import ClockWire
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
        let test = try await client.request(.noticeTest, NoticeTestRequest(), NoticeTestResult.self)
        let id = try #require(test.result).id
        try await waitUntil("it was sent in vain", timeout: .seconds(60)) {
            let result = try await client.request(.notices, NoticesRequest(), NoticesResult.self).result
            return result?.waiting.first?.attempts ?? 0 > 0 && result?.problem?.contains("503") == true
        }
        first.kill()
        receiver.set { _ in .status(202) }
        let second = try start()
        try await waitUntil("it is taken", timeout: .seconds(60)) {
            // The coordinator may still be starting.
            let reply = try? await client.request(.notices, NoticesRequest(), NoticesResult.self)
            return reply?.result?.count == 0 && reply?.result?.delivered == 1
        }
        #expect(Set(receiver.requests.map { $0.headers["idempotency-key"] }) == [id])
        await client.stop()
        second.stop()
    }
}

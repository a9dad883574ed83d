import ClockCoordinatorCore
import ClockDomain
import ClockTestSupport
import ClockWire
import Glibc
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// Messages to people on their way: through clock-notify to a real receiver that fails, stalls, redirects or takes them.
struct NoticeSenderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder("notices")
    }

    private func post(_ receiver: TestReceiver, _ shape: NoticeShape = .json) -> NoticePost {
        var harness = Notices(NoticeAddress("http://127.0.0.1:\(receiver.port)/hook")!, shape)
        return harness.post
    }

    /// A message as the core makes it.
    private struct Notices {
        private var core: CoordinatorCore
        private let now = Now(
            wall: WallTime(seconds: 1_795_284_000), boot: BootTime(nanoseconds: 0), sync: .synchronised(by: .chrony))

        init(_ address: NoticeAddress, _ shape: NoticeShape) {
            core = CoordinatorCore(
                settings: CoordinatorSettings(
                    site: SiteID("home")!, version: "1", broker: "b", storePath: "s",
                    notices: NoticeSettings(address: address, shape: shape)),
                stored: StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: []), at: now)
        }

        var post: NoticePost {
            mutating get {
                let request = CoordinatorRequest(NoticeTestRequest())
                let effects = core.handle(.request(RequestOrigin("test"), request), at: now)
                for case .sendNotice(_, let post) in effects { return post }
                preconditionFailure("no message: \(effects)")
            }
        }
    }

    private func sender(_ token: String?, _ shape: NoticeShape) throws -> NoticeSender {
        NoticeSender(
            path: try BuiltProgram.path("clock-notify"), token: token, shape: shape, workFolder: folder.path,
            environment: [:])
    }

    private func send(_ post: NoticePost, token: String? = nil, shape: NoticeShape = .json) async throws
        -> NoticeOutcome
    {
        let sender = try sender(token, shape)
        let events = AsyncStream<CoordinatorEvent>.makeStream()
        sender.send(post, attempt: 3) { events.continuation.yield($0) }
        for await event in events.stream {
            guard case .noticeAnswered(attempt: 3, let outcome) = event else { break }
            return outcome
        }
        throw TestFailure("no answer")
    }

    @Test func aReceiverThatTakesItGetsTheBodyTheIdAndTheToken() async throws {
        let receiver = try TestReceiver { _ in .status(200) }
        #expect(try await send(post(receiver), token: "secret") == .delivered)
        let request = try #require(receiver.requests.first)
        #expect(request.path == "/hook" && request.headers["authorization"] == "Bearer secret")
        #expect(request.headers["idempotency-key"]?.isEmpty == false)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.body.contains(#""kind":"test""#))
        #expect(try await send(post(receiver, .gotify), token: "secret", shape: .gotify) == .delivered)
        #expect(receiver.requests.last?.headers["x-gotify-key"] == "secret")
        #expect(receiver.requests.last?.path == "/hook/message")
    }

    @Test(arguments: [
        (500, true), (503, true), (401, true), (404, true), (429, true), (400, false), (413, false),
    ]) func whatAReceiverAnswersDecidesWhetherItIsSentAgain(status: Int, again: Bool) async throws {
        let receiver = try TestReceiver { _ in .status(status) }
        switch try await send(post(receiver)) {
        case .delivered: Issue.record("\(status) is taken for delivered")
        case .failed(let reason, _): #expect(again && reason.contains("\(status)"), "\(reason)")
        case .refused(let reason): #expect(!again && reason.contains("\(status)"), "\(reason)")
        }
    }

    @Test(arguments: [301, 302, 307, 308]) func noRedirectIsFollowed(status: Int) async throws {
        let other = try TestReceiver { _ in .status(200) }
        let place = "location: http://127.0.0.1:\(other.port)/elsewhere"
        let receiver = try TestReceiver { _ in .status(status, headers: [place]) }
        let outcome = try await send(post(receiver), token: "secret")
        guard case .failed(let reason, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.contains("/elsewhere") && reason.contains("does not follow"))
        #expect(other.requests.isEmpty && receiver.requests.count == 1)
    }

    @Test func aReceiverThatCutsTheConnectionOrIsNotThereHasNotTakenIt() async throws {
        let receiver = try TestReceiver { _ in .cut }
        guard case .failed = try await send(post(receiver)) else {
            Issue.record("it was cut")
            return
        }
        let address = "http://127.0.0.1:\(try LoopbackPort.unused())/hook"
        var notices = Notices(NoticeAddress(address)!, .json)
        guard case .failed(let reason, _) = try await send(notices.post) else {
            Issue.record("nobody is there")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func aReceiverThatSaysNothingIsLeftAfterAWhile() async throws {
        let receiver = try TestReceiver { _ in .stall }
        guard case .failed(let reason, _) = try await send(post(receiver)) else {
            Issue.record("it has said nothing")
            return
        }
        #expect(reason.contains("no answer in time") || reason.contains("took over"), "\(reason)")
    }

    @Test func aReceiverThatTakesItsTimeHasTakenIt() async throws {
        let receiver = try TestReceiver { _ in
            usleep(3_000_000)
            return .status(200)
        }
        #expect(try await send(post(receiver)) == .delivered)
        #expect(receiver.requests.count == 1)
    }

    @Test func theEndOfTheCoordinatorWaitsForNoReceiver() async throws {
        let receiver = try TestReceiver { _ in .stall }
        let sender = try sender(nil, .json)
        let outcome = Mutex<NoticeOutcome?>(nil)
        sender.send(post(receiver), attempt: 1) { event in
            if case .noticeAnswered(_, let answer) = event { outcome.withLock { $0 = answer } }
        }
        try await waitUntil("the receiver has it", timeout: .seconds(30)) { !receiver.requests.isEmpty }
        sender.finishWork()
        guard case .failed = outcome.withLock({ $0 }) else {
            Issue.record("it was not taken")
            return
        }
    }
}

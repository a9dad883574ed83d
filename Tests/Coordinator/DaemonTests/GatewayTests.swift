import ClockCoordinatorCore
import ClockDomain
import ClockRuntime
import ClockTestSupport
import ClockWire
import Logging
import Synchronization
import Testing

@testable import CoordinatorDaemon

/// A gateway whose core and door only remember.
@Suite struct GatewayTests {
    private final class Site: Sendable {
        let asked = Mutex<[CoordinatorEvent]>([])
        let answered = Mutex<[([UInt8], Gateway.Address)]>([])
        let turnedAway = Mutex(0)

        func gateway(hasRoom: Bool = true) -> Gateway {
            let clock = SystemClock()
            return Gateway(
                clock: clock,
                limited: LimitedLog(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock),
                hasRoom: { hasRoom },
                handlers: .init(
                    post: { [self] event in asked.withLock { $0.append(event) } },
                    send: { [self] payload, address in answered.withLock { $0.append((payload, address)) } },
                    turnedAway: { [self] in turnedAway.withLock { $0 += 1 } }))
        }
    }

    private let site = Site()

    private func inquiry(
        _ request: some SiteRequest, as role: ClientRole, from asker: String = "a", problem: String? = nil,
        sent age: Duration = .zero, left: Duration = .seconds(5)
    ) -> Gateway.Inquiry {
        let now = SystemClock().now()
        let stamp = RequestStamp(sent: now.wall - age, wait: .seconds(4))
        return Gateway.Inquiry(
            verb: type(of: request).verb, payload: WireCodec.encode(StampedRequest(request, stamp)),
            asker: asker, role: role,
            address: .mqtt(responseTopic: asker, correlation: [7]),
            deadline: now.boot + left, problem: problem)
    }

    /// Waits for the first answer.
    private func refusal() async throws -> RequestError? {
        try await waitUntil("an answer") { site.answered.withLock { !$0.isEmpty } }
        let (payload, address) = try #require(site.answered.withLock { $0.first })
        #expect(address == .mqtt(responseTopic: "a", correlation: [7]))
        return try WireCodec.decode(Reply<SiteStatus>.self, from: payload).error
    }

    @Test func aRequestComesToTheCoreAndItsAnswerToWhoeverAsked() async throws {
        let gateway = site.gateway()
        let request = HistoryRequest(limit: 3)
        gateway.enqueue(inquiry(request, as: .viewer))
        try await waitUntil("the request") { site.asked.withLock { !$0.isEmpty } }
        guard case .request(let origin, let asked) = site.asked.withLock({ $0[0] }) else {
            Issue.record("not a request")
            return
        }
        #expect(asked == CoordinatorRequest(request))
        gateway.answer(.failed(RequestError(.unavailable, "not now")), to: origin)
        #expect(try await refusal() == RequestError(.unavailable, "not now"))
    }

    @Test func aRoleMayAskWhatIsForItAndNothingMore() async throws {
        let gateway = site.gateway()
        gateway.enqueue(inquiry(ForgetRequest(node: kitchen), as: .member))
        let refusal = try await refusal()
        #expect(refusal == RequestError(.forbidden, "the role member may not ask for forget: it takes the role admin"))
        #expect(site.asked.withLock { $0.isEmpty })
        gateway.enqueue(inquiry(ForgetRequest(node: kitchen), as: .admin))
        try await waitUntil("the request") { site.asked.withLock { $0.count == 1 } }
    }

    /// The request's age when it is read, and the rest of its message expiry.
    @Test(arguments: [
        (Duration.seconds(1), Duration.seconds(4), true), (.seconds(7), .seconds(4), false),
        (.seconds(-9), .seconds(4), true), (.seconds(-12), .seconds(4), false), (.zero, .seconds(-1), false),
    ])
    func aRequestIsReadWithinItsTimeOnly(age: Duration, left: Duration, isRead: Bool) async throws {
        site.gateway().enqueue(inquiry(ForgetRequest(node: kitchen), as: .admin, sent: age, left: left))
        if isRead {
            try await waitUntil("the request") { site.asked.withLock { $0.count == 1 } }
        } else {
            let refusal = try await refusal()
            #expect(refusal?.code == .late && refusal?.now != nil && site.asked.withLock { $0.isEmpty })
        }
    }

    /// A last will, or a request by hand.
    @Test func aRequestThatChangesSomethingNamesItsTime() async throws {
        var inquiry = inquiry(ForgetRequest(node: kitchen), as: .admin)
        inquiry.payload = WireCodec.encode(ForgetRequest(node: kitchen))
        site.gateway().enqueue(inquiry)
        #expect(try await refusal()?.code == .late)
    }

    @Test func whatTheDoorFoundWrongIsRefusedInItsWords() async throws {
        site.gateway().enqueue(inquiry(StatusRequest(), as: .admin, problem: "no expiry"))
        #expect(try await refusal() == RequestError(.invalid, "no expiry"))
        #expect(site.asked.withLock { $0.isEmpty })
    }

    @Test func anUnknownRequestIsToldWhichThereAre() async throws {
        var inquiry = inquiry(StatusRequest(), as: .admin)
        inquiry.verb = RequestVerb("nonsense")
        site.gateway().enqueue(inquiry)
        let refusal = try await refusal()
        #expect(
            refusal?.code == .invalid
                && refusal?.message.hasPrefix("there is no such request; the requests are status, ") == true)
    }

    @Test func whoeverAsksTooMuchIsToldSoAndOthersAreTaken() async throws {
        let gateway = site.gateway(hasRoom: false)
        for _ in 0..<65 { gateway.enqueue(inquiry(StatusRequest(), as: .viewer)) }
        #expect(try await refusal()?.code == .unavailable)
        gateway.enqueue(inquiry(StatusRequest(), as: .viewer, from: "b"))
        #expect(site.turnedAway.withLock { $0 } == 1)
    }
}

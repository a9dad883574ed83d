internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire
internal import Logging
internal import Synchronization

/// The one entry for requests and the one exit for their answers, for every door.
///
/// A door brings an ``Inquiry`` and carries the answer's bytes to an ``Address``. The gateway does the rest, for all
/// doors alike: it limits each asker's rate, checks the role, reads the request and writes the answer. MQTT is the only
/// door.
final class Gateway: Sendable {
    /// A request before decoding.
    struct Inquiry: Sendable {
        /// As the asker wrote it; such a request may not exist.
        var verb: RequestVerb
        var payload: [UInt8]
        /// The client whose rate it counts for.
        var asker: String
        var role: ClientRole
        var address: Address
        /// The instant after which nobody waits for the answer.
        var deadline: BootTime
        /// A fault that the door found in the way it arrived. The gateway refuses it with this text in its turn.
        var problem: String?
    }

    /// The address of an answer, by the door of its request.
    enum Address: Hashable, Sendable {
        case mqtt(responseTopic: String, correlation: [UInt8]?)
    }

    struct Handlers: Sendable {
        /// Hands the core a request.
        var post: @Sendable (CoordinatorEvent) -> Void
        /// Sends an answer's bytes; one at a time.
        var send: @Sendable ([UInt8], Address) -> Void
        /// Called for each request refused for want of room.
        var turnedAway: @Sendable () -> Void
    }

    /// The number of inquiries without an answer yet.
    private final class OpenInquiries: Sendable {
        let count = Atomic(0)
    }

    private let handlers: Handlers
    private let clock: SystemClock
    private let limited: LimitedLog
    private let answers: AnswerWriter
    private let ordinary: MessageReader<String, Inquiry>
    private let chunks: MessageReader<String, Inquiry>
    private let open = OpenInquiries()
    private let refusalRates = Mutex(RateLimits<String>(perSecond: 20, burst: 64, capacity: 256))

    /// - Parameter hasRoom: true if the core can accept more now.
    init(clock: SystemClock, limited: LimitedLog, hasRoom: @escaping @Sendable () -> Bool, handlers: Handlers) {
        self.handlers = handlers
        self.clock = clock
        self.limited = limited
        let answers = AnswerWriter { [open] payload, address in
            handlers.send(payload, address)
            open.count.subtract(1, ordering: .relaxed)
        }
        self.answers = answers
        let read: @Sendable (Inquiry) -> Void = { inquiry in
            do throws(RequestError) {
                let request = try Self.request(of: inquiry, at: clock.now())
                handlers.post(.request(RequestOrigin(inquiry.address, asker: inquiry.asker), request))
            } catch {
                limited.log(
                    .warning, about: "request/\(inquiry.verb.rawValue)",
                    "refused a message on request/\(inquiry.verb.rawValue.prefix(80)): \(error)")
                answers.write(.failed(error), to: inquiry.address)
            }
        }
        ordinary = MessageReader(
            "requests", .init(perSecond: 20, burst: 64, waitingOfOne: 64, waiting: 1_024, bytes: 32 << 20),
            clock: clock, hasRoom: hasRoom, read: read)
        chunks = MessageReader(
            "uploads", .init(perSecond: 400, burst: 800, waitingOfOne: 256, waiting: 512, bytes: 96 << 20),
            clock: clock, hasRoom: hasRoom, read: read)
    }

    /// Queues a request to read in its asker's turn. From any thread.
    func enqueue(_ inquiry: Inquiry) {
        open.count.add(1, ordering: .relaxed)
        let line =
            switch Self.handler(of: inquiry)?.request.pace {
            case .ordinary, nil: ordinary
            case .chunks: chunks
            }
        guard !line.enqueue(inquiry, of: inquiry.asker, bytes: inquiry.payload.count) else { return }
        handlers.turnedAway()
        limited.log(
            .warning, about: "requests", "more requests come than the coordinator can answer: it turns some away")
        // An asker beyond this rate does not even get refusals.
        guard refusalRates.withLock({ $0.allows(inquiry.asker, at: clock.now().boot) }) else {
            open.count.subtract(1, ordering: .relaxed)
            return
        }
        answers.write(
            .failed(RequestError(.unavailable, "too many of your requests wait already: ask again in a moment")),
            to: inquiry.address)
    }

    /// Sends the core's answer to the client.
    func answer(_ answer: CoordinatorAnswer, to origin: RequestOrigin) {
        guard let address = origin.address(as: Address.self) else {
            preconditionFailure("\(origin) did not ask through the gateway")
        }
        answers.write(answer, to: address)
    }

    /// True if a client waits for an answer.
    var hasOpenInquiries: Bool { open.count.load(ordering: .relaxed) > 0 }

    /// Waits for the answers under way.
    func finishWork() { answers.finishWork() }

    private static func handler(of inquiry: Inquiry) -> RequestHandler? { CoordinatorCore.handler(of: inquiry.verb) }

    /// Reads the request.
    ///
    /// - Throws: the reason for a refusal.
    private static func request(of inquiry: Inquiry, at now: Now) throws(RequestError) -> CoordinatorRequest {
        if let problem = inquiry.problem { throw RequestError(.invalid, problem) }
        guard let handler = handler(of: inquiry) else {
            let known = CoordinatorCore.requests.map { $0.request.verb.rawValue }.joined(separator: ", ")
            throw RequestError(.invalid, "there is no such request; the requests are \(known)")
        }
        guard inquiry.role >= handler.request.role else {
            throw RequestError(
                .forbidden,
                "the role \(inquiry.role.rawValue) may not ask for \(inquiry.verb.rawValue): "
                    + "it takes the role \(handler.request.role.rawValue)")
        }
        let (request, stamp): (CoordinatorRequest, RequestStamp?)
        do throws(WireError) {
            (request, stamp) = try handler.read(inquiry.payload)
        } catch {
            throw RequestError(.invalid, error.description)
        }
        guard now.boot <= inquiry.deadline else {
            throw RequestError(.late, "the request came outside its time: its message expiry is over", now: now.wall)
        }
        // A viewer's request changes nothing, and a part of a file only together with the request that follows it.
        guard handler.request.role > .viewer, handler.request.pace == .ordinary else { return request }
        guard let stamp else {
            throw RequestError(
                .late, "the request says neither when it was sent (sent) nor how long somebody waits for it (wait_s)",
                now: now.wall.truncatedToMilliseconds)
        }
        if let lateness = stamp.lateness(at: now.wall) { throw lateness }
        return request
    }
}

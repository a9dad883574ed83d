internal import ClockDomain
internal import ClockMQTT
internal import ClockSite
internal import ClockWire

/// The path to a site's coordinator: a connection to the broker for each role, so that the broker's rules back the
/// server's own.
struct SiteLink: Sendable {
    /// A connection, with the topic of its answers.
    struct Door: Sendable {
        var client: MQTTClient
        var replyTopic: String
    }

    /// An answer, with its times.
    struct Answered<Result: Sendable>: Sendable {
        var result: Result
        /// From sending to arrival.
        var roundTrip: Duration
        /// The daemon's wall clock when it arrived.
        var arrived: WallTime
    }

    let topics: Topics
    /// Broker and port, for people.
    let endpoint: String
    let now: @Sendable () -> Now
    let viewer: Door
    let member: Door
    /// Lets new rooms in, and does nothing else.
    let admin: Door
    /// People's stops and snoozes as the broker keeps them.
    let kept = KeptRings()

    /// Timeout of an ordinary request.
    static let timeout: Duration = .seconds(5)

    func door(_ role: ClientRole) -> Door { role >= .member ? member : viewer }

    /// Asks the coordinator; once more by its clock if that differs from this machine's.
    ///
    /// - Throws: ``RequestError`` in the coordinator's words, or ``LinkError``.
    func ask<Request: SiteRequest>(
        _ request: Request, as role: ClientRole, timeout: Duration = SiteLink.timeout
    ) async throws -> Answered<Request.Result> { try await ask(request, through: door(role), timeout: timeout) }

    /// The same through a connection.
    func ask<Request: SiteRequest>(
        _ request: Request, through door: Door, timeout: Duration
    ) async throws -> Answered<Request.Result> {
        let sent = now()
        do {
            return try await ask(request, through: door, by: sent.wall, timeout: timeout)
        } catch let error as RequestError where error.code == .late {
            guard let now = error.now else { throw error }
            return try await ask(request, through: door, by: now, timeout: timeout - (self.now().boot - sent.boot))
        }
    }

    /// - Parameter time: the time that the coordinator's clock shows about now.
    private func ask<Request: SiteRequest>(
        _ request: Request, through door: Door, by time: WallTime, timeout: Duration
    ) async throws -> Answered<Request.Result> {
        let sent = now()
        let message: MQTTMessage
        do {
            let stamped = StampedRequest(request, RequestStamp(sent: time, wait: timeout))
            message = try await door.client.request(
                topic: topics.request(Request.verb), payload: WireCodec.encode(stamped), responseTopic: door.replyTopic,
                timeout: timeout)
        } catch let error as MQTTError {
            throw LinkError(error, isConnected: door.client.isConnected)
        }
        let arrived = now()
        let reply: Reply<Request.Result>
        do throws(WireError) {
            reply = try WireCodec.decode(from: message.payload)
        } catch {
            throw LinkError(
                code: .unreadable,
                message: "The coordinator's answer cannot be read: \(error); do both have the same version?")
        }
        if let error = reply.error { throw error }
        guard let result = reply.result else {
            throw LinkError(code: .unreadable, message: "The coordinator sent neither a result nor an error.")
        }
        return Answered(result: result, roundTrip: arrived.boot - sent.boot, arrived: arrived.wall)
    }

    /// Returns the whole site, page after page, with the times of the first page.
    func status(as role: ClientRole) async throws -> Answered<SiteStatus> {
        var answered = try await ask(StatusRequest(), as: role)
        while let last = answered.result.nextPage {
            answered.result.append(try await ask(StatusRequest(after: last), as: role).result)
        }
        return answered
    }

    /// Returns all definitions of the site, all pages as one.
    func schedule(as role: ClientRole) async throws -> SiteSchedule {
        var page = try await ask(ScheduleRequest(), as: role).result
        var schedule = SiteSchedule(page)
        var last: AlarmID?
        while let next = page.next {
            // If a page did not advance, we would request it without end.
            guard last.map({ next > $0 }) ?? true else {
                throw LinkError(code: .unreadable, message: "The coordinator's pages do not go on after alarm \(next).")
            }
            last = next
            page = try await ask(ScheduleRequest(after: next), as: role).result
            schedule.alarms += page.alarms
        }
        return schedule
    }
}

/// The reason for which the coordinator could not be asked.
struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Code: Hashable, Sendable {
        /// The broker is out of reach, or has no room.
        case unavailable
        /// The broker's rules forbid it.
        case refused
        case noAnswer, unreadable
    }

    var code: Code
    /// A sentence.
    var phrase: Phrase
    var message: String { phrase.text }

    var description: String { message }

    init(code: Code, message: String) { self.init(code, .told(message)) }

    private init(_ code: Code, _ phrase: Phrase) {
        self.code = code
        self.phrase = phrase
    }

    init(_ error: MQTTError, isConnected: Bool) {
        switch error.code {
        case .refused: self.init(.refused, .linkRefused(error.message))
        case .timedOut, .expired:
            self = isConnected ? LinkError(.noAnswer, .linkUnanswered) : LinkError(.unavailable, .linkLost)
        case .notConnected, .notRunning, .queueFull, .invalidConfiguration, .invalidTopic, .invalidMessage, .system:
            self.init(.unavailable, .linkFailed(error.message))
        }
    }
}

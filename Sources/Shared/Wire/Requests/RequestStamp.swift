public import ClockDomain

/// The time of a request: the instant at which its asker sent it, and the time that the asker waits for the answer.
///
/// The broker's message expiry ends where the broker has handed the message over, so a coordinator that was stopped finds
/// requests whose askers have given up. A last will is written when its client connects and published when that has gone:
/// its stamp is old by then, unlike that of a request. The two clocks may differ by anything. So a refusal as
/// ``RequestError/Code/late`` gives the coordinator's time, and an asker who still waits asks again by that.
public struct RequestStamp: Hashable, Sendable, Codable {
    /// By the asker's clock, corrected by the coordinator's time in a refusal.
    public var sent: WallTime
    /// 1 or more.
    public var waitSeconds: Int

    /// An asker who waits longer is served no longer: a last will must not name a day.
    public static let longestWait: Duration = .seconds(60)
    /// A request that seems to come from further ahead is refused: its age is not known.
    public static let furthestAhead: Duration = .seconds(10)

    public init(sent: WallTime, wait: Duration) {
        self.sent = sent.truncatedToMilliseconds
        waitSeconds = Int(clamping: max(0, wait.nanoseconds) / 1_000_000_000 + 1)
    }

    enum CodingKeys: String, CodingKey {
        case sent
        case waitSeconds = "wait_s"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sent = try container.decode(WallTime.self, forKey: .sent)
        waitSeconds = try container.decode(1...3_600, "seconds", forKey: .waitSeconds)
    }

    /// Returns the reason for which a request of this stamp fails at `now`; `nil` if it is in time.
    public func lateness(at now: WallTime) -> RequestError? {
        let age = now - sent
        let wait = min(.seconds(waitSeconds), Self.longestWait)
        guard age > wait || age < .zero - Self.furthestAhead else { return nil }
        let seconds = age.magnitude.nanoseconds / 1_000_000_000
        let problem =
            age > .zero
            ? "it was sent \(seconds) s ago, and its asker waits \(wait.nanoseconds / 1_000_000_000) s"
            : "it is stamped \(seconds) s ahead"
        return RequestError(
            .late, "the request came outside its time: by the coordinator's clock \(problem)",
            now: now.truncatedToMilliseconds)
    }
}

/// A request with its stamp among its own fields.
public struct StampedRequest<Request: WireMessage>: WireMessage {
    public var request: Request
    /// `nil` for a request that has none.
    public var stamp: RequestStamp?

    public static var maximumBytes: Int { Request.maximumBytes }

    public init(_ request: Request, _ stamp: RequestStamp) {
        self.request = request
        self.stamp = stamp
    }

    public init(from decoder: any Decoder) throws {
        request = try Request(from: decoder)
        let isStamped = try decoder.container(keyedBy: RequestStamp.CodingKeys.self).contains(.sent)
        stamp = isStamped ? try RequestStamp(from: decoder) : nil
    }

    public func encode(to encoder: any Encoder) throws {
        try request.encode(to: encoder)
        try stamp?.encode(to: encoder)
    }
}

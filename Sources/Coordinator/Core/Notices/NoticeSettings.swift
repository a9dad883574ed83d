public import ClockDomain

/// The receiver of messages to people, and the choice of messages.
public struct NoticeSettings: Hashable, Sendable {
    public var address: NoticeAddress
    public var shape: NoticeShape
    /// The time for which a room is offline before a message says so.
    public var offline: Duration
    /// The period in which only urgent messages are sent; `nil` for never.
    public var quiet: QuietPeriod?
    /// The time of the check that the alarms of the night will ring.
    public var checkAt: LocalTime

    public init(
        address: NoticeAddress, shape: NoticeShape = .json, offline: Duration = .minutes(30), quiet: QuietPeriod? = nil,
        checkAt: LocalTime = LocalTime(hour: 20, minute: 0)!
    ) {
        self.address = address
        self.shape = shape
        self.offline = offline
        self.quiet = quiet
        self.checkAt = checkAt
    }
}

/// An address of HTTP (RFC 9110, section 4.2) without a user, a query or a fragment.
public struct NoticeAddress: Hashable, Sendable {
    public let isEncrypted: Bool
    /// With its port, if it has one.
    public let host: String
    /// Begins with a slash; ends with one only if it is `/`.
    public let path: String

    /// `https://ntfy.example.org/my-clock`; `nil` for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "?#@\\\"<>".contains($0) })
        else { return nil }
        let rest: Substring
        if text.hasPrefix("https://") {
            (isEncrypted, rest) = (true, text.dropFirst(8))
        } else if text.hasPrefix("http://") {
            (isEncrypted, rest) = (false, text.dropFirst(7))
        } else {
            return nil
        }
        let host = rest.prefix { $0 != "/" }
        guard let first = host.first, first != ":" else { return nil }
        self.host = String(host)
        var path = rest.dropFirst(host.count)
        while path.last == "/" { path.removeLast() }
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// True if it is this machine, whatever its port.
    public var isLoopback: Bool {
        ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 || host.hasPrefix($0 + ":") }
    }

    var origin: String { "\(isEncrypted ? "https" : "http")://\(host)" }
}

/// The format that a receiver reads.
public enum NoticeShape: String, Hashable, Sendable, CaseIterable {
    /// All fields, for programs.
    case json
    /// https://docs.ntfy.sh/publish: the address ends in the topic.
    case ntfy
    /// https://gotify.net/docs/pushmsg: the address is the server's.
    case gotify

    /// Returns the header that holds the token.
    public func header(token: String) -> NoticePost.Header {
        switch self {
        case .json, .ntfy: NoticePost.Header(name: "Authorization", value: "Bearer \(token)")
        case .gotify: NoticePost.Header(name: "X-Gotify-Key", value: token)
        }
    }
}

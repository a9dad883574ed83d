internal import ClockDomain
internal import ClockWire

/// A message to its receiver: a POST without the token, which the core does not know.
public struct NoticePost: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var url: String
    public var headers: [Header]
    /// JSON.
    public var body: String

    init(_ notice: Notice, _ settings: NoticeSettings, site: SiteID) {
        let address = settings.address
        let title = "\(site): \(notice.kind.title)"
        // A receiver that keeps ids drops duplicates.
        headers = [
            Header(name: "Content-Type", value: "application/json"), Header(name: "Idempotency-Key", value: notice.id),
        ]
        let value: JSONValue
        switch settings.shape {
        case .json:
            url = address.origin + address.path
            value = .object([
                .init("id", .string(notice.id)), .init("site", .string(site.rawValue)),
                .init("kind", .string(notice.kind.rawValue)), .init("urgent", .bool(notice.kind.isUrgent)),
                .init("made", .string(notice.made.rfc3339)), .init("title", .string(title)),
                .init("lines", .list(notice.lines.map(JSONValue.string))), .init("more", .int(notice.more)),
            ])
        case .ntfy:
            // As JSON to the server's root, since a header holds no more than ASCII.
            let slash = address.path.lastIndex(of: "/") ?? address.path.startIndex
            url = address.origin + (slash == address.path.startIndex ? "/" : String(address.path[..<slash]))
            value = .object([
                .init("topic", .string(String(address.path[slash...].dropFirst()))), .init("title", .string(title)),
                .init("message", .string(notice.text)), .init("priority", .int(notice.kind.isUrgent ? 5 : 3)),
                .init("tags", .list([.string(notice.kind.isUrgent ? "rotating_light" : "bell")])),
            ])
        case .gotify:
            url = address.origin + (address.path == "/" ? "" : address.path) + "/message"
            value = .object([
                .init("title", .string(title)), .init("message", .string(notice.text)),
                .init("priority", .int(notice.kind.isUrgent ? 8 : 4)),
                .init("extras", .object([.init("clocksmith::notice", .object([.init("id", .string(notice.id))]))])),
            ])
        }
        body = value.text
    }
}

/// The outcome of an attempt to send a message.
public enum NoticeOutcome: Hashable, Sendable {
    case delivered
    /// The receiver did not accept it, or the outcome is unknown: it is sent again.
    ///
    /// - Parameter retryAfter: the pause that the receiver asks for; `nil` for none.
    case failed(String, retryAfter: Duration? = nil)
    /// The receiver will not accept this message from any sender, however often it is sent.
    case refused(String)
}

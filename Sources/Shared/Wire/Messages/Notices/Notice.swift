public import ClockDomain

/// The subject of a message to a person.
public enum NoticeKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Something should have rung and was missed, or its sound could not be played.
    case alarm
    /// Something rang until its limit, and nobody answered.
    case unanswered
    /// A room has not reported the outcome of something that should have rung.
    case unknown
    /// A room, or the broker, has been away for a while.
    case offline
    /// Alarms of the next day may not ring.
    case preflight
    /// A certificate is near its end.
    case certificate
    /// The store takes no changes, is damaged, or has little space left.
    case store
    /// Somebody tries out the way to people.
    case test

    /// True if quiet hours do not hold it back.
    public var isUrgent: Bool {
        switch self {
        case .alarm, .unanswered, .store, .test: true
        case .unknown, .offline, .preflight, .certificate: false
        }
    }

    /// A few words for people.
    public var title: String {
        switch self {
        case .alarm: "Not heard"
        case .unanswered: "Nobody answered"
        case .unknown: "Heard or not, nobody knows"
        case .offline: "Offline"
        case .preflight: "Alarms that may not ring"
        case .certificate: "Certificates end"
        case .store: "The store"
        case .test: "A test"
        }
    }
}

/// A message to people that waits to be sent, or has been sent and not been taken.
public struct Notice: Hashable, Sendable, Codable {
    /// By it a receiver recognises a repeat.
    public var id: String
    public var kind: NoticeKind
    public var made: WallTime
    /// The events, a sentence each, at most ``maximumLines``.
    public var lines: [String]
    /// The number of further events, for which there was no room.
    public var more: Int
    /// The number of failed attempts to send it.
    public var attempts: Int

    public static let maximumLines = 50
    /// Of one line, in UTF-8.
    public static let maximumLineBytes = 300

    public init(id: String, kind: NoticeKind, made: WallTime, lines: [String], more: Int = 0, attempts: Int = 0) {
        self.id = id
        self.kind = kind
        self.made = made
        self.lines = lines
        self.more = more
        self.attempts = attempts
    }

    public var text: String { (lines + (more == 0 ? [] : ["… and \(more) more"])).joined(separator: "\n") }
}

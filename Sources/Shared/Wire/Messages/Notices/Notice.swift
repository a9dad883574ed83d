public import ClockDomain

/// What a message to a person is about.
public enum NoticeKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Something was to ring and was missed, or its sound could not be played.
    case alarm
    /// Something rang until its limit, and nobody answered.
    case unanswered
    /// A room has not said what became of something that was to ring.
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

    /// Whether it is told in quiet hours too.
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
    /// For whoever gets it twice.
    public var id: String
    public var kind: NoticeKind
    public var made: WallTime
    /// What happened, a sentence each, at most ``maximumLines``.
    public var lines: [String]
    /// So many more happened for which there was no room.
    public var more: Int
    /// How often it was sent in vain.
    public var attempts: Int

    public static let maximumLines = 50
    /// Of one line, in UTF-8.
    public static let maximumLineBytes = 300

    public init(
        id: String, kind: NoticeKind, made: WallTime, lines: [String], more: Int = 0, attempts: Int = 0
    ) {
        self.id = id
        self.kind = kind
        self.made = made
        self.lines = lines
        self.more = more
        self.attempts = attempts
    }

    /// All lines as one text.
    public var text: String {
        (lines + (more == 0 ? [] : ["… and \(more) more"])).joined(separator: "\n")
    }
}

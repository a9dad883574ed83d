public import ClockDomain
public import ClockWire

/// The state of messages to people that the store keeps.
public struct NoticeState: Hashable, Sendable, Codable {
    /// The waiting messages, the oldest first; at most ``maximumWaiting``.
    public var waiting: [Notice]
    /// Rooms whose absence has been announced, ascending.
    public var offline: [NodeID]
    /// Ends of certificates that have been announced, ascending.
    public var certificates: [String]
    /// The day of the last check of the coming night.
    public var lastCheck: CivilDate?
    /// Unheard rings that have been announced and have no line yet; the newest last.
    @Field<Fields.List<String>> public var unheard: [String]

    /// Only one that failed, and one more of each kind, wait as a rule. Further ones are counted in the last.
    public static let maximumWaiting = 40

    /// The most announced rings that it keeps.
    static let maximumUnheard = 200

    public init(
        waiting: [Notice] = [], offline: [NodeID] = [], certificates: [String] = [], lastCheck: CivilDate? = nil,
        unheard: [String] = []
    ) {
        self.waiting = waiting
        self.offline = offline
        self.certificates = certificates
        self.lastCheck = lastCheck
        self.unheard = unheard
    }

    enum CodingKeys: String, CodingKey {
        case waiting, offline, certificates, unheard
        case lastCheck = "last_check"
    }

    /// Adds a line to the unsent message of its kind, or to a new one.
    ///
    /// - Parameters:
    ///   - id: the id of a new message.
    ///   - sending: the message now being sent.
    /// - Returns: the message that has the line.
    @discardableResult
    mutating func add(_ line: String, _ kind: NoticeKind, id: String, at now: WallTime, sending: String?) -> String {
        let line = line.line(maximumBytes: Notice.maximumLineBytes)
        let open = waiting.lastIndex { $0.kind == kind && $0.attempts == 0 && $0.id != sending }
        if let open, waiting[open].lines.count < Notice.maximumLines {
            waiting[open].lines.append(line)
            return waiting[open].id
        }
        guard waiting.count < Self.maximumWaiting else {
            let last = open ?? waiting.lastIndex { $0.id != sending } ?? waiting.count - 1
            waiting[last].more += 1
            return waiting[last].id
        }
        waiting.append(Notice(id: id, kind: kind, made: now.truncatedToMilliseconds, lines: [line]))
        return id
    }
}

public import ClockDomain
public import ClockWire

/// What the store keeps of messages to people.
public struct NoticeState: Hashable, Sendable, Codable {
    /// Those that wait, the oldest first; at most ``maximumWaiting``.
    public var waiting: [Notice]
    /// Rooms of which was told that they are offline, ascending.
    public var offline: [NodeID]
    /// Ends of certificates that were told, ascending.
    public var certificates: [String]
    /// The day of the last look at the coming night.
    public var lastCheck: CivilDate?
    /// Rings that people were told of as not heard, without a line yet; the newest last.
    public var unheard: [String]

    /// Only one that was sent in vain, and one more of each kind, wait as a rule. What comes beyond is counted in the last.
    public static let maximumWaiting = 40

    /// Of what rings and was told.
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

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            waiting: try container.decode([Notice].self, forKey: .waiting),
            offline: try container.decode([NodeID].self, forKey: .offline),
            certificates: try container.decode([String].self, forKey: .certificates),
            lastCheck: try container.decodeIfPresent(CivilDate.self, forKey: .lastCheck),
            // A store of before has none.
            unheard: try container.decodeIfPresent([String].self, forKey: .unheard) ?? [])
    }

    /// Adds a line to the message of its kind that was not sent yet, or to a new one.
    ///
    /// - Parameters:
    ///   - id: of a new one.
    ///   - sending: the message that is being sent.
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

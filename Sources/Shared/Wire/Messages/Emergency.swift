public import ClockDomain

/// People to all rooms, retained on the site's one topic for it: a sound, and a text, that repeat over everything else
/// until somebody ends them, or ``limit`` is over.
///
/// It goes past the coordinator. The topic holds the site's last word, so a room that was away reads it when it connects:
/// the emergency while it is on, later its end. A site has one at a time, the one that was begun last.
public struct Emergency: WireMessage, Hashable {
    /// Names it, 1 to 64 bytes. A room that has learned its end never sounds it again.
    public var id: String
    public var begun: Word
    /// `nil` while it is on.
    public var ended: Word?
    public var sound: AlarmSound
    /// The words after the sound in each round, see ``isText(_:)``; `nil` for the sound alone.
    public var text: String?
    /// The rooms that sound, at most ``maximumNodes``; empty for all.
    public var nodes: [NodeID]

    /// Somebody begins or ends it.
    public struct Word: Hashable, Sendable, Codable {
        /// By the asker's clock.
        public var at: WallTime
        /// The asker's name, for the record.
        public var by: String?

        public init(at: WallTime, by: String?) {
            self.at = at
            self.by = by
        }

        /// A word that counts after all that were said.
        ///
        /// - Parameter last: ``SiteEmergency/lastWord``
        public init(after last: WallTime?, now: WallTime, by person: String) {
            let next = last.map { $0 + .milliseconds(1) } ?? now
            self.init(at: max(now, next).truncatedToMilliseconds, by: person)
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            at = try container.decode(WallTime.self, forKey: .at)
            by = try container.decodeIfPresent(String.self, forKey: .by)?.line(
                maximumBytes: RingRecord.maximumNameBytes)
        }
    }

    /// A room falls silent by itself so long after it was begun: one that everybody has forgotten ends.
    public static let limit: Duration = .minutes(30)
    public static let maximumCharacters = 300
    private static let maximumTextBytes = 1_200
    public static let maximumNodes = 1_000

    public init(
        id: String, begun: Word, ended: Word? = nil, sound: AlarmSound = .siren, text: String? = nil,
        nodes: [NodeID] = []
    ) {
        self.id = id
        self.begun = begun
        self.ended = ended
        self.sound = sound
        self.text = text
        self.nodes = nodes
    }

    /// The form of a text, for people, see ``isText(_:)``.
    public static let textRule = "one line of 1 to \(maximumCharacters) characters, with a letter or a number"

    /// True when a voice can say `text`: one line with a letter or a number, and not too long.
    public static func isText(_ text: String) -> Bool {
        text.count <= maximumCharacters && text == text.line(maximumBytes: maximumTextBytes)
            && text.contains { $0.isLetter || $0.isNumber }
    }

    /// The instant of the last word on it. Of two emergencies the one with the later word counts.
    public var spokenAt: WallTime { max(begun.at, ended?.at ?? begun.at) }

    /// True when it is on, and to be heard in this room.
    public func sounds(in node: NodeID) -> Bool { ended == nil && (nodes.isEmpty || nodes.contains(node)) }

    /// The broker drops one that is on when it is over by itself. It keeps an end for a day, for rooms that are away.
    public var delivery: Delivery {
        Delivery(
            isRetained: true,
            expirySeconds: ended == nil ? UInt32(Self.limit.components.seconds) : RingAction.expirySeconds)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeCommandID(forKey: .id), begun: try container.decode(Word.self, forKey: .begun),
            ended: try container.decodeIfPresent(Word.self, forKey: .ended),
            sound: try container.decode(AlarmSound.self, forKey: .sound),
            text: try container.decodeIfPresent(String.self, forKey: .text),
            nodes: try container.decodeList(atMost: Self.maximumNodes, "nodes", forKey: .nodes))
        try container.require(
            text.map(Self.isText) ?? true, .text, "is not \(Self.textRule)")
    }
}

/// An emergency that is on in a room, in the room's own words.
public struct EmergencyReport: Hashable, Sendable, Codable {
    public var id: String
    /// As ``Emergency/Word/at`` of its begin.
    public var begun: WallTime
    /// The instant at which it was first heard in the room, by the node's clock; `nil` while it has not been.
    public var heard: WallTime?
    /// True when the room has its words.
    public var hasWords: Bool
    /// The reason that it is not heard now, one line; the node tries again every second.
    public var problem: String?

    public init(id: String, begun: WallTime, heard: WallTime?, hasWords: Bool, problem: String?) {
        self.id = id
        self.begun = begun
        self.heard = heard
        self.hasWords = hasWords
        self.problem = problem
    }

    enum CodingKeys: String, CodingKey {
        case id, begun, heard, problem
        case hasWords = "words"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeCommandID(forKey: .id), begun: try container.decode(WallTime.self, forKey: .begun),
            heard: try container.decodeIfPresent(WallTime.self, forKey: .heard),
            hasWords: try container.decode(Bool.self, forKey: .hasWords),
            problem: try container.decodeIfPresent(String.self, forKey: .problem)?
                .line(maximumBytes: RingRecord.maximumDetailBytes))
    }
}

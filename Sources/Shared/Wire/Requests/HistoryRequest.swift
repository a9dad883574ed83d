public import ClockDomain

/// Answered by ``HistoryPage``.
public struct HistoryRequest: SiteRequest {
    public typealias Result = HistoryPage

    public static let verb = RequestVerb("history")
    public static let role = ClientRole.viewer
    public static let summary = "reads lines of the nodes' ledgers"
    public static let fields = "`node`, `since`, `before`, `limit` (1 to 500)"
    public static let resultFields = "`lines`, newest first, and `next`, the `before` of the next page"

    /// Only this node's.
    public var node: NodeID?
    /// Only quarter hours at or after this.
    public var since: WallTime?
    /// Only quarter hours before this; a page's `next` asks for the page after it.
    public var before: HistoryCursor?
    /// Lines on a page, 1...``maximumLimit``.
    public var limit: Int

    public static let maximumLimit = 500

    public init(node: NodeID? = nil, since: WallTime? = nil, before: HistoryCursor? = nil, limit: Int = 100) {
        self.node = node
        self.since = since
        self.before = before
        self.limit = limit
    }
}

/// A place between two lines of the history: the newest target first; within one the nodes by name, and of a node the
/// quarter hour before rings, and rings before sounds.
public struct HistoryCursor: Hashable, Sendable, Codable {
    /// The quarter hour, the occurrence's due instant, or the instant at which the sound should have begun.
    public var target: WallTime
    public var node: NodeID
    /// The alarm or timer that rang; `nil` for anything else.
    public var source: RingSource?
    /// The order to play a sound; `nil` for anything else.
    public var order: String?

    public init(target: WallTime, node: NodeID, source: RingSource? = nil, order: String? = nil) {
        self.target = target
        self.node = node
        self.source = source
        self.order = order
    }
}

/// Answer to ``HistoryRequest``.
public struct HistoryPage: Hashable, Sendable, Codable {
    public var lines: [HistoryLine]
    /// The start of the next page; `nil` on the last one.
    public var next: HistoryCursor?

    public init(lines: [HistoryLine], next: HistoryCursor?) {
        self.lines = lines
        self.next = next
    }
}

/// One quarter hour, one occurrence or one played sound of one node as the store has it.
public struct HistoryLine: Hashable, Sendable {
    public var node: NodeID
    public var event: HistoryEvent

    public init(node: NodeID, event: HistoryEvent) {
        self.node = node
        self.event = event
    }

    /// The place of this line.
    public var cursor: HistoryCursor {
        switch event {
        case .quarter(let record): HistoryCursor(target: record.target, node: node, source: nil)
        case .ring(let record):
            HistoryCursor(target: record.occurrence.due, node: node, source: record.occurrence.source)
        case .sound(let record): HistoryCursor(target: record.target, node: node, order: record.order)
        }
    }
}

/// The subject of a line of the history.
public enum HistoryEvent: Hashable, Sendable {
    case quarter(QuarterRecord)
    case ring(RingRecord)
    case sound(SoundRecord)
}

/// `{"node": …, "record": …}` for a quarter hour, `{"node": …, "ring": …}` for an occurrence, `{"node": …, "sound": …}`
/// for an ordered sound.
extension HistoryLine: Codable {
    enum CodingKeys: String, CodingKey {
        case node, record, ring, sound
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        node = try container.decode(NodeID.self, forKey: .node)
        if let ring = try container.decodeIfPresent(RingRecord.self, forKey: .ring) {
            event = .ring(ring)
        } else if let sound = try container.decodeIfPresent(SoundRecord.self, forKey: .sound) {
            event = .sound(sound)
        } else {
            event = .quarter(try container.decode(QuarterRecord.self, forKey: .record))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(node, forKey: .node)
        switch event {
        case .quarter(let record): try container.encode(record, forKey: .record)
        case .ring(let record): try container.encode(record, forKey: .ring)
        case .sound(let record): try container.encode(record, forKey: .sound)
        }
    }
}

public import ClockDomain

/// The answer to a request, by its correlation data on its response topic: a result or an error.
public struct Reply<Result: Codable & Sendable>: WireMessage {
    public var result: Result?
    public var error: RequestError?

    public static var maximumBytes: Int { 1024 * 1024 }

    public init(result: Result) {
        self.result = result
    }

    public init(error: RequestError) {
        self.error = error
    }
}

extension Reply: Equatable where Result: Equatable {}

extension Reply {
    enum CodingKeys: String, CodingKey {
        case result, error
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        error = try container.decodeIfPresent(RequestError.self, forKey: .error)
        result = error == nil ? try container.decode(Result.self, forKey: .result) : nil
    }
}

/// Why a request was not carried out. Nothing has changed then.
public struct RequestError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable, Codable {
        /// The request itself is wrong.
        case invalid
        /// A node it names is not known.
        case unknownNode = "unknown-node"
        /// An alarm, timer, stopwatch, group or calendar it names is not there.
        case unknownObject = "unknown-object"
        /// It was changed meanwhile by somebody else; the message names both revisions.
        case conflict
        /// The store could not take the change.
        case storeFailed = "store-failed"
        /// The coordinator cannot do it now; the message says why.
        case unavailable
    }

    public var code: Code
    /// One line: what, which value, what to do.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}

/// Answer to ``HistoryRequest``.
public struct HistoryPage: Hashable, Sendable, Codable {
    public var lines: [HistoryLine]
    /// Where the next page starts; `nil` on the last one.
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

/// What a line of the history is about.
public enum HistoryEvent: Hashable, Sendable {
    case quarter(QuarterRecord)
    case ring(RingRecord)
    case sound(SoundRecord)
}

/// `{"node": …, "record": …}` for a quarter hour, `{"node": …, "ring": …}` for an occurrence, `{"node": …, "sound": …}`
/// for a sound that was to be played.
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

/// Answer to ``SetRequest`` and ``RenameRequest``: the committed documents' revisions.
public struct SetResult: Hashable, Sendable, Codable {
    public struct NodeRevision: Hashable, Sendable, Codable {
        public var node: NodeID
        public var revision: Int
        public var settings: NodeSettings

        public init(node: NodeID, revision: Int, settings: NodeSettings) {
            self.node = node
            self.revision = revision
            self.settings = settings
        }
    }

    public var nodes: [NodeRevision]

    public init(nodes: [NodeRevision]) {
        self.nodes = nodes
    }
}

/// Answer to ``AnnounceRequest``.
public struct AnnounceResult: Hashable, Sendable, Codable {
    /// When the first word is to be heard.
    public var target: WallTime
    public var nodes: [NodeID]
    /// Asked for, but offline.
    public var offline: [NodeID]

    public init(target: WallTime, nodes: [NodeID], offline: [NodeID]) {
        self.target = target
        self.nodes = nodes
        self.offline = offline
    }
}

/// Answer to ``WakeRequest``.
public struct WakeResult: Hashable, Sendable, Codable {
    public var target: WallTime

    public init(target: WallTime) {
        self.target = target
    }
}

/// Answer to ``AdoptRequest``.
public struct AdoptResult: Hashable, Sendable, Codable {
    /// The other store.
    public var store: String
    /// The nodes that obey this store now, ascending.
    public var nodes: [NodeID]
    /// How many were taken over.
    public var alarms: Int
    public var timers: Int
    /// Nodes that could not be asked: they keep what they hold.
    public var left: [NodeID]

    public init(store: String, nodes: [NodeID], alarms: Int, timers: Int, left: [NodeID]) {
        self.store = store
        self.nodes = nodes
        self.alarms = alarms
        self.timers = timers
        self.left = left
    }
}

/// Answer to ``ForgetRequest``.
public struct ForgetResult: Hashable, Sendable, Codable {
    public var node: NodeID

    public init(node: NodeID) {
        self.node = node
    }
}

public import ClockDomain

/// A program of a node's own machine to the node, a line each on its local socket. Answered by ``LocalAnswer``.
///
/// It needs neither the broker nor the coordinator, and offers the actions of a button: silence, and a report of the
/// room.
public struct LocalRequest: WireMessage, Hashable {
    public var action: Action
    /// The alarm or timer; `nil` for everything that rings here.
    public var source: RingSource?
    /// The name of the asker, for the record.
    public var by: String?
    /// The length of a snooze, in ``RingAction/minutesRange``; `nil` for each ring's own.
    public var minutes: Int?

    public enum Action: String, Hashable, Sendable, Codable {
        case status
        /// Ends everything that rings or is snoozed.
        case stop
        /// Snoozes everything that rings.
        case snooze
    }

    public static var maximumBytes: Int { 4096 }

    public init(action: Action, source: RingSource? = nil, by: String? = nil, minutes: Int? = nil) {
        self.action = action
        self.source = source
        self.by = by
        self.minutes = minutes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            action: try container.decode(Action.self, forKey: .action),
            source: try container.decodeIfPresent(RingSource.self, forKey: .source),
            by: try container.decodePersonName(forKey: .by),
            minutes: container.contains(.minutes)
                ? try container.decode(RingAction.minutesRange, forKey: .minutes) : nil)
    }
}

/// A node to a program of its machine: one line for each of its.
public enum LocalAnswer: WireMessage, Hashable {
    /// The node has done it, and stored it where its disk can be written.
    case told(LocalState)
    /// The node has done nothing; a sentence for people gives the reason.
    case refused(String)

    public static var maximumBytes: Int { Reported.maximumBytes + 64 * 1024 }
    static let maximumSentenceBytes = 512

    enum CodingKeys: String, CodingKey {
        case error
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let sentence = try container.decodeIfPresent(String.self, forKey: .error) {
            self = .refused(sentence.line(maximumBytes: LocalAnswer.maximumSentenceBytes))
        } else {
            self = .told(try LocalState(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .told(let state): try state.encode(to: encoder)
        case .refused(let sentence):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(sentence, forKey: .error)
        }
    }
}

/// A node as its own machine sees it.
public struct LocalState: Hashable, Sendable, Codable {
    public var node: NodeID
    /// The node's clock.
    public var now: WallTime
    /// True when it has a connection to the broker.
    public var isConnected: Bool
    /// The occurrences that the request has stopped or snoozed, ascending.
    public var done: [Occurrence]
    /// The node's report to the site.
    public var reported: Reported

    public init(node: NodeID, now: WallTime, isConnected: Bool, done: [Occurrence], reported: Reported) {
        self.node = node
        self.now = now
        self.isConnected = isConnected
        self.done = done
        self.reported = reported
    }

    enum CodingKeys: String, CodingKey {
        case node, now, done, reported
        case isConnected = "connected"
    }
}

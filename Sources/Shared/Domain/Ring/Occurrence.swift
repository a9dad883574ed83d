/// An alarm or a timer: the things that can ring.
public enum RingSource: Hashable, Sendable {
    case alarm(AlarmID)
    case timer(TimerID)
}

extension RingSource: CustomStringConvertible, Comparable, TextCoded {
    /// `a7`, `t3`
    public var description: String {
        switch self {
        case .alarm(let id): id.description
        case .timer(let id): id.description
        }
    }

    /// As ``NumberedID/stands(for:)``.
    public func stands(for source: RingSource) -> Bool {
        switch (self, source) {
        case (.alarm(let a), .alarm(let b)): a.stands(for: b)
        case (.timer(let a), .timer(let b)): a.stands(for: b)
        case (.alarm, .timer), (.timer, .alarm): false
        }
    }

    /// `nil` unless `text` is the id of an alarm or a timer.
    public init?(_ text: some StringProtocol) {
        if let id = AlarmID(text) {
            self = .alarm(id)
        } else if let id = TimerID(text) {
            self = .timer(id)
        } else {
            return nil
        }
    }

    /// Alarms before timers, then by id.
    public static func < (a: RingSource, b: RingSource) -> Bool {
        switch (a, b) {
        case (.alarm(let a), .alarm(let b)): a < b
        case (.timer(let a), .timer(let b)): a < b
        case (.alarm, .timer): true
        case (.timer, .alarm): false
        }
    }

    public static let textForm = "an id like a7 or t3"
    public init?(coded text: String) { self.init(text) }
}

/// One time that something shall ring: the identity under which it rings at most once on a node.
public struct Occurrence: Hashable, Sendable, Codable {
    public var source: RingSource
    /// The due instant. For a timer, the instant at which it first ran out.
    public var due: WallTime

    public init(source: RingSource, due: WallTime) {
        self.source = source
        self.due = due
    }

    package enum CodingKeys: String, CodingKey {
        case source, due
    }
}

extension Occurrence: Comparable {
    public static func < (a: Occurrence, b: Occurrence) -> Bool { (a.due, a.source) < (b.due, b.source) }
}

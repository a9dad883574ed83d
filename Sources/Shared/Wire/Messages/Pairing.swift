public import ClockDomain

extension RequestVerb {
    /// Answered by the door, not by the coordinator.
    public static let pair = RequestVerb("pair")
}

/// An administrator opens the door to new rooms, or accepts one. Answered by ``PairResult``.
public struct PairRequest: SiteRequest {
    public typealias Result = PairResult

    public static let verb = RequestVerb.pair
    public static let role = ClientRole.admin
    public static let summary = "opens the door to new rooms, accepts one, or takes its certificate away"
    public static let fields = "`action`, `number`, `node`"
    public static let resultFields = "`open_until`, `revoked`"

    public enum Action: String, Hashable, Sendable, Codable {
        /// Opens the door for ten minutes.
        case open
        /// Accepts the room with the number ``PairRequest/number`` as ``PairRequest/node``.
        case accept
        /// Takes the certificates of ``PairRequest/node`` away.
        case forget
    }

    public var action: Action
    /// Six digits.
    public var number: String?
    public var node: NodeID?

    public static var maximumBytes: Int { 1_024 }

    public init(_ action: Action, number: String? = nil, node: NodeID? = nil) {
        self.action = action
        self.number = number
        self.node = node
    }
}

/// Answer to ``PairRequest``.
public struct PairResult: Hashable, Sendable, Codable {
    /// The instant at which the door closes; `nil` while it stays open by its configuration.
    public var openUntil: WallTime?
    /// The number of certificates that the door took away; `nil` where nobody asked for that.
    public var revoked: Int?

    public init(openUntil: WallTime? = nil, revoked: Int? = nil) {
        self.openUntil = openUntil
        self.revoked = revoked
    }

    enum CodingKeys: String, CodingKey {
        case openUntil = "open_until"
        case revoked
    }
}

/// The rooms that want to join, retained for administrators.
public struct WaitingRooms: WireMessage, Hashable {
    public struct Room: Hashable, Sendable, Codable {
        /// Six digits, which the room says.
        public var number: String
        public var address: String
        public var since: WallTime

        public init(number: String, address: String, since: WallTime) {
            self.number = number
            self.address = address
            self.since = since
        }
    }

    public var isOpen: Bool
    /// Ascending by number.
    public var rooms: [Room]

    public init(isOpen: Bool, rooms: [Room]) {
        self.isOpen = isOpen
        self.rooms = rooms
    }

    enum CodingKeys: String, CodingKey {
        case isOpen = "open"
        case rooms
    }
}

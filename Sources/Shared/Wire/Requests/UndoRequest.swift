public import ClockDomain

/// Answered by ``ChangeResult`` when the changes are committed.
public struct UndoRequest: PersonalRequest {
    public typealias Result = ChangeResult

    public static let verb = RequestVerb("undo")
    public static let role = ClientRole.member
    public static let summary = "takes back the last change that a person made, of a day at most"
    public static let fields = "`change` (the number of an event; none: the last one that is not taken back), `by`"
    public static let resultFields = "as `change`"

    /// The number of an event of the changes to take back, made by one request; `nil` for the last ones.
    public var change: Int?
    /// The asker's name, for people; see ``ChangeMark/by``.
    public var by: String?

    public init(change: Int? = nil, by: String? = nil) {
        self.change = change
        self.by = by
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            change: try container.decodeIfPresent(Int.self, forKey: .change),
            by: try container.decodePersonName(forKey: .by))
    }
}

/// A change that a later one took back.
public struct UndoneChange: Hashable, Sendable, Codable {
    public var number: Int
    public var at: WallTime
    public var by: String?

    public init(_ event: ChangeEvent) { (number, at, by) = (event.number, event.at, event.by) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(1...Int.max, forKey: .number)
        at = try container.decode(WallTime.self, forKey: .at)
        by = try container.decodePersonName(forKey: .by)
    }
}

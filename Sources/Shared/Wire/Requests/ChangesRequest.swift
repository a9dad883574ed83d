public import ClockDomain

/// Answered by ``ChangesPage``.
public struct ChangesRequest: SiteRequest {
    public typealias Result = ChangesPage

    public static let verb = RequestVerb("changes")
    public static let role = ClientRole.viewer
    public static let summary = "reads what was changed, and by whom"
    public static let fields = "`since`, `until`, `before` (a number), `limit` (1 to 25)"
    public static let resultFields =
        "`changes`: [events](#changes), newest first, and `next`, the `before` of the next page"

    /// Only changes at or after this.
    public var since: WallTime?
    /// Only changes at or before this.
    public var until: WallTime?
    /// Only changes with a lower number; a page's `next` asks for the page after it.
    public var before: Int?
    /// Changes on a page, 1...``maximumLimit``. Large ones may make it shorter: the store reads up to 900 KB of each.
    public var limit: Int

    public static let maximumLimit = 25

    public init(since: WallTime? = nil, until: WallTime? = nil, before: Int? = nil, limit: Int = maximumLimit) {
        self.since = since
        self.until = until
        self.before = before
        self.limit = limit
    }
}

/// Answer to ``ChangesRequest``.
public struct ChangesPage: Hashable, Sendable, Codable {
    /// The highest number first, whatever the clock showed.
    public var changes: [ChangeEvent]
    /// The start of the next page; `nil` on the last one.
    public var next: Int?

    public init(changes: [ChangeEvent], next: Int?) {
        self.changes = changes
        self.next = next
    }
}

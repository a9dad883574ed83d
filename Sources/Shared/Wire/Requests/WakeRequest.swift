public import ClockDomain

/// Answered by ``WakeResult``.
public struct WakeRequest: SiteRequest {
    public typealias Result = WakeResult

    public static let verb = RequestVerb("wake")
    public static let role = ClientRole.member
    public static let summary = "publishes a wake for the next quarter hour now"
    public static let fields = ""
    public static let resultFields = "`target` of the wake that was sent"

    public init() {}
}

/// Answer to ``WakeRequest``.
public struct WakeResult: Hashable, Sendable, Codable {
    public var target: WallTime

    public init(target: WallTime) { self.target = target }
}

public import ClockDomain

/// Answered by ``NoticeTestResult`` once the message is in the store; it is sent after that.
public struct NoticeTestRequest: SiteRequest {
    public typealias Result = NoticeTestResult

    public static let verb = RequestVerb("notice-test")
    public static let role = ClientRole.member
    public static let summary = "sends people a message that tries out the way to them"
    public static let fields = ""
    public static let resultFields = "`id` of the message, which `notices` shows while it waits"

    public init() {}
}

/// Answer to ``NoticeTestRequest``.
public struct NoticeTestResult: Hashable, Sendable, Codable {
    public var id: String

    public init(id: String) { self.id = id }
}

/// A message to Home Assistant, at least once.
public struct HomeAssistantMessage: Hashable, Sendable {
    public var topic: String
    /// Empty to clear what the broker keeps.
    public var payload: String
    public var isRetained: Bool

    init(_ topic: String, _ payload: String, isRetained: Bool = true) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}

/// What Home Assistant wishes of an entity; also who is answered.
public struct HomeAssistantCommand: Hashable, Sendable {
    /// By ``HomeAssistantSubject/name(at:)``; it may be of nothing that there is.
    public var subject: String
    public var entity: String
    public var payload: String

    /// Room for the longest text that can be said.
    public static let maximumBytes = 8_000

    public init(subject: String, entity: String, payload: String) {
        self.subject = subject
        self.entity = entity
        self.payload = payload
    }
}

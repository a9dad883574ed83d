/// A message to Home Assistant, sent at least once.
public struct HomeAssistantMessage: Hashable, Sendable {
    public var topic: String
    /// Empty to delete the broker's retained message.
    public var payload: String
    public var isRetained: Bool

    init(_ topic: String, _ payload: String, isRetained: Bool = true) {
        self.topic = topic
        self.payload = payload
        self.isRetained = isRetained
    }
}

/// A command of Home Assistant for an entity; also the address of the answer.
public struct HomeAssistantCommand: Hashable, Sendable {
    /// A name by ``HomeAssistantSubject/name(at:)``; the subject need not exist.
    public var subject: String
    public var entity: String
    public var payload: String

    /// Room for the longest text to say.
    public static let maximumBytes = 8_000

    public init(subject: String, entity: String, payload: String) {
        self.subject = subject
        self.entity = entity
        self.payload = payload
    }
}

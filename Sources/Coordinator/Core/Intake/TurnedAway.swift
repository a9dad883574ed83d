/// Counts of messages refused before the core, for want of room or beyond the sender's rate.
public struct TurnedAway: Hashable, Sendable {
    public var requests: Int
    /// Messages of nodes.
    public var reports: Int
    /// Nodes' questions for the time.
    public var questions: Int

    public init(requests: Int = 0, reports: Int = 0, questions: Int = 0) {
        self.requests = requests
        self.reports = reports
        self.questions = questions
    }
}

internal import ClockDomain

/// The machines that show the site to others and decide nothing in it, and the ``SiteEvent`` stream that they read.
struct SiteReaders: Sendable {
    /// The state of other machines that readers use.
    struct Context: Sendable {
        var view: SiteView
        var nextWake: WallTime
        var health: CommitQueue.Health
        var certificateUntil: WallTime?
    }

    var homeAssistant: HomeAssistant
    var metrics: Metrics
    var notices: Notices
    /// The changes that the current event has made to the site.
    private var news: [SiteEvent] = []

    init(homeAssistant: HomeAssistant, metrics: Metrics, notices: Notices) {
        self.homeAssistant = homeAssistant
        self.metrics = metrics
        self.notices = notices
    }

    mutating func post(_ event: SiteEvent) { news.append(event) }

    /// True when a reader needs a ``Context``.
    var needContext: Bool { notices.isOn || homeAssistant.isOn }

    /// Hands the readers the changes of the event.
    ///
    /// - Parameter context: `nil` when no reader needs it.
    mutating func read(_ nodes: Nodes, _ context: Context?, at now: Now, _ out: inout Outbox) {
        metrics.follow(news, nodes, at: now)
        if let context {
            notices.follow(news, context, at: now, &out)
            for (command, answer) in out.takeHomeAssistantAnswers() { homeAssistant.answered(command, answer, &out) }
            homeAssistant.follow(news, context, at: now, &out)
        }
        news.removeAll(keepingCapacity: true)
    }
}

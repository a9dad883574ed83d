internal import ClockDomain
internal import ClockSite
internal import ClockWire

/// The state of the live view, and the instant of its next request.
///
/// It asks when something hints at a change, a moment later so that simultaneous changes cost one request, and in any
/// case every ten seconds.
struct WatchModel: Sendable {
    enum Connection: Hashable, Sendable {
        case connecting, connected
        /// The reason for which there is none.
        case lost(String)
    }

    private(set) var status: SiteStatus?
    private(set) var connection = Connection.connecting
    private(set) var coordinator: Availability?
    /// The reason for which the last request failed; `nil` after an answer.
    private(set) var trouble: String?
    /// True while the screen explains the keys.
    var showsHelp = false
    /// The result of the last key, until ``noticeEnds``.
    private var notice: String?
    private var noticeEnds = BootTime(nanoseconds: 0)
    /// This computer's clock minus the site's; zero for a difference too small to matter.
    private(set) var localOffset: Duration = .zero

    private var askAt: BootTime
    private var isAsking = false

    static let settlingTime: Duration = .milliseconds(100)
    /// A busy site must not make a view ask without pause.
    static let shortestInterval: Duration = .milliseconds(500)
    static let longestInterval: Duration = .seconds(10)
    static let noticeTime: Duration = .seconds(5)

    private var lastAsked: BootTime?

    init(at now: BootTime) { askAt = now }

    /// The instant of the next request; `nil` while we wait for an answer or have no connection.
    var nextAsking: BootTime? { isAsking || connection != .connected ? nil : askAt }

    /// Returns the site's time at which this computer's clock shows `local`.
    func siteNow(_ local: WallTime) -> WallTime { local - localOffset }

    mutating func apply(connection: Connection, coordinator: Availability?, at now: BootTime) {
        if connection == .connected, self.connection != .connected { askAt = now }
        self.connection = connection
        self.coordinator = coordinator
    }

    /// Schedules a request soon, because something hints at a change.
    mutating func changed(at now: BootTime) {
        let earliest = lastAsked.map { $0 + WatchModel.shortestInterval } ?? now
        askAt = min(askAt, max(now + WatchModel.settlingTime, earliest))
    }

    mutating func asked(at now: BootTime) {
        isAsking = true
        lastAsked = now
        askAt = now + WatchModel.longestInterval
    }

    /// - Parameter offset: this computer's clock minus the site's, if it is known.
    mutating func answered(_ status: SiteStatus, offset: Duration?) {
        isAsking = false
        trouble = nil
        self.status = status
        if let offset { localOffset = offset.magnitude >= ClockWords.noticeableOffset ? offset : .zero }
    }

    mutating func notice(_ text: String, at now: BootTime) {
        (notice, noticeEnds) = (text, now + WatchModel.noticeTime)
    }

    /// Returns the result of the last key; `nil` when there is none, or it is old.
    func notice(at now: BootTime) -> String? { now < noticeEnds ? notice : nil }

    mutating func failed(_ reason: String) {
        isAsking = false
        trouble = reason
    }

    /// The problem that keeps the view from being live, in a sentence; `nil` when it is live.
    var away: String? {
        switch connection {
        case .connecting: return "Connecting to the broker."
        case .lost(let reason): return "No connection to the broker: \(reason)"
        case .connected: break
        }
        if coordinator == .offline { return "The coordinator is offline; is clock-coordinator running?" }
        return trouble
    }
}

internal import ClockDomain

/// Schedules the requests of one kind to the coordinator.
///
/// We ask when something hints at a change, a moment later so that simultaneous changes cost one request; again after a
/// failure; and in any case after the longest interval, if there is one.
struct Asking: Sendable {
    /// Simultaneous changes arrive within this time.
    static let settlingTime: Duration = .milliseconds(100)
    /// We must not ask a busy site without pause.
    static let shortestInterval: Duration = .milliseconds(500)
    /// Delay of the next request after a failure.
    static let retryDelay: Duration = .seconds(2)

    /// `nil` when only hints cause a request.
    let longestInterval: Duration?

    private var due: BootTime?
    private var lastAsked: BootTime?
    private var isAsking = false
    /// Number of the last request.
    private(set) var number = 0

    init(every longestInterval: Duration?) { self.longestInterval = longestInterval }

    /// The instant of the next request; `nil` while we wait for an answer, or have no reason to ask.
    var next: BootTime? { isAsking ? nil : due }

    /// Schedules a request at once, whatever is under way: a new connection gets no answer to old requests.
    mutating func begin(at now: BootTime) {
        isAsking = false
        due = now
    }

    /// Stops: there is no connection.
    mutating func stop() {
        isAsking = false
        due = nil
    }

    /// Schedules a request soon, because something hints at a change.
    mutating func hint(at now: BootTime) {
        let soonest = max(now + Self.settlingTime, lastAsked.map { $0 + Self.shortestInterval } ?? now)
        due = due.map { min($0, soonest) } ?? soonest
    }

    mutating func asked(at now: BootTime) {
        isAsking = true
        number += 1
        lastAsked = now
        due = longestInterval.map { now + $0 }
    }

    mutating func answered() { isAsking = false }

    /// - Returns: false for a request that another one has replaced.
    mutating func failed(_ number: Int, at now: BootTime) -> Bool {
        guard isAsking, number == self.number else { return false }
        isAsking = false
        due = now + Self.retryDelay
        return true
    }
}

internal import ClockDomain

/// When to ask the coordinator one thing again.
///
/// It is asked when something hints at a change, a moment later so that changes that come together cost one request; again
/// after a failure; and in any case after the longest interval, where there is one.
struct Asking: Sendable {
    /// Changes that come together come within this.
    static let settlingTime: Duration = .milliseconds(100)
    /// A busy site must not be asked without pause.
    static let shortestInterval: Duration = .milliseconds(500)
    /// After a failure it is asked again after so long.
    static let retryDelay: Duration = .seconds(2)

    /// `nil` where it is asked on hints alone.
    let longestInterval: Duration?

    private var due: BootTime?
    private var lastAsked: BootTime?
    private var isAsking = false
    /// Of the last asking.
    private(set) var number = 0

    init(every longestInterval: Duration?) {
        self.longestInterval = longestInterval
    }

    /// When to ask; `nil` while an answer is awaited, or nothing is to be asked.
    var next: BootTime? { isAsking ? nil : due }

    /// Ask at once, whatever is under way: a new connection knows nothing of old questions.
    mutating func begin(at now: BootTime) {
        isAsking = false
        due = now
    }

    /// Nobody can be asked.
    mutating func end() {
        isAsking = false
        due = nil
    }

    /// Something hints at a change.
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

    /// - Returns: false for an asking that another one has taken the place of.
    mutating func failed(_ number: Int, at now: BootTime) -> Bool {
        guard isAsking, number == self.number else { return false }
        isAsking = false
        due = now + Self.retryDelay
        return true
    }
}

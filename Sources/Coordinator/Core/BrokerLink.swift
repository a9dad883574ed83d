internal import ClockDomain

/// Whether a broker can be reached, and since when it is so.
enum BrokerLink: Sendable {
    case down(since: WallTime, reason: String?)
    case up(since: WallTime)

    var isUp: Bool {
        switch self {
        case .up: true
        case .down: false
        }
    }

    /// Nothing can be said of nodes for as long; `nil` while they can be heard.
    var downSince: WallTime? {
        switch self {
        case .up: nil
        case .down(let since, _): since
        }
    }

    /// - Returns: what is to be logged; `nil` when nothing is new.
    @discardableResult
    mutating func disconnect(from broker: String, reason: String, at now: WallTime) -> String? {
        switch self {
        case .up:
            self = .down(since: now, reason: reason)
            return "lost the broker at \(broker): \(reason); trying again"
        case .down(let since, let known):
            // Every attempt is reported; people want to read a reason once.
            guard known != reason else { return nil }
            self = .down(since: since, reason: reason)
            return "no connection to the broker at \(broker): \(reason); trying again"
        }
    }
}

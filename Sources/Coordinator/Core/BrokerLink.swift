internal import ClockDomain

/// The connection to the broker, and since when it is up or down.
enum BrokerLink: Sendable {
    case down(since: WallTime, reason: String?)
    /// - Parameter place: which of the configured addresses is in use, counted from 0.
    case up(place: Int, since: WallTime)

    var isUp: Bool {
        switch self {
        case .up: true
        case .down: false
        }
    }

    /// The place of the address in use; `nil` without a connection.
    var place: Int? {
        switch self {
        case .up(let place, _): place
        case .down: nil
        }
    }

    /// Nothing can be said of nodes for as long; `nil` while they can be heard.
    var downSince: WallTime? {
        switch self {
        case .up: nil
        case .down(let since, _): since
        }
    }

    mutating func connect(to place: Int, at now: WallTime) { self = .up(place: place, since: now) }

    /// - Parameter brokers: the configured addresses.
    /// - Returns: the line to log; `nil` when nothing is new.
    mutating func disconnect(from brokers: [String], reason: String, at now: WallTime) -> String? {
        switch self {
        case .up(let place, _):
            self = .down(since: now, reason: reason)
            return "lost the broker at \(brokers[place]): \(reason); trying again"
        case .down(let since, let known):
            // Every attempt is reported; people want to read a reason once.
            guard known != reason else { return nil }
            self = .down(since: since, reason: reason)
            return "no connection to the broker at \(brokers.joined(separator: " or ")): \(reason); trying again"
        }
    }
}

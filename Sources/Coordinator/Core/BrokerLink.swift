internal import ClockDomain

/// The state of the connection to the broker, and the instant since which it is up or down.
enum BrokerLink: Sendable {
    case down(since: WallTime, reason: String?)
    /// - Parameter place: the index, from 0, of the configured address in use.
    case up(place: Int, since: WallTime)

    var isUp: Bool {
        switch self {
        case .up: true
        case .down: false
        }
    }

    /// The index of the address in use; `nil` without a connection.
    var place: Int? {
        switch self {
        case .up(let place, _): place
        case .down: nil
        }
    }

    /// The instant at which the connection was lost; `nil` while it is up.
    var downSince: WallTime? {
        switch self {
        case .up: nil
        case .down(let since, _): since
        }
    }

    mutating func connect(to place: Int, at now: WallTime) { self = .up(place: place, since: now) }

    /// - Parameter brokers: the configured addresses.
    /// - Returns: the line to log; `nil` when the reason is the same as before.
    mutating func disconnect(from brokers: [String], reason: String, at now: WallTime) -> String? {
        switch self {
        case .up(let place, _):
            self = .down(since: now, reason: reason)
            return "lost the broker at \(brokers[place]): \(reason); trying again"
        case .down(let since, let known):
            // The client reports every attempt; people need to read a reason only once.
            guard known != reason else { return nil }
            self = .down(since: since, reason: reason)
            return "no connection to the broker at \(brokers.joined(separator: " or ")): \(reason); trying again"
        }
    }
}

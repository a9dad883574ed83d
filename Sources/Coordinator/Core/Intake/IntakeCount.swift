internal import ClockDomain
internal import ClockWire

/// Counts what was more than could be taken, and bounds what is said about it.
struct IntakeCount: Sendable {
    /// `nil` while all was taken.
    private(set) var status: IntakeStatus?
    /// Nodes that were told how far their ledgers are in, though nothing more of them could be taken.
    private var told: [NodeID: BootTime] = [:]

    mutating func turnedAway(requests: Int, reports: Int, at now: Now) {
        add(requests: requests, reports: reports, ledgers: 0, at: now)
    }

    /// - Returns: whether the node is to be told, which is once a second: each such word goes through the very queue
    ///   that is too full.
    mutating func refusedLedger(of node: NodeID, at now: Now) -> Bool {
        add(requests: 0, reports: 0, ledgers: 1, at: now)
        if let last = told[node], now.boot - last < .seconds(1) { return false }
        told = told.filter { now.boot - $0.value < .seconds(1) }
        told[node] = now.boot
        return true
    }

    private mutating func add(requests: Int, reports: Int, ledgers: Int, at now: Now) {
        let wall = now.wall.truncatedToMilliseconds
        var sum = status ?? IntakeStatus(requestsRefused: 0, reportsDropped: 0, ledgersRefused: 0, last: wall)
        sum.requestsRefused += requests
        sum.reportsDropped += reports
        sum.ledgersRefused += ledgers
        sum.last = wall
        status = sum
    }
}

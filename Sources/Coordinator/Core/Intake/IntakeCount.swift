internal import ClockDomain
internal import ClockWire

/// Counts what was more than could be taken, and bounds what is said about it: the first of it in the log when it comes,
/// and then what a minute brought.
struct IntakeCount: Sendable {
    /// How often the log has a count.
    private static let telling: Duration = .minutes(1)

    /// `nil` while all was taken.
    private(set) var status: IntakeStatus?
    /// When the broker last dropped something.
    private(set) var brokerDroppedLast: WallTime?
    /// As far as the log has it.
    private var logged: IntakeStatus?
    /// The broker's own count; `nil` until it has told it on this connection.
    private var brokerTotal: Int?
    /// Nodes that were told how far their ledgers are in, though nothing more of them could be taken.
    private var told: [NodeID: BootTime] = [:]

    mutating func turnedAway(_ turned: TurnedAway, at now: Now, _ out: inout Outbox) {
        add(at: now, &out) { sum in
            sum.requestsRefused += turned.requests
            sum.reportsDropped += turned.reports
            sum.questionsDropped += turned.questions
        }
    }

    /// - Returns: whether the node is to be told, which is once a second: each such word goes through the very queue
    ///   that is too full.
    mutating func refusedLedger(of node: NodeID, at now: Now, _ out: inout Outbox) -> Bool {
        add(at: now, &out) { $0.ledgersRefused += 1 }
        if let last = told[node], now.boot - last < .seconds(1) { return false }
        told = told.filter { now.boot - $0.value < .seconds(1) }
        told[node] = now.boot
        return true
    }

    /// What the broker counted before is nobody's business.
    mutating func connected() { brokerTotal = nil }

    /// The broker tells how many messages it has dropped since its start.
    ///
    /// - Returns: how many of them are new.
    mutating func brokerDropped(total: Int, at now: Now, _ out: inout Outbox) -> Int {
        // A broker that was started again counts from the beginning.
        let new = total - min(total, brokerTotal ?? total)
        brokerTotal = total
        guard new > 0 else { return 0 }
        add(at: now, &out) { $0.brokerDropped += new }
        brokerDroppedLast = status?.last
        return new
    }

    /// The minute is over.
    mutating func tell(at now: Now, _ out: inout Outbox) {
        guard let status, status != logged else { return }
        let parts = [
            (status.requestsRefused - (logged?.requestsRefused ?? 0), "requests turned away"),
            (status.reportsDropped - (logged?.reportsDropped ?? 0), "messages of nodes dropped"),
            (status.questionsDropped - (logged?.questionsDropped ?? 0), "questions for the time not answered"),
            (status.ledgersRefused - (logged?.ledgersRefused ?? 0), "parts of ledgers put off"),
            (status.brokerDropped - (logged?.brokerDropped ?? 0), "messages dropped by the broker"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        out.log(
            .warning, "in the last minute more came than the coordinator could take: \(parts.joined(separator: ", "))")
        logged = status
        out.setTimer(.limits, .boot(now.boot + Self.telling))
    }

    private mutating func add(at now: Now, _ out: inout Outbox, _ add: (inout IntakeStatus) -> Void) {
        var sum = status ?? IntakeStatus(last: now.wall.truncatedToMilliseconds)
        add(&sum)
        sum.last = now.wall.truncatedToMilliseconds
        status = sum
        if out.deadline(of: .limits) == nil { out.setTimer(.limits, .boot(now.boot + Self.telling)) }
    }
}

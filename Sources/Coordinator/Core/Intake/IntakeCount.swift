internal import ClockDomain
internal import ClockWire

/// Counts refused messages, and limits their log lines: the first at once, then a sum each minute.
struct IntakeCount: Sendable {
    /// The interval between log lines.
    private static let telling: Duration = .minutes(1)

    /// `nil` before the first refusal.
    private(set) var status: IntakeStatus?
    /// The instant at which the broker last dropped something.
    private(set) var brokerDroppedLast: WallTime?
    /// The counts at the last log line.
    private var logged: IntakeStatus?
    /// The broker's own count; `nil` before its first on this connection.
    private var brokerTotal: Int?
    /// Nodes that got their position although the coordinator accepted no more of their ledgers.
    private var told: [NodeID: BootTime] = [:]

    mutating func turnedAway(_ turned: TurnedAway, at now: Now, _ out: inout Outbox) {
        add(at: now, &out) { sum in
            sum.requestsRefused += turned.requests
            sum.reportsDropped += turned.reports
            sum.questionsDropped += turned.questions
        }
    }

    /// - Returns: true if the caller must send the node its position, once a second: each such message goes through the
    ///   very queue that is too full.
    mutating func refusedLedger(of node: NodeID, at now: Now, _ out: inout Outbox) -> Bool {
        add(at: now, &out) { $0.ledgersRefused += 1 }
        if let last = told[node], now.boot - last < .seconds(1) { return false }
        told = told.filter { now.boot - $0.value < .seconds(1) }
        told[node] = now.boot
        return true
    }

    /// Ignores the broker's count from before this connection.
    mutating func connected() { brokerTotal = nil }

    /// Adds the messages that the broker has dropped; `total` counts from its start.
    ///
    /// - Returns: the number of new ones.
    mutating func brokerDropped(total: Int, at now: Now, _ out: inout Outbox) -> Int {
        // A restarted broker counts from zero.
        let new = total - min(total, brokerTotal ?? total)
        brokerTotal = total
        guard new > 0 else { return 0 }
        add(at: now, &out) { $0.brokerDropped += new }
        brokerDroppedLast = status?.last
        return new
    }

    /// Logs the counts of the past minute.
    mutating func report(at now: Now, _ out: inout Outbox) {
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

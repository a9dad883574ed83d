internal import ClockDomain
internal import ClockWire

/// Checks that a node sends no more than a node writes, and nothing from the future.
///
/// A node keeps 8,640 entries, and the busiest writes some 1,100 a day: a thousand alarms and every quarter hour. A
/// node that sends more fills the coordinator's disk, by a fault or on purpose. The coordinator puts off entries over
/// the allowance; the node keeps them and sends them again. So the retention bounds a node's part of the store.
struct LedgerWatch: Sendable {
    /// The number of entries that a node may send at once.
    static let allowance = 20_000
    /// The number of further ones in a day, evenly spaced.
    static let dailyAllowance = 2_880
    private static let pace = Duration.hours(24) / dailyAllowance
    /// An entry further ahead of a plausible clock comes from a wrong clock.
    static let ahead: Duration = .hours(24)
    /// The interval between log lines, and the time for which doctor reports it.
    private static let telling: Duration = .hours(1)

    /// Entries of one node that were ahead on arrival.
    struct Ahead: Sendable {
        var count = 0
        var latest: WallTime
        /// The instant at which the last one arrived.
        var at: BootTime
    }

    /// The instant by which the accepted entries would have come at the pace; `nil` before the first.
    private var paidThrough: BootTime?
    private var refusedAt: BootTime?
    private var refusalToldAt: BootTime?
    private var ahead: Ahead?
    private var aheadToldAt: BootTime?

    /// The problem of a node without allowance.
    static let refusal = Phrase.ledgerRefused(burst: allowance, daily: dailyAllowance)

    func hasAllowance(at now: BootTime) -> Bool { paidThrough.map { $0 - now < Self.pace * Self.allowance } ?? true }

    /// Counts accepted entries.
    mutating func spend(_ count: Int, at now: BootTime) {
        paidThrough = max(paidThrough ?? now, now) + Self.pace * count
    }

    /// Notes that entries were refused for want of allowance.
    ///
    /// - Returns: true if the caller must log it.
    mutating func refuse(at now: BootTime) -> Bool {
        refusedAt = now
        return Self.isDue(&refusalToldAt, at: now)
    }

    /// Notes accepted entries that are ahead, the latest of `latest`.
    ///
    /// - Returns: true if the caller must log it.
    mutating func record(ahead count: Int, latest: WallTime, at now: BootTime) -> Bool {
        let before = ahead(at: now)
        ahead = Ahead(count: count + (before?.count ?? 0), latest: max(latest, before?.latest ?? latest), at: now)
        return Self.isDue(&aheadToldAt, at: now)
    }

    /// True if the coordinator lately refused entries.
    func isRefusing(at now: BootTime) -> Bool { refusedAt.map { now - $0 < Self.telling } ?? false }

    /// Returns the entries that were lately ahead.
    func ahead(at now: BootTime) -> Ahead? { ahead.flatMap { now - $0.at < Self.telling ? $0 : nil } }

    private static func isDue(_ toldAt: inout BootTime?, at now: BootTime) -> Bool {
        if let told = toldAt, now - told < Self.telling { return false }
        toldAt = now
        return true
    }
}

extension LedgerEntry {
    /// The latest time that the entry names.
    var latest: WallTime {
        switch event {
        case .quarter(let record): max(at, record.target)
        case .ring(let record): max(at, record.occurrence.due)
        case .sound(let record): max(at, record.target)
        case .unknown: at
        }
    }
}

internal import ClockDomain
internal import ClockWire

/// Whether what a node sends is what a node writes: not more of it, and nothing of a time that is still to come.
///
/// A node keeps 8,640 entries, and the busiest writes some 1,100 a day: a thousand alarms and every quarter hour. Who sends
/// more fills the coordinator's disk, by a fault or on purpose. What is over the allowance is not taken yet; the node keeps
/// it and sends it again. So a node's part of the store is bounded by how long history is kept.
struct LedgerWatch: Sendable {
    /// Entries that are taken at once.
    static let allowance = 20_000
    /// Further ones that are taken in a day, one after the other.
    static let dailyAllowance = 2_880
    private static let pace = Duration.hours(24) / dailyAllowance
    /// What is further ahead of a clock that is believed was written by one that is wrong.
    static let ahead: Duration = .hours(24)
    /// How often it is told in the log, and how long by doctor.
    private static let telling: Duration = .hours(1)

    /// Entries of one node that were ahead when they came.
    struct Ahead: Sendable {
        var count = 0
        var latest: WallTime
        /// When the last one came.
        var at: BootTime
    }

    /// Until then, at the pace, the entries that were taken would have come; `nil` before the first.
    private var paidThrough: BootTime?
    private var refusedAt: BootTime?
    private var refusalToldAt: BootTime?
    private var ahead: Ahead?
    private var aheadToldAt: BootTime?

    /// What is wrong with a node without allowance.
    static let refusal = Phrase.ledgerRefused(burst: allowance, daily: dailyAllowance)

    func hasAllowance(at now: BootTime) -> Bool {
        paidThrough.map { $0 - now < Self.pace * Self.allowance } ?? true
    }

    /// Entries are taken.
    mutating func spend(_ count: Int, at now: BootTime) {
        paidThrough = max(paidThrough ?? now, now) + Self.pace * count
    }

    /// Entries are not taken, as there is no allowance for them.
    ///
    /// - Returns: whether it is to be logged.
    mutating func refuse(at now: BootTime) -> Bool {
        refusedAt = now
        return Self.isDue(&refusalToldAt, at: now)
    }

    /// Entries were taken whose latest is of `latest`, and that are ahead.
    ///
    /// - Returns: whether it is to be logged.
    mutating func note(ahead count: Int, latest: WallTime, at now: BootTime) -> Bool {
        let before = ahead(at: now)
        ahead = Ahead(
            count: count + (before?.count ?? 0), latest: max(latest, before?.latest ?? latest), at: now)
        return Self.isDue(&aheadToldAt, at: now)
    }

    /// Whether entries were lately not taken.
    func isRefusing(at now: BootTime) -> Bool { refusedAt.map { now - $0 < Self.telling } ?? false }

    /// What was lately ahead.
    func ahead(at now: BootTime) -> Ahead? { ahead.flatMap { now - $0.at < Self.telling ? $0 : nil } }

    private static func isDue(_ toldAt: inout BootTime?, at now: BootTime) -> Bool {
        if let told = toldAt, now - told < Self.telling { return false }
        toldAt = now
        return true
    }
}

extension LedgerEntry {
    /// The latest time that it tells of.
    var latest: WallTime {
        switch event {
        case .quarter(let record): max(at, record.target)
        case .ring(let record): max(at, record.occurrence.due)
        case .sound(let record): max(at, record.target)
        case .unknown: at
        }
    }
}

internal import ClockDomain

/// The state of a node's clock, and the clock's seconds that the program has lived through. Instants are true time in
/// nanoseconds.
struct ClockFacts {
    private let isFollower: Bool
    /// Wall clock minus true time, at the last reading.
    private(set) var ahead: Int64 = 0
    private(set) var isVouched = false
    /// The time of the last change in the time service's vouching.
    private(set) var vouchingChangedAt = Int64.min
    /// The last time at which it was set, or the machine switched on.
    private(set) var setAt = Int64.min
    /// For each clock change of this boot: the sum of the steps from it on, and its time.
    private var steps: [(sum: Int64, at: Int64)] = []
    private var lastBoot = Int64.min
    /// The wall time that the program lived through or skipped before the last clock change, seconds.
    private var formerSpans: [ClosedRange<Int64>] = []
    /// The clock's second at which the program's present life without a jump began; `nil` while it does not run.
    private var spanStart: Int64?

    /// The number of former spans of wall time to remember.
    private static let rememberedSpans = 64
    /// A clock without a voucher may be set this often in months.
    private static let rememberedSteps = 1_024
    /// Of a forward jump, a node accounts for this much: a day.
    private static let accountedJump: Int64 = 86_400

    init(isFollower: Bool) { self.isFollower = isFollower }

    func wall(at time: Int64) -> Int64 { time &+ ahead }

    /// Wall clock minus true time, as if the clock had not been set the last time, the last two times, … in this boot:
    /// the node may use these readings while it does not trust its clock.
    var former: [(ahead: Int64, since: Int64)] { steps.map { (ahead &- $0.sum, $0.at) } }

    /// True if the program lived through the wall clock's `second`, or skipped it, before the last clock change: then
    /// that second has had its line.
    ///
    /// - Parameter early: the number of seconds by which a line may precede its time.
    func hasLivedThrough(_ second: Int64, early: Int64) -> Bool {
        formerSpans.contains { $0.lowerBound - 5 <= second && second <= $0.upperBound + early }
    }

    /// - Returns: true if the machine was without power since the last reading.
    mutating func read(_ reading: Now, at time: Int64) -> Bool {
        ahead = reading.wall.nanoseconds &- time
        let lostPower = reading.boot.nanoseconds < lastBoot
        if lostPower { losePower(at: time) }
        lastBoot = reading.boot.nanoseconds
        return lostPower
    }

    mutating func losePower(at time: Int64) {
        setAt = time
        steps = []
        vouch(false, at: time)
    }

    mutating func vouch(_ isVouched: Bool, at time: Int64) {
        self.isVouched = isVouched
        vouchingChangedAt = time
    }

    mutating func set(by step: Int64, at time: Int64) {
        for index in steps.indices { steps[index].sum &+= step }
        steps.append((step, time), keeping: Self.rememberedSteps)
        setAt = time
        guard spanStart != nil else { return }
        let before = Self.second(of: wall(at: time) &- step)
        let after = Self.second(of: wall(at: time))
        endSpan(at: before)
        // A node accounts for a vouched jump, or for one by the coordinator's time, quarter hour by quarter hour.
        if after > before, isVouched || isFollower { remember(max(before, after - Self.accountedJump)...after) }
        spanStart = after
    }

    mutating func programStarts(at time: Int64) { spanStart = Self.second(of: wall(at: time)) }

    mutating func programEnds(at time: Int64) { endSpan(at: Self.second(of: wall(at: time))) }

    private mutating func endSpan(at second: Int64) {
        if let spanStart, spanStart <= second { remember(spanStart...second) }
        spanStart = nil
    }

    private mutating func remember(_ span: ClosedRange<Int64>) {
        formerSpans.append(span, keeping: Self.rememberedSpans)
    }

    private static func second(of wall: Int64) -> Int64 { wall.flooredQuotient(by: 1_000_000_000) }
}

internal import ClockDomain

/// How a node's clock stands, and which seconds of it the program has lived through. Instants are true time in
/// nanoseconds.
struct ClockFacts {
    private let isFollower: Bool
    /// Wall clock minus true time, when it was last seen.
    private(set) var ahead: Int64 = 0
    private(set) var isVouched = false
    /// Since when the time service vouches for the clock, or when it last ceased to.
    private(set) var vouchingChangedAt = Int64.min
    /// When it was last set, or the machine switched on.
    private(set) var setAt = Int64.min
    /// By how much it was set, in all, since each time that it was set in this boot, and when that was.
    private var steps: [(sum: Int64, at: Int64)] = []
    private var lastBoot = Int64.min
    /// Wall time that the program has lived through before the clock was last set, and what it was set over, seconds.
    private var formerSpans: [ClosedRange<Int64>] = []
    /// Since when the program lives without a jump of the clock, by the clock, seconds; `nil` while it does not run.
    private var spanStart: Int64?

    /// How many of its former spans of wall time are remembered.
    private static let rememberedSpans = 64
    /// A clock that nobody vouches for may be set so often in months.
    private static let rememberedSteps = 1_024
    /// Of what a clock is set over, a node accounts for this much: a day.
    private static let accountedJump: Int64 = 86_400

    init(isFollower: Bool) {
        self.isFollower = isFollower
    }

    func wall(at time: Int64) -> Int64 { time &+ ahead }

    /// Wall clock minus true time, as it would be had the clock not been set the last time, the last two times, … in
    /// this boot: what the node may go by while it does not trust what its clock shows.
    var former: [(ahead: Int64, since: Int64)] { steps.map { (ahead &- $0.sum, $0.at) } }

    /// Whether the program has lived through the wall clock's `second`, or been set over it, before its clock was last
    /// set: then that second has had its line.
    ///
    /// - Parameter early: how many seconds before its time something may have had its line.
    func hasLivedThrough(_ second: Int64, early: Int64) -> Bool {
        formerSpans.contains { $0.lowerBound - 5 <= second && second <= $0.upperBound + early }
    }

    /// - Returns: whether the machine was without power since the last reading.
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
        steps.append((step, time))
        if steps.count > Self.rememberedSteps { steps.removeFirst() }
        setAt = time
        guard spanStart != nil else { return }
        let before = Self.second(of: wall(at: time) &- step)
        let after = Self.second(of: wall(at: time))
        endSpan(at: before)
        // A jump that somebody vouches for, or the coordinator's, is accounted for, quarter hour by quarter hour.
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
        formerSpans.append(span)
        if formerSpans.count > Self.rememberedSpans { formerSpans.removeFirst() }
    }

    private static func second(of wall: Int64) -> Int64 { wall.flooredQuotient(by: 1_000_000_000) }
}

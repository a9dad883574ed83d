internal import ClockDomain

/// The state of a node's output, and its rings. Instants are true time in nanoseconds.
struct OutputFacts {
    /// True if it can play on time, given a node's usual notice.
    private let canPlayInTime: Bool
    /// The output's own share of the onset error.
    let onsetTolerance: Int64
    /// Faults that keep it from playing in time.
    private(set) var troubles = 0
    /// Faults in which it ignores its orders.
    private var stuckTroubles = 0
    private(set) var unstuckAt = Int64.min
    /// The orders of the rings that sound.
    private var soundingRings: [Int] = []
    /// The last time at which the greatest number of rings sounded, so that another had to wait; `.max` while they do.
    private var crowdedAt = Int64.min

    /// An output mixes no more rings than this. Further ones wait until one of them ends.
    private static let mixedRings = 12

    init(_ plan: NodePlan) {
        let work = plan.output.openDelay + plan.disk.longestWrite * 2 + plan.clock.wakeUpLatency
        canPlayInTime = work + .milliseconds(50) <= plan.leadIn
        onsetTolerance = plan.output.onsetError.magnitude.nanoseconds + plan.output.onsetJitter.nanoseconds + 1_000_000
    }

    var isStuck: Bool { stuckTroubles > 0 }
    var isPrompt: Bool { canPlayInTime && troubles == 0 }

    /// True if at some time since `instant` as many rings sounded as an output mixes.
    func wasCrowded(since instant: Int64) -> Bool { crowdedAt >= instant }

    mutating func ringBegan(_ id: Int) {
        soundingRings.append(id)
        if soundingRings.count >= Self.mixedRings { crowdedAt = .max }
    }

    mutating func soundEnded(_ id: Int, at time: Int64) {
        guard let place = soundingRings.firstIndex(of: id) else { return }
        soundingRings.remove(at: place)
        if soundingRings.count == Self.mixedRings - 1 { crowdedAt = time }
    }

    mutating func programEnds(at time: Int64) {
        soundingRings = []
        if crowdedAt == .max { crowdedAt = time }
    }

    mutating func begin(_ kind: FaultKind) {
        troubles += 1
        if case .outputStuck = kind { stuckTroubles += 1 }
    }

    mutating func clear(_ kind: FaultKind, at time: Int64) {
        troubles = max(0, troubles - 1)
        guard case .outputStuck = kind else { return }
        stuckTroubles = max(0, stuckTroubles - 1)
        unstuckAt = time
    }
}

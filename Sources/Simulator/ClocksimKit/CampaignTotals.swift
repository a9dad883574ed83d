internal import ClockSimulator

/// The sums over many runs.
struct CampaignTotals: Sendable {
    private(set) var runs = 0
    private(set) var failures = 0
    private(set) var nodeDays = 0.0
    private(set) var events = 0

    mutating func add(_ result: RunResult) {
        runs += 1
        if !result.isKept { failures += 1 }
        nodeDays += result.nodeDays
        events += result.counts.events
    }
}

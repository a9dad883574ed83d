internal import ClockDomain

/// The state of a node's disk. Instants are true time in nanoseconds.
struct DiskFacts {
    private(set) var lastSaveFailed = false
    /// The time of its last refusal.
    private(set) var saveFailedAt = Int64.min
    /// The last time at which it lost or lacked a state of the program: it was restored, damaged, or full when the
    /// program ended.
    private(set) var forgotAt = Int64.min
    /// Faults that hold up the node while it writes.
    private(set) var troubles = 0
    private(set) var troubleEndedAt = Int64.min
    /// The greatest length of a write, and its length in the last slow phase.
    private let longestWrite: Int64
    private var slowWrite: Int64 = 0
    /// The start of the present series of writes without a pause, and the last write or refusal. The program may not
    /// know of later events: it waits for each write.
    private(set) var writesSince = Int64.min
    private var lastWriteAt = Int64.min
    /// Faults in which it refuses all writes, and the start of the time without any; `.max` during one.
    private var refusals = 0
    private(set) var worksSince = Int64.min

    init(_ plan: DiskPlan) { longestWrite = plan.longestWrite.nanoseconds }

    func isSlow(at time: Int64) -> Bool { troubles > 0 || time - troubleEndedAt.clampedSpan < 60_000_000_000 }

    mutating func programStarts(_ origin: Observation.StateOrigin, isFirst: Bool, at time: Int64) {
        if lastSaveFailed || origin == .damaged || origin == .new && !isFirst { forgotAt = time }
        lastSaveFailed = false
    }

    mutating func forget(at time: Int64) { forgotAt = time }

    mutating func recordSave(at time: Int64) {
        lastSaveFailed = false
        noteWrite(at: time)
    }

    mutating func refuse(at time: Int64) {
        lastSaveFailed = true
        saveFailedAt = time
        noteWrite(at: time)
    }

    private mutating func noteWrite(at time: Int64) {
        let begun = time - max(longestWrite, isSlow(at: time) ? slowWrite : 0)
        if begun > lastWriteAt { writesSince = begun }
        lastWriteAt = time
    }

    mutating func slowDown(to length: Duration) {
        troubles += 1
        slowWrite = length.nanoseconds
    }

    mutating func speedUp(at time: Int64) {
        troubles = max(0, troubles - 1)
        troubleEndedAt = time
    }

    mutating func beginRefusing() {
        refusals += 1
        worksSince = .max
    }

    mutating func endRefusing(at time: Int64) {
        refusals = max(0, refusals - 1)
        if refusals == 0 { worksSince = time }
    }
}

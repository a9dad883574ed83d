// Invariant 13, as the coordinator keeps it: a count by its clock continues unchanged when somebody sets that clock.
//
// Claimed: a running timer ends, and a running stopwatch began, at the same instant of the coordinator's boot clock
// from its first commit to the last of the same revision, to within a second, judged by each commit's content. A paused
// timer keeps its remaining time, and a timer that gets more time does not end in the past.
//
// Not claimed: after a start, for an instant by a vouched clock, until a time service vouches for the clock again, as a
// machine without a battery starts with a clock that is behind; for a clock that was set while the coordinator did not
// run, or within the minute; nor while its store refuses commits.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockWire

struct CountedTimeChecker: Checker {
    private struct Count {
        var revision: Int
        /// As the store has it, by the wall clock.
        var wall: Int64
        /// True if a vouched clock named the instant.
        var isVouched: Bool
        /// By the boot clock, when it came to the store; `nil` before the first usable commit of this run.
        var boot: Int64?
    }

    private struct Coordinator {
        var counts: [SiteObjectID: Count] = [:]
        /// The last change of its clock, failure of its store, or start, true time.
        var disturbedAt = Int64.min
        /// True if its time service has vouched for its clock since its start.
        var wasVouched = false
    }

    private var coordinators: [Coordinator]

    /// A coordinator retries a refused commit once a minute.
    private static let calm: Int64 = 150_000_000_000
    private static let tolerance: Int64 = 1_000_000_000
    /// From a decision to its commit, where the disk is slow.
    private static let commitLength: Int64 = 120_000_000_000

    init(plan: SimulationPlan) { coordinators = plan.coordinators.map { _ in Coordinator() } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .coordinator(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .coordinatorStarted(let stored):
            coordinators[index] = Coordinator(disturbedAt: time)
            for object in stored.objects { record(object, in: index) }
        case .clockSet, .notCommitted, .suspended, .resumed: coordinators[index].disturbedAt = time
        case .committed(let operations):
            let isCalm =
                coordinators[index].disturbedAt.clampedSpan < time - Self.commitLength && !facts.mayAdopt(at: time)
            for operation in operations {
                switch operation {
                case .saveObject(let object):
                    if isCalm, let wall = observation.clock?.wall {
                        checkChange(object, in: index, at: time, wall.nanoseconds, &findings)
                    }
                    record(object, in: index)
                case .removeObject(let id): coordinators[index].counts[id] = nil
                default: break
                }
            }
            guard let clock = observation.clock, !coordinators[index].counts.isEmpty,
                coordinators[index].disturbedAt.clampedSpan < time - Self.calm
            else { return }
            if clock.sync != .unsynchronised { coordinators[index].wasVouched = true }
            check(index, at: time, bootWall: clock.wall.nanoseconds &- clock.boot.nanoseconds, &findings)
        default: break
        }
    }

    /// Checks a new revision of a timer that ran.
    private func checkChange(
        _ object: SiteObject, in index: Int, at time: Int64, _ wall: Int64, _ findings: inout Findings
    ) {
        guard case .timer(let new) = object, let known = coordinators[index].counts[object.id],
            new.timer.revision > known.revision
        else { return }
        let left = max(0, known.wall - wall)
        switch new.timer.state {
        case .paused(let remaining):
            guard Int64(remaining) * 1_000_000 > left + Self.commitLength else { return }
            findings.add(6, at: time, .coordinator(index)) {
                "\(new.timer.id) was paused with \(Duration.milliseconds(remaining)) left, and had "
                    + "\(Duration.nanoseconds(left)) when that was committed"
            }
        case .running(let ends):
            guard ends.nanoseconds < wall - Self.commitLength else { return }
            findings.add(6, at: time, .coordinator(index)) {
                "\(new.timer.id) got more time, and ends \(Duration.nanoseconds(wall - ends.nanoseconds)) ago"
            }
        }
    }

    private mutating func record(_ object: SiteObject, in index: Int) {
        guard let (revision, wall, isVouched) = object.running else {
            return coordinators[index].counts[object.id] = nil
        }
        let known = coordinators[index].counts[object.id].flatMap { $0.revision == revision ? $0.boot : nil }
        coordinators[index].counts[object.id] = Count(
            revision: revision, wall: wall.nanoseconds, isVouched: isVouched, boot: known)
    }

    private mutating func check(_ index: Int, at time: Int64, bootWall: Int64, _ findings: inout Findings) {
        var moved: [(id: SiteObjectID, by: Int64)] = []
        for (id, count) in coordinators[index].counts where coordinators[index].wasVouched || !count.isVouched {
            let boot = count.wall &- bootWall
            if let known = count.boot, (boot &- known).magnitude <= UInt64(Self.tolerance) { continue }
            coordinators[index].counts[id]?.boot = boot
            if let known = count.boot { moved.append((id, boot &- known)) }
        }
        for (id, span) in moved.sorted(by: { "\($0.id)" < "\($1.id)" }) {
            findings.add(13, at: time, .coordinator(index)) {
                "the coordinator's clock was set, and \(id) counts \(Duration.nanoseconds(span)) on from where it was"
            }
        }
    }
}

extension SiteObject {
    /// Its revision, its count's start or end, and true if a vouched clock named that; `nil` if it does not run.
    fileprivate var running: (revision: Int, wall: WallTime, isVouched: Bool)? {
        switch self {
        case .timer(let definition):
            if case .running(let ends) = definition.timer.state {
                (definition.timer.revision, ends, definition.timer.isVouched)
            } else {
                nil
            }
        case .stopwatch(let stopwatch):
            if case .running(let since) = stopwatch.state {
                (stopwatch.revision, since, stopwatch.isVouched)
            } else {
                nil
            }
        case .alarm, .group, .calendar, .timetable: nil
        }
    }
}

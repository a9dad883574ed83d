// Invariant 3: a due sound is heard with broker and coordinator dead.
//
// Claimed: every quarter hour of every stretch of time in which a node runs undisturbed with a trusted clock and a
// working output is heard in its room, unless its settings say otherwise (``QuarterDuty`` has the exact terms). The
// claim ignores the network: that is the invariant.
//
// The same for every occurrence of the alarms that its document names: it rings, late if it could not in time and the
// alarm's misfire window allows it (``RingDuty``).
//
// Invariant 13 covers a missing sound after the clock was set.

internal import ClockDomain

enum DueIsHeardChecker {
    /// For this long after a clock change, a missing sound counts as its consequence.
    static let afterStep: Int64 = 86_400_000_000_000

    static func report(_ failure: QuarterDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard !failure.followsStep else { return }
        findings.add(3, at: time, .node(failure.node)) {
            "the quarter hour \(failure.target) was not heard, and nothing stood in its way since "
                + "\(TrueTime(nanoseconds: failure.undisturbedSince))"
        }
    }

    static func report(_ failure: RingDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard !failure.followsStep else { return }
        findings.add(3, at: time, .node(failure.node)) { failure.sentence }
    }
}

extension RingDuty.Failure {
    var sentence: String {
        "\(occurrence.source), due at \(occurrence.due), did not ring\(isLate ? " within its misfire window" : ""), and "
            + "nothing stood in its way since \(TrueTime(nanoseconds: undisturbedSince))"
    }
}

extension QuarterDuty.Failure {
    /// True if the clock was set under the running program not long ago.
    var followsStep: Bool {
        clockSetAt > startedAt && undisturbedSince - clockSetAt.clampedSpan < DueIsHeardChecker.afterStep
    }
}

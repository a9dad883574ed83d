// Invariant 13, in the reports: a node reports the quarter hour that it will announce next.
//
// Claimed of a report that comes over a minute after a quarter hour and four minutes before the next, too early for its
// wake, from a node that trusts a vouched clock: it names as the next announcement the first quarter hour, within two
// days, that the reported settings make audible, in its machine's zone.
//
// And claimed of every message: it passes through bytes unchanged, as far as samples show.
//
// Not claimed: for a node that follows the coordinator's clock; within a day after its clock was set, as it does not
// repeat past announcements; within two hours after a zone change or the machine's wake; within a minute after the
// program's start, or a change of the vouching; while the disk holds the program up.

internal import ClockDomain
internal import ClockWire

struct ProspectChecker: Checker {
    private static let margin: Int64 = 60_000_000_000
    private static let day: Int64 = 86_400_000_000_000
    private static let zoneSettling: Int64 = 7_200_000_000_000
    private static let quarter: Int64 = 900
    /// Two days.
    private static let quarters = 192

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        switch observation.what {
        case .codecChanged(let message, let detail):
            findings.add(11, at: time, observation.host) {
                "a message of topic \(message.topic.index) is another after its way through bytes: \(detail)"
            }
        case .published(let message):
            guard case .node(let index) = observation.host, case .reported(let report) = message.payload,
                facts.plan.nodes[index].clockSource != .coordinator
            else { return }
            check(report.wrappedValue, of: index, at: time, facts.nodes[index], &findings)
        default: break
        }
    }

    private func check(
        _ report: Reported, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        let wall = WallTime(nanoseconds: machine.clock.wall(at: time))
        let past = wall.seconds.flooredRemainder(by: Self.quarter)
        guard report.clock.trusted, machine.clock.isVouched, (60...660).contains(past),
            max(machine.startedAt, machine.clock.vouchingChangedAt).clampedSpan < time - Self.margin,
            machine.clock.setAt.clampedSpan < time - Self.day,
            max(machine.zones.changedAt, machine.wokeAt).clampedSpan < time - Self.zoneSettling,
            !machine.isHeldUp(at: time), report.zone == machine.zone.name
        else { return }
        let first = wall.seconds - past + Self.quarter
        let next = (0..<Self.quarters).lazy.map { WallTime(seconds: first + Int64($0) * Self.quarter) }.first {
            SpokenReference.isToBeHeard($0, report.settings, in: machine.zone)
        }
        guard report.next != next else { return }
        findings.add(13, at: time, .node(index)) {
            "it reports that it announces \(report.next.map { "\($0)" } ?? "nothing") next, and by its settings that is "
                + "\(next.map { "\($0)" } ?? "nothing")"
        }
    }
}

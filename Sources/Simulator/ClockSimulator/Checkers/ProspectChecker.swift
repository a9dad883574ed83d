// Invariant 13, as people see it before anything is heard: a node reports the quarter hour that it means to announce.
//
// Claimed of a report that comes over a minute after a quarter hour and four minutes before the next, when no wake for that
// can have come, of a node that trusts a clock which a time service vouches for: the next announcement that it names is the
// first quarter hour, within two days, that is to be heard by the settings that it names, in the zone that its machine is in.
//
// And claimed of every message: it is the same after its way through bytes, as far as samples tell.
//
// Not claimed: of a node that goes by the coordinator's clock; within a day after its clock was set, as what was over before
// is not announced again; within two hours after the zone was changed, or the machine woke; within a minute after the
// program started, or its time service came or went; while the disk holds the program up.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct ProspectChecker: Checker {
    private static let margin: Int64 = 60_000_000_000
    private static let day: Int64 = 86_400_000_000_000
    private static let zoneSettling: Int64 = 7_200_000_000_000
    private static let quarter: Int64 = 900
    /// Two days.
    private static let quarters = 192

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
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

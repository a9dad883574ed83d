// Invariant 5: disabled, skipped and deleted alarms never ring once the node has the document that says so.
//
// Claimed: when an alarm sounds, the document on the node's disk has it, switched on, and its instant is one of the
// schedule's by the simulator's own rules (``AlarmReference``), on a date that is not skipped, excepted or a holiday;
// and when a document that removes or switches off a ringing alarm, or has it count from another instant, comes to the
// disk, the node stops it within seconds; likewise a document that removes a ringing timer.
//
// Not claimed: within seconds after another document came to the disk (a minute with a slow disk), as the order may be
// older; the choice of a zone's edition, for a day after one edition replaced another; that skipping a date silences an
// alarm that already rings.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct SilencedAlarmChecker: Checker {
    private struct Sounding {
        var id: Int
        var occurrence: Occurrence
        /// The start of its alarm's count, by the ring on the disk.
        var countsFrom: WallTime?
        /// The true time by which it must be silent; `.max` while it may go on.
        var until: Int64
    }

    private struct Node {
        var sounding: [Sounding] = []
        /// The occurrences heard lately: a skip of the same date comes too late for them.
        var begun: [Occurrence] = []
    }

    private var nodes: [Node]
    private let zones: [TimeZoneRules]
    /// The true time by which the next sound must be silent.
    private(set) var nextJudgement = Int64.max

    private static let settling: Int64 = 10_000_000_000
    private static let silence: Int64 = 5_000_000_000
    private static let heldUp: Int64 = 60_000_000_000
    private static let zoneSettling: Int64 = 93_600_000_000_000
    private static let remembered = 64

    init(plan: SimulationPlan) {
        nodes = plan.nodes.map { _ in Node() }
        zones = plan.zones
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        if time >= nextJudgement { checkSilence(at: time, facts, &findings) }
        guard case .node(let index) = observation.host else { return }
        switch observation.what {
        case .ringHeard(let order):
            if case .alarm(let id) = order.occurrence.source {
                check(order.occurrence, id, of: index, at: time, facts, &findings)
            }
            let ring = facts.nodes[index].rings.first { $0.occurrence == order.occurrence }
            nodes[index].sounding.append(
                Sounding(id: order.id, occurrence: order.occurrence, countsFrom: ring?.countsFrom, until: .max))
            if !nodes[index].begun.contains(order.occurrence) {
                nodes[index].begun.append(order.occurrence, keeping: Self.remembered)
            }
        case .silenced(let id, _), .ringStopped(let id): nodes[index].sounding.removeAll { $0.id == id }
        case .crashed, .stopped, .nodeStarted: nodes[index].sounding = []
        case .stateStored, .stateNotStored:
            guard facts.nodes[index].documentChangedAt == time else { return }
            withdraw(index, at: time, facts)
        default: break
        }
    }

    private mutating func withdraw(_ index: Int, at time: Int64, _ facts: RunFacts) {
        let machine = facts.nodes[index]
        for place in nodes[index].sounding.indices {
            let countsFrom = nodes[index].sounding[place].countsFrom
            let isStillSet: Bool?
            switch nodes[index].sounding[place].occurrence.source {
            case .alarm(let id):
                isStillSet = machine.document?.alarms.contains { alarm in
                    alarm.id == id && alarm.isEnabled && countsFrom.map { $0 == alarm.schedule.countsFrom } ?? true
                }
            case .timer(let id): isStillSet = machine.document?.timers.contains { $0.id == id }
            }
            if isStillSet == true { continue }
            let until = time + (machine.isHeldUp(at: time) ? Self.heldUp : Self.silence)
            nodes[index].sounding[place].until = min(nodes[index].sounding[place].until, until)
            nextJudgement = min(nextJudgement, until)
        }
    }

    private mutating func checkSilence(at time: Int64, _ facts: RunFacts, _ findings: inout Findings) {
        nextJudgement = .max
        for index in nodes.indices {
            for place in nodes[index].sounding.indices {
                let sounding = nodes[index].sounding[place]
                if sounding.until <= time {
                    nodes[index].sounding[place].until = .max
                    // A sleeping machine learns nothing.
                    guard !facts.nodes[index].isAsleep else { continue }
                    findings.add(5, at: time, .node(index)) {
                        "\(sounding.occurrence.source) of \(sounding.occurrence.due) rings on, and the document on the "
                            + "disk lacks it, or has it switched off or at another time"
                    }
                } else {
                    nextJudgement = min(nextJudgement, sounding.until)
                }
            }
        }
    }

    private func check(
        _ occurrence: Occurrence, _ id: AlarmID, of index: Int, at time: Int64, _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        let machine = facts.nodes[index]
        let settling = machine.isHeldUp(at: time) ? Self.heldUp : Self.settling
        guard machine.documentChangedAt.clampedSpan < time - settling else { return }
        guard let alarm = machine.document?.alarms.first(where: { $0.id == id }) else {
            return findings.add(5, at: time, .node(index)) {
                "\(id) of \(occurrence.due) rang, and the document on the disk has no such alarm"
            }
        }
        guard alarm.isEnabled else {
            return findings.add(5, at: time, .node(index)) {
                "\(id) of \(occurrence.due) rang, and is switched off in the document on the disk"
            }
        }
        guard !nodes[index].begun.contains(occurrence) else { return }
        var dates: [CivilDate] = []
        for zone in candidates(for: alarm, machine, at: time) {
            if let date = AlarmReference.date(of: occurrence.due, alarm.schedule, in: zone) { dates.append(date) }
        }
        if dates.isEmpty {
            findings.add(5, at: time, .node(index)) { "\(id) rang for \(occurrence.due), which is not when it is due" }
        } else if dates.allSatisfy({ AlarmReference.isSilent(alarm.schedule, on: $0) }) {
            findings.add(5, at: time, .node(index)) {
                "\(id) of \(occurrence.due) rang, and its schedule leaves out \(dates[0])"
            }
        }
    }

    private func candidates(for alarm: Alarm, _ machine: NodeFacts, at time: Int64) -> [TimeZoneRules] {
        if let name = alarm.schedule.zone { return zones.filter { $0.name == name } }
        return [machine.zone] + machine.zones.ofRings.lazy.filter { $0.until > time - Self.zoneSettling }.map(\.zone)
    }
}

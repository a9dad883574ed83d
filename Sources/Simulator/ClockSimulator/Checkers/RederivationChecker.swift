// Invariant 13: a clock step or a zone change derives every due time again; what is heard has the volume that was set.
//
// Claimed, by effect: within a day after its clock was set, forward or back, a node announces the quarter hours of the
// new time, from a minute on (``QuarterDuty``); what it says is the time that its zone's clocks show at the quarter
// hour, by rules of the simulator's own; every announcement has the volume of the settings on its disk, and every ring
// that of its alarm or timer, or else of the settings, between their floor and ceiling.
//
// Not claimed: which of two zones' times is said within two hours after the zone was changed (the node looks hourly),
// nor which of two volumes is heard soon after the setting was stored: the order may have been given before.
// Nor the volume of a ring that its node's disk has not taken.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct RederivationChecker: Checker {
    /// From the storing of a document until nothing can sound by the former one: the Westminster melody of the hour begins
    /// 22 s before it.
    private static let settling: Int64 = 40_000_000_000
    private static let heldUp: Int64 = 60_000_000_000
    /// Likewise for a ring: after a minute the node gives up an output that does not begin.
    private static let ringSettling: Int64 = 120_000_000_000
    private static let zoneSettling: Int64 = 7_200_000_000_000

    init(plan: SimulationPlan) {}

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .heard(let sound): hear(sound, of: index, at: time, facts, &findings)
        case .ringHeard(let order): hear(order, of: index, at: time, facts, &findings)
        default: break
        }
    }

    /// By the ring on the disk: what rings keeps its own volume, whatever the alarm is changed to meanwhile.
    private func hear(
        _ order: RingOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard let ring = node.rings.first(where: { $0.occurrence == order.occurrence }) else { return }
        let heard = (order.volume, order.floor)
        func isSet(_ settings: NodeSettings) -> Bool {
            heard == (settings.ringVolume(ring.style.volume), settings.volumeFloor)
        }
        let isFormer = node.formerSettings.contains { $0.until > time - Self.ringSettling && isSet($0.settings) }
        guard !isSet(node.settings), !isFormer else { return }
        findings.add(13, at: time, .node(index)) {
            "\(order.occurrence.source) of \(order.occurrence.due) rings at volume \(order.volume.percent), and "
                + "\(node.settings.ringVolume(ring.style.volume).percent) is set"
        }
    }

    private func hear(
        _ sound: HeardSound, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        let settling = node.isHeldUp(at: time) ? Self.heldUp : Self.settling
        let possible = node.formerSettings.lazy.filter { $0.until > time - settling }.map(\.settings.announcementVolume)
        if sound.volume != node.settings.announcementVolume, !possible.contains(sound.volume) {
            findings.add(13, at: time, .node(index)) {
                "the announcement for \(sound.target) was heard at volume \(sound.volume.percent), and "
                    + "\(node.settings.announcementVolume.percent) is set"
            }
        }
        let said = sound.plan.spokenWords
        guard said != SpokenReference.words(for: sound.target, in: node.zone) else { return }
        for former in node.formerZones where former.until > time - Self.zoneSettling {
            if said == SpokenReference.words(for: sound.target, in: former.zone) { return }
        }
        findings.add(13, at: time, .node(index)) {
            "the announcement for \(sound.target) says \"\(said)\", and clocks of \(node.zone.name) show "
                + "\(node.zone.localTime(at: sound.target).time)"
        }
    }

    func judge(_ failure: QuarterDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard failure.followsStep else { return }
        findings.add(13, at: time, .node(failure.node)) {
            "the quarter hour \(failure.target) was not heard after the clock was set at "
                + "\(TrueTime(nanoseconds: failure.clockSetAt))"
        }
    }

    func judge(_ failure: RingDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard failure.followsStep else { return }
        findings.add(13, at: time, .node(failure.node)) { "after the clock was set: " + failure.sentence }
    }
}

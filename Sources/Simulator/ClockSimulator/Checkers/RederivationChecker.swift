// Invariant 13: a clock step or a zone change derives every due time again; what is heard has the volume that was set.
//
// Claimed, by effect: within a day after its clock was set, forward or back, a node announces the quarter hours of the
// new time, from a minute on (``QuarterDuty``); what it says is the time that its zone's clocks show at the quarter
// hour, by rules of the simulator's own; every announcement has the volume of the settings on its disk, and every ring
// that of its alarm or timer, or else of the settings, between their floor and ceiling.
//
// And claimed: what is announced at a quarter hour was not to be silent by the settings on its disk: the node is not muted,
// and what local clocks show is none of its quiet hours and one of the quarters that are asked for. Nor is it ordered while
// something has been ringing for two seconds, by what the room hears and the disk says.
//
// Not claimed: which of two zones' times is said until the node has looked which one it is in, which it does hourly: its
// report tells, where the two have different names. Nor which of two settings is heard soon after the later one was
// stored: the order may have been given before. Nor the volume of a ring that its node's disk has not taken; nor anything of
// rings while the disk holds the program up.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct RederivationChecker: Checker {
    /// From the storing of a document until nothing can sound by the former one: the Westminster melody of the hour begins
    /// 22 s before it.
    private static let settling: Int64 = 40_000_000_000
    private static let heldUp: Int64 = 60_000_000_000
    /// What is silenced before its instant is not heard at it.
    private static let silencing: Int64 = 3_000_000_000
    /// Likewise for a ring: after a minute the node gives up an output that does not begin.
    private static let ringSettling: Int64 = 120_000_000_000
    /// A node looks hourly which zone it is in.
    private static let zoneSettling: Int64 = 3_600_000_000_000
    /// While its disk holds it up.
    private static let heldUpZoneSettling: Int64 = 7_200_000_000_000

    /// By node: the zone that it last told, and since when it has told no other, true time.
    private var toldZones: [(name: String, since: Int64)]
    /// By node: what sounds, and since when.
    private var ringing: [[(id: Int, occurrence: Occurrence, since: Int64)]]

    /// What begins meanwhile was not known when an announcement was decided on.
    private static let deciding: Int64 = 2_000_000_000

    init(plan: SimulationPlan) {
        toldZones = plan.nodes.map { _ in ("", .max) }
        ringing = plan.nodes.map { _ in [] }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .heard(let sound): hear(sound, of: index, at: time, facts, &findings)
        case .ringHeard(let order):
            hear(order, of: index, at: time, facts, &findings)
            ringing[index].append((order.id, order.occurrence, time))
        case .silenced(let id, _): ringing[index].removeAll { $0.id == id }
        case .crashed, .stopped: ringing[index] = []
        case .playOrdered(let order): checkRings(order, of: index, at: time, facts, &findings)
        case .published(let message):
            guard case .reported(let report) = message.payload, report.wrappedValue.zone != toldZones[index].name else {
                return
            }
            toldZones[index] = (report.wrappedValue.zone, time)
        default: break
        }
    }

    /// By the ring on the disk: what rings keeps its own volume, whatever the alarm is changed to meanwhile.
    private func hear(
        _ order: RingOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard let ring = node.rings.first(where: { $0.occurrence == order.occurrence }) else { return }
        func isSet(_ settings: NodeSettings) -> Bool {
            order.volume.percent == SpokenReference.ringVolume(settings, asked: ring.style.volume)
                && order.floor == settings.volumeFloor
        }
        let isFormer = node.formerSettings.contains { $0.until > time - Self.ringSettling && isSet($0.settings) }
        guard !isSet(node.settings), !isFormer else { return }
        findings.add(13, at: time, .node(index)) {
            "\(order.occurrence.source) of \(order.occurrence.due) rings at volume \(order.volume.percent), and "
                + "\(SpokenReference.ringVolume(node.settings, asked: ring.style.volume)) is set"
        }
    }

    private func hear(
        _ sound: HeardSound, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        let settling = node.isHeldUp(at: time) ? Self.heldUp : Self.settling
        let possible = [node.settings] + node.formerSettings.lazy.filter { $0.until > time - settling }.map(\.settings)
        if !possible.contains(where: { sound.volume.percent == SpokenReference.announcementVolume($0) }) {
            findings.add(13, at: time, .node(index)) {
                "the announcement for \(sound.target) was heard at volume \(sound.volume.percent), and "
                    + "\(SpokenReference.announcementVolume(node.settings)) is set"
            }
        }
        let zones = possibleZones(of: index, at: time, settling, facts)
        checkAudible(sound, of: index, at: time, zones, facts, &findings)
        checkFigures(sound, of: index, at: time, possible, zones, facts, &findings)
        let said = sound.plan.spokenWords
        guard !zones.contains(where: { said == SpokenReference.words(for: sound.target, in: $0) }) else { return }
        findings.add(13, at: time, .node(index)) {
            "the announcement for \(sound.target) says \"\(said)\", and clocks of \(node.zone.name) show "
                + "\(node.zone.localTime(at: sound.target).time)"
        }
    }

    /// The zone that the node is in, and those before it that it may still go by.
    private func possibleZones(
        of index: Int, at time: Int64, _ settling: Int64, _ facts: RunFacts
    ) -> [TimeZoneRules] {
        let node = facts.nodes[index]
        let told = toldZones[index]
        let zoneSettling = node.isHeldUp(at: time) ? Self.heldUpZoneSettling : Self.zoneSettling
        let former = node.zones.former.lazy.filter { former in
            if told.name == node.zone.name, told.name != former.zone.name, told.since >= former.until,
                told.since < time - settling
            {
                return false
            }
            return max(former.until, node.wokeAt) > time - zoneSettling - settling
        }
        return [node.zone] + former.map(\.zone)
    }

    /// What is heard must have been to be heard, by one of the settings and zones that it may have gone by.
    private func checkAudible(
        _ sound: HeardSound, of index: Int, at time: Int64, _ zones: [TimeZoneRules], _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard facts.isQuarterHour(sound.target), !node.output.isStuck,
            node.output.unstuckAt.clampedSpan < time - Self.settling
        else { return }
        // What has not reached its instant is taken back.
        let settling = node.isHeldUp(at: time) ? Self.heldUp : Self.silencing
        var possible = [node.settings]
        for former in node.formerSettings where former.until > time - settling { possible.append(former.settings) }
        for settings in possible {
            if zones.contains(where: { SpokenReference.isToBeHeard(sound.target, settings, in: $0) }) { return }
        }
        findings.add(13, at: time, .node(index)) {
            "the quarter hour \(sound.target) was announced, and by the settings it is to be silent"
        }
    }

    /// A quarter hour gives way to what rings.
    private func checkRings(
        _ order: PlayOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard !ringing[index].isEmpty, facts.isQuarterHour(order.target), !node.isHeldUp(at: time),
            !node.disk.lastSaveFailed
        else { return }
        let first = ringing[index].first { sound in
            sound.since < time - Self.deciding
                && node.rings.contains { ring in
                    guard ring.occurrence == sound.occurrence, case .ringing = ring.phase else { return false }
                    return true
                }
        }
        guard let first else { return }
        findings.add(13, at: time, .node(index)) {
            "the announcement for \(order.target) was ordered while \(first.occurrence.source) of "
                + "\(first.occurrence.due) rings"
        }
    }

    /// What is struck is by the chime that is set: all of it, or what of it comes from the instant on. It is left out where
    /// something rings, or is about to.
    private func checkFigures(
        _ sound: HeardSound, of index: Int, at time: Int64, _ possible: [NodeSettings], _ zones: [TimeZoneRules],
        _ facts: RunFacts, _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard facts.isQuarterHour(sound.target), node.rings.isEmpty, node.timers.isEmpty,
            node.document.map({ $0.alarms.isEmpty && $0.timers.isEmpty }) ?? true, !node.isHeldUp(at: time)
        else { return }
        let struck = sound.plan.clips.filter { if case .time = $0 { false } else { true } }
        for settings in possible {
            for zone in zones {
                let figures = SpokenReference.figures(for: sound.target, settings.chime, in: zone)
                if struck == figures || (figures.count == 2 && struck == Array(figures.suffix(1))) { return }
            }
        }
        findings.add(13, at: time, .node(index)) {
            "the announcement for \(sound.target) strikes \(struck), and the chime \(node.settings.chime.rawValue) is set"
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

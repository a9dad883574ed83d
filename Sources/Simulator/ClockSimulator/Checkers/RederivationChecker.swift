// Invariant 13: a clock step or a zone change derives every due time again; a sound has the volume that was set.
//
// Claimed, by effect: within a day after its clock was set, forward or back, a node announces the quarter hours of the
// new time, from a minute on (``QuarterDuty``); it says the time that its zone's clocks show at the quarter hour, by
// the simulator's own rules; every announcement has the volume of the settings on its disk, and every ring that of its
// alarm or timer, or else of the settings, between their floor and ceiling.
//
// And claimed: the settings on the disk allow each announced quarter hour: the node is not muted, and the time on local
// clocks is outside its quiet hours and at one of the selected quarters. Nor does the node order an announcement while
// something has been ringing for two seconds, by the sounds in the room and the state on the disk.
//
// Not claimed: the choice between two zones' times until the node has checked its zone, which it does hourly: its
// report shows the result, if the two have different names. Nor the choice between two settings soon after the later
// one was stored: the order may be older. Nor the volume of a ring that its node's disk has not stored; nor anything of
// rings while the disk holds the program up.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct RederivationChecker: Checker {
    /// The time from the storing of a document until no sound can follow the former one: the Westminster melody of the
    /// hour begins 22 s before it.
    private static let settling: Int64 = 40_000_000_000
    private static let heldUp: Int64 = 60_000_000_000
    /// A sound silenced before its instant is not heard at it.
    private static let silencing: Int64 = 3_000_000_000
    /// Likewise for a ring: after a minute the node gives up an output that does not begin.
    private static let ringSettling: Int64 = 120_000_000_000
    /// A node checks its zone hourly.
    private static let zoneSettling: Int64 = 3_600_000_000_000
    /// While its disk holds it up.
    private static let heldUpZoneSettling: Int64 = 7_200_000_000_000

    /// By node: the zone that it last reported, and the true time since which it has reported no other.
    private var toldZones: [(name: String, since: Int64)]
    /// By node: the rings that sound, each with its beginning.
    private var ringing: [[(id: Int, occurrence: Occurrence, since: Int64)]]

    /// Rings that began within this time were unknown when the node decided on an announcement.
    private static let deciding: Int64 = 2_000_000_000

    init(plan: SimulationPlan) {
        toldZones = plan.nodes.map { _ in ("", .max) }
        ringing = plan.nodes.map { _ in [] }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .heard(let sound): check(sound, of: index, at: time, facts, &findings)
        case .ringHeard(let order):
            check(order, of: index, at: time, facts, &findings)
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

    /// Compares with the ring on the disk: a ring keeps its own volume through later changes of the alarm.
    private func check(_ order: RingOrder, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings)
    {
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

    private func check(
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

    /// The node's zone, and former zones that it may still use.
    private func possibleZones(of index: Int, at time: Int64, _ settling: Int64, _ facts: RunFacts) -> [TimeZoneRules] {
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

    /// Checks that an announcement was audible by one of the settings and zones that the node may have used.
    private func checkAudible(
        _ sound: HeardSound, of index: Int, at time: Int64, _ zones: [TimeZoneRules], _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        let node = facts.nodes[index]
        guard facts.isQuarterHour(sound.target), !node.output.isStuck,
            node.output.unstuckAt.clampedSpan < time - Self.settling
        else { return }
        // The node cancels a sound that has not reached its instant.
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

    /// Checks that a quarter hour gives way to a ring.
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

    /// Checks that the strokes match the chime: all of it, or the part from the instant on. Skipped if something rings,
    /// or soon will.
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

    func report(_ failure: QuarterDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard failure.followsStep else { return }
        findings.add(13, at: time, .node(failure.node)) {
            "the quarter hour \(failure.target) was not heard after the clock was set at "
                + "\(TrueTime(nanoseconds: failure.clockSetAt))"
        }
    }

    func report(_ failure: RingDuty.Failure, at time: Int64, _ findings: inout Findings) {
        guard failure.followsStep else { return }
        findings.add(13, at: time, .node(failure.node)) { "after the clock was set: " + failure.sentence }
    }
}

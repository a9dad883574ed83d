import ClockDomain
import ClockWire

@testable import ClockNodeCore

/// Watches the rings of a node in a random life, and knows which ones must never happen.
struct RingOracle {
    /// The faults found since the last call of ``takeFindings()``.
    private(set) var findings: [String] = []

    private var lines: [Occurrence: RingRecord] = [:]
    /// Stopped while they rang, with everything on a disk that works.
    private var stopped: Set<Occurrence> = []
    private var seenRings = 0
    /// Each timer's revision and its end on this boot's clock.
    private var timerEnds: [TimerID: (revision: Int, end: BootTime)] = [:]
    private var document: Desired?
    /// Since when the same alarms have been obeyed without a crash, a step of the clock or doubt about it.
    private var since: WallTime?

    mutating func takeFindings() -> [String] {
        defer { findings = [] }
        return findings
    }

    /// The clock, the zone or the program is another one now.
    mutating func loseTrack() { since = nil }
    mutating func reboot() {
        timerEnds = [:]
        since = nil
    }

    mutating func noteStop(_ occurrence: Occurrence) { stopped.insert(occurrence) }

    /// - Parameter isDurable: true when the disk never loses anything.
    mutating func look(at node: NodeDriver, isDurable: Bool) {
        checkLines(node, isDurable: isDurable)
        checkSounds(node, isDurable: isDurable)
        checkTimers(node)
        checkAccounts(node)
    }

    private mutating func checkLines(_ node: NodeDriver, isDurable: Bool) {
        for line in node.saved.ledger.pending.compactMap(\.ring) {
            if let known = lines[line.occurrence], known != line, isDurable {
                findings.append("two lines of \(line.occurrence): \(known) and \(line)")
            }
            lines[line.occurrence] = line
        }
        for ring in node.state.rings where node.state.alarms.decided.contains(ring.occurrence) {
            findings.append("\(ring.occurrence) has its line and still rings")
        }
    }

    /// No two sounds of one occurrence, none longer than its limit, none of a stopped one.
    private mutating func checkSounds(_ node: NodeDriver, isDurable: Bool) {
        let new = node.rings[seenRings...]
        seenRings = node.rings.count
        for ring in new where isDurable && stopped.contains(ring.order.occurrence) {
            findings.append("\(ring.order.occurrence) was stopped and rang again")
        }
        var sounding: Set<Occurrence> = []
        for ring in node.rings.suffix(50) where ring.until == nil {
            if !sounding.insert(ring.order.occurrence).inserted {
                findings.append("\(ring.order.occurrence) has two sounds")
            }
            guard let from = ring.from, let style = node.style(of: ring.order.occurrence) else {
                if ring.from != nil { findings.append("\(ring.order.occurrence) sounds and is not in the book") }
                continue
            }
            if node.now.boot - from.boot > .minutes(style.limitMinutes) + .seconds(1) {
                findings.append("\(ring.order.occurrence) has rung for \(node.now.boot - from.boot)")
            }
        }
    }

    /// Within a boot the end of a timer's revision never moves once it is on the disk.
    private mutating func checkTimers(_ node: NodeDriver) {
        for timer in node.saved.timers where node.saved.bootID == node.state.bootID {
            guard case .running(let ends, _) = timer.phase, let end = ends.boot else { continue }
            if let known = timerEnds[timer.id], known.revision == timer.revision, known.end != end {
                findings.append("\(timer.id) of revision \(timer.revision) ends at \(end), not \(known.end)")
            }
            timerEnds[timer.id] = (timer.revision, end)
        }
    }

    /// In a stretch of certainty everything due has a line or rings.
    private mutating func checkAccounts(_ node: NodeDriver) {
        guard node.trustsClock() else { return since = nil }
        guard node.state.desired == document, let since else {
            document = node.state.desired
            self.since = node.now.wall
            return
        }
        let settled = node.now.wall - .seconds(10)
        guard settled > since else { return }
        for alarm in document?.alarms ?? [] where alarm.isEnabled && alarm.schedule.zone == nil {
            for due in alarm.schedule.occurrences(after: since, through: settled, zone: .utc) {
                let occurrence = Occurrence(source: .alarm(alarm.id), due: due.due)
                let isSpent = node.state.alarms.spent.contains(SpentAlarm(alarm))
                if !node.core.node.isHandled(occurrence), !isSpent {
                    findings.append("\(node.now.wall): nothing became of \(occurrence)")
                }
            }
        }
        self.since = max(since, settled - .seconds(1))
    }
}

extension NodeDriver {
    func style(of occurrence: Occurrence) -> RingStyle? {
        core.node.book.entries.first { $0.ring.occurrence == occurrence }?.ring.style
    }
}

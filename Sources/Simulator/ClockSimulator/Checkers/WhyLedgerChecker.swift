// Invariant 9: every quarter hour and every occurrence of every node ends in exactly one line.
//
// Claimed of the store at the end of the run:
// - it has exactly one line for every quarter hour of every known node from the first one after it learned of the node
//   until the last minutes, as far back as the store keeps history; `absent` lines count;
// - each announcement or ring in a room has a line that the node itself wrote; each announcement or ring that such a
//   line records was heard; so was the time on request that a line records as played, at its instant, or with the
//   quarter hour if the line says so;
// - every occurrence that came due on a running node with a vouched clock has a line, at the latest four hours later
//   (``RingDuty`` lists the due ones); a sleeping node must have learned of it.
//
// Not claimed:
// - that a heard quarter hour has the node's own line, if the node's disk was restored, damaged or full at the end of
//   the program before the line was committed, if more lines waited than a node keeps, or if the output was stuck, and
//   continued a sound that the node had cancelled;
// - that a ring has the node's own line if the clock was set back to before its due time;
// - that a quarter hour outside the run was heard: a wrong clock's;
// - the choice between two machines with one id; nor, with two coordinators, that both stores have the line;
// - with a second store, that the store of a coordinator whose clock leapt has absent lines: it may have no node of its
//   own to confirm that clock.

internal import ClockCoordinatorCore
internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct WhyLedgerChecker: Checker {
    private struct Hearing {
        var target: WallTime
        var at: Int64
    }

    private struct Node {
        /// The last orders to play a sound that have their line.
        var soundOrders: [(id: String, at: Int64)] = []
        /// The last instants whose time was said.
        var saidTimes: [WallTime] = []
        /// Heard, and not yet committed.
        var open: [Hearing] = []
        /// By quarter hour of the run: true if it was heard.
        var heard: [Bool]
        /// By quarter hour of the run: true if the node's line is in a store. A node whose disk and clock were set back
        /// together announces a quarter hour again, and writes the same line.
        var written: [Bool]
        var forgotAt = Int64.min
        /// Occurrences that rang here or came due here, and have no line in a store yet.
        var openRings: [OpenRing] = []
        /// Occurrences that were heard here lately.
        var heardRings: [Occurrence] = []
        /// Occurrences whose lines were committed lately.
        var closedRings: [Occurrence] = []
    }

    private struct OpenRing {
        var occurrence: Occurrence
        /// The true time at which it came due or was last heard.
        var at: Int64
        /// It was heard: the line must be the node's own.
        var wasHeard: Bool
        /// The machine has slept since it came due, so the program does not know of it.
        var isSleptOver = false
    }

    private var nodes: [Node]
    private let machines: [NodeID: Int]
    private let retention: Int64
    private let quarters: RunQuarters
    /// By coordinator and node: the true time at which it last learned of the node.
    private var knownSince: [[NodeID: Int64]]
    private let hasSecondStore: Bool
    /// By coordinator: true if its clock ever moved by over a day.
    private var hasLeapt: [Bool]

    /// Younger than this at the end, a line may still be on its way.
    private static let settling: Int64 = 180_000_000_000
    /// The coordinator waits for three hours for an occurrence of a node that is online; a ring with its snoozes may
    /// last as long.
    private static let ringSettling: Int64 = 14_400_000_000_000
    /// Hundreds of alarms may end at once, when a clock is set.
    private static let rememberedRings = 512
    private static let rememberedSounds = 64
    /// A quarter hour that says the time in place of an order is no further from it.
    private static let quarterReach: Duration = .seconds(90)
    private static let outputCalm: Int64 = 90_000_000_000

    init(plan: SimulationPlan) {
        let quarters = RunQuarters(plan: plan)
        nodes = plan.nodes.map { _ in
            Node(
                heard: [Bool](repeating: false, count: quarters.count),
                written: [Bool](repeating: false, count: quarters.count))
        }
        self.quarters = quarters
        machines = Dictionary(plan.nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        retention = plan.coordinators.map(\.retention.nanoseconds).min() ?? 0
        knownSince = plan.coordinators.map { _ in [:] }
        hasSecondStore = plan.coordinators.contains(where: \.hasOwnName)
        hasLeapt = plan.coordinators.map { _ in false }
    }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        let time = observation.at.nanoseconds
        switch (observation.host, observation.what) {
        case (.node(let index), .heard(let sound)):
            nodes[index].saidTimes.append(sound.target, keeping: Self.rememberedSounds)
            // Also if somebody has requested the time at that very instant.
            let quarter = quarters.index(of: sound.target)
            if let quarter { nodes[index].heard[quarter] = true }
            guard facts.isQuarterHour(sound.target) else { return }
            if let quarter, nodes[index].written[quarter] { return }
            guard !facts.nodes[index].isShared, !facts.nodes[index].output.isStuck else { return }
            nodes[index].open.append(Hearing(target: sound.target, at: time))
            if nodes[index].open.count >= NodeState.maximumPending { nodes[index].open.removeFirst() }
        case (.node(let index), .ringHeard(let order)), (.node(let index), .ringCutShort(let order)):
            guard !facts.nodes[index].isShared else { return }
            open(order.occurrence, of: index, at: time, wasHeard: true)
            guard !nodes[index].heardRings.contains(order.occurrence) else { return }
            nodes[index].heardRings.append(order.occurrence, keeping: Self.rememberedRings)
        case (.node(let index), .stateStored):
            for entry in facts.freshEntries {
                if case .ring(let record) = entry.event { check(record, of: index, at: time, facts, &findings) }
                if case .sound(let record) = entry.event { check(record, of: index, at: time, facts, &findings) }
                guard case .quarter(let record) = entry.event, record.outcome == .announced,
                    let quarter = quarters.index(of: record.target), !nodes[index].heard[quarter]
                else { continue }
                findings.add(9, at: time, .node(index)) {
                    "the quarter hour \(record.target) is recorded as announced, and nobody heard it"
                }
            }
        case (.node(let index), .clockSet):
            // By the new clock it is in the future. It rings again, unless somebody changes the alarm first.
            let wall = facts.nodes[index].clock.wall(at: time)
            for place in nodes[index].openRings.indices
            where nodes[index].openRings[place].occurrence.due.nanoseconds > wall {
                nodes[index].openRings[place].wasHeard = false
            }
        case (.node(let index), .resumed):
            for place in nodes[index].openRings.indices { nodes[index].openRings[place].isSleptOver = false }
        case (.node(let index), .crashed):
            // After its start the program checks the due alarms again, by its documents then.
            nodes[index].openRings.removeAll(where: \.isSleptOver)
        case (.node(let index), _):
            // Lines that were not committed when the disk forgot are lost.
            guard facts.nodes[index].disk.forgotAt > nodes[index].forgotAt else { return }
            nodes[index].forgotAt = facts.nodes[index].disk.forgotAt
            nodes[index].open = []
            nodes[index].openRings = []
        case (.coordinator(let index), .clockSet(let step)): if step.magnitude > .hours(24) { hasLeapt[index] = true }
        case (.coordinator(let index), .committed(let operations)):
            for operation in operations { apply(operation, of: index, at: time) }
        case (.coordinator(let index), .coordinatorStarted(let stored)):
            let known = Set(stored.nodes.map(\.definition.id))
            knownSince[index] = knownSince[index].filter { known.contains($0.key) }
            for node in known where knownSince[index][node] == nil { knownSince[index][node] = time }
        default: break
        }
    }

    /// Checks that an order to play has one line, which claims only sounds that were heard.
    private mutating func check(
        _ record: SoundRecord, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        let isAgain = nodes[index].soundOrders.contains {
            $0.id == record.order && $0.at > facts.nodes[index].disk.forgotAt
        }
        nodes[index].soundOrders.append((record.order, time), keeping: Self.rememberedSounds)
        // An emergency has a label, and a checker of its own.
        if record.sound == nil, record.label.isEmpty, record.outcome == .played, !facts.nodes[index].isShared {
            // A quarter hour in its place gives it that reason, or that of a fallback tone.
            let mayBeQuarter = record.reason == .quarterHour || record.reason == .fallbackTone
            let reach = mayBeQuarter ? Self.quarterReach : .zero
            // The coordinator's clock, which names the target, may differ: a quarter hour in its place is just over.
            let isOver = WallTime(nanoseconds: facts.nodes[index].clock.wall(at: time))
            let isSaid = nodes[index].saidTimes.contains {
                ($0 - record.target).magnitude <= reach || mayBeQuarter && (isOver - $0).magnitude <= Self.quarterReach
            }
            if !isSaid {
                findings.add(9, at: time, .node(index)) {
                    "the time on request at \(record.target) is recorded as played, and nobody heard it"
                }
            }
        }
        guard isAgain, !facts.nodes[index].isShared else { return }
        findings.add(9, at: time, .node(index)) { "the order \(record.order) to play a sound has two lines" }
    }

    private func check(
        _ record: RingRecord, of index: Int, at time: Int64, _ facts: RunFacts, _ findings: inout Findings
    ) {
        checkFailed(record, of: index, at: time, facts.nodes[index], &findings)
        guard record.outcome == .rang, !facts.nodes[index].isShared,
            !nodes[index].heardRings.contains(record.occurrence)
        else { return }
        findings.add(9, at: time, .node(index)) {
            "\(record.occurrence.source), due at \(record.occurrence.due), is recorded as rung (\(record.reason.rawValue)), "
                + "and nobody heard it"
        }
    }

    /// Checks that no ring fails whose output worked for a minute: a node retries it every ten seconds.
    private func checkFailed(
        _ record: RingRecord, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        guard record.outcome == .failed, record.rangAt == nil, record.snoozes == 0,
            machine.isUndisturbed(for: Self.outputCalm, until: time),
            // A disk that refused writes has the line long after the end.
            machine.disk.saveFailedAt.clampedSpan < time - Self.outputCalm,
            !machine.output.wasCrowded(since: time - Self.outputCalm),
            record.endedAt - record.occurrence.due > .nanoseconds(Self.outputCalm)
        else { return }
        findings.add(3, at: time, .node(index)) {
            "\(record.occurrence.source), due at \(record.occurrence.due), is recorded as failed "
                + "(\(record.reason.rawValue)), and the output works since \(TrueTime(nanoseconds: machine.disturbedAt))"
        }
    }

    private mutating func apply(_ operation: StoreOperation, of coordinator: Int, at time: Int64) {
        switch operation {
        case .saveDefinition(let definition):
            if knownSince[coordinator][definition.id] == nil {
                // If the clock is ahead, the node is new at a future time.
                knownSince[coordinator][definition.id] = max(time, definition.firstSeen.nanoseconds)
            }
        case .forget(let id):
            knownSince[coordinator][id] = nil
            guard let node = machines[id] else { return }
            nodes[node].open = []
            nodes[node].openRings = []
            for quarter in nodes[node].written.indices { nodes[node].written[quarter] = false }
        case .appendLedger(let id, _, let entries, _):
            guard let node = machines[id] else { return }
            for entry in entries {
                switch entry.event {
                case .quarter(let record):
                    if let quarter = quarters.index(of: record.target) { nodes[node].written[quarter] = true }
                    guard let place = nodes[node].open.firstIndex(where: { $0.target == record.target }) else {
                        continue
                    }
                    nodes[node].open.remove(at: place)
                case .ring(let record): close(record.occurrence, of: node, isOfNode: true)
                case .sound, .unknown: break
                }
            }
        case .closeRings(let absences, _):
            for absence in absences {
                if let node = machines[absence.node] { close(absence.record.occurrence, of: node, isOfNode: false) }
            }
        default: break
        }
    }

    /// Opens an occurrence that came due on a node, possibly during its machine's sleep.
    mutating func await(_ occurrence: Occurrence, of index: Int, at time: Int64, isAsleep: Bool) {
        open(occurrence, of: index, at: time, wasHeard: false, isSleptOver: isAsleep)
    }

    private mutating func open(
        _ occurrence: Occurrence, of index: Int, at time: Int64, wasHeard: Bool, isSleptOver: Bool = false
    ) {
        if !wasHeard, nodes[index].closedRings.contains(occurrence) { return }
        if let place = nodes[index].openRings.firstIndex(where: { $0.occurrence == occurrence }) {
            nodes[index].openRings[place].at = time
            if wasHeard { nodes[index].openRings[place].wasHeard = true }
        } else {
            nodes[index].openRings.append(
                OpenRing(occurrence: occurrence, at: time, wasHeard: wasHeard, isSleptOver: isSleptOver),
                keeping: NodeState.maximumPending)
        }
    }

    private mutating func close(_ occurrence: Occurrence, of index: Int, isOfNode: Bool) {
        nodes[index].openRings.removeAll { $0.occurrence == occurrence && (isOfNode || !$0.wasHeard) }
        nodes[index].closedRings.append(occurrence, keeping: Self.rememberedRings)
    }

    mutating func finish(_ end: RunEnd, _ facts: RunFacts, _ findings: inout Findings) {
        for index in nodes.indices {
            for hearing in nodes[index].open where hearing.at < end.at - Self.settling {
                findings.add(9, at: end.at, .node(index)) {
                    "the quarter hour \(hearing.target) was heard at \(TrueTime(nanoseconds: hearing.at)), and the "
                        + "node's line for it has not come to the store"
                }
            }
        }
        for index in nodes.indices {
            for ring in nodes[index].openRings where ring.at < end.at - Self.ringSettling {
                // It may be snoozed again and again, or ring for hours.
                if facts.nodes[index].rings.contains(where: { $0.occurrence == ring.occurrence }) { continue }
                findings.add(9, at: end.at, .node(index)) {
                    "\(ring.occurrence.source), due at \(ring.occurrence.due), \(ring.wasHeard ? "rang" : "came due") at "
                        + "\(TrueTime(nanoseconds: ring.at)) and has no line in the store"
                }
            }
        }
        for coordinator in end.histories.indices { checkLines(of: coordinator, end, &findings) }
    }

    private func checkLines(of coordinator: Int, _ end: RunEnd, _ findings: inout Findings) {
        let lines = end.histories[coordinator]
        for (newer, older) in zip(lines, lines.dropFirst()) where newer.cursor == older.cursor {
            findings.add(9, at: end.at, .coordinator(coordinator)) {
                "the store has two lines of node \(newer.cursor.node) for \(newer.cursor.target)"
            }
        }
        guard !hasSecondStore || !hasLeapt[coordinator] else { return }
        let last = quarters.index(atOrAfter: end.at - Self.settling)
        for (node, since) in knownSince[coordinator].sorted(by: { $0.key < $1.key }) {
            // A day more than it keeps, because it is purged once a day.
            let first = quarters.index(atOrAfter: max(since + 1, end.at - retention + 86_400_000_000_000))
            guard first < last else { continue }
            var isThere = [Bool](repeating: false, count: last)
            for line in lines where line.cursor.node == node {
                guard line.outcome != nil, let index = quarters.index(of: line.cursor.target), index < last
                else { continue }
                isThere[index] = true
            }
            for index in first..<last where !isThere[index] {
                findings.add(9, at: end.at, .coordinator(coordinator)) {
                    "the store has no line of node \(node) for the quarter hour \(quarters.target(index))"
                }
            }
        }
    }
}

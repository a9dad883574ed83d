// Invariant 14: no node checks its clock or asks for the time without end.
//
// Claimed for one quarter hour: a node with a steady voucher checks its clock at most once for each second of the
// watched stretch before the sound, with its lead-in and the longest melody; one without a voucher, at most once for
// each second of its wake's budget. Each document that it applies meanwhile allows one more check, and another voice or
// a clock change a few more.
//
// And claimed of ten minutes in which a node is connected, awake and undisturbed: it asks for the time at most as often
// as its pauses allow (a node with a voucher lengthens them from 64 s on; one that follows the coordinator's clock asks
// 32 times before each sound, and more rarely between), and a few times more for each other setting of the
// coordinator's clock; with several coordinators, every few seconds.
//
// Not claimed: for a wake that a disk held up, or a node whose clock was set meanwhile.

internal import ClockDomain
internal import ClockWire

struct PaceChecker: Checker {
    private struct Node {
        /// The true time since which time exchanges are counted.
        var since = Int64.min
        var questions = 0
        let isFollower: Bool
        /// The longest budget of the last wakes, seconds.
        var budget = 0
        /// Documents that it has applied since its last quarter hour.
        var documents = 0
        /// Other settings of the coordinator's clock while time exchanges are counted.
        var settings = 0
    }

    private var nodes: [Node]

    private static let window: Int64 = 600_000_000_000
    /// The burst of a connection, 600 s in pauses of 64 s, and as many again for causes that start them over.
    private static let vouchedQuestions = 40
    /// 16 a second for the first one, then e times as long for each 24; three sounds and some on request.
    private static let followersQuestions = 1_500
    /// A pause of 3 s without an answer.
    private static let otherQuestions = 300
    /// 13 s, a lead-in of 4 and a melody of 22.
    private static let vouchedLooks = 39
    private static let spareLooks = 20
    /// A burst, and the question before its answer.
    private static let questionsOfSetting = 5
    /// No node keeps a wake longer.
    private static let longestWake: Int64 = 600_000_000_000

    init(plan: SimulationPlan) { nodes = plan.nodes.map { Node(isFollower: $0.clockSource == .coordinator) } }

    mutating func observe(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return countSetting(observation.what) }
        let time = observation.at.nanoseconds
        switch observation.what {
        case .delivered(let message):
            guard case .wake(let wake) = message.payload else { return }
            nodes[index].budget = max(nodes[index].budget, wake.budgetMilliseconds / 1_000)
        case .stateNotStored: countDocument(of: index, at: time, facts)
        case .stateStored:
            countDocument(of: index, at: time, facts)
            for entry in facts.freshEntries {
                if case .quarter(let record) = entry.event {
                    checkLooks(record, of: index, at: time, facts.nodes[index], &findings)
                }
            }
        default: break
        }
    }

    private mutating func countDocument(of index: Int, at time: Int64, _ facts: RunFacts) {
        if facts.nodes[index].documentChangedAt == time { nodes[index].documents += 1 }
    }

    private mutating func checkLooks(
        _ record: QuarterRecord, of index: Int, at time: Int64, _ machine: NodeFacts, _ findings: inout Findings
    ) {
        let documents = nodes[index].documents
        nodes[index].documents = 0
        guard let trips = record.trips else { return }
        // A disk that refused writes meanwhile stores it late, possibly after a clock change.
        guard (machine.clock.wall(at: time) - record.target.nanoseconds).magnitude < UInt64(Self.longestWake) else {
            return
        }
        let budget = nodes[index].budget
        nodes[index].budget = 0
        guard !machine.isHeldUp(at: time), machine.clock.setAt.clampedSpan < time - Self.longestWake else { return }
        let isVouched = machine.clock.isVouched && machine.clock.vouchingChangedAt.clampedSpan < time - Self.longestWake
        let seconds = isVouched ? Self.vouchedLooks : max(budget, 30 + Self.vouchedLooks)
        let limit = Self.spareLooks + documents + seconds
        guard trips > limit else { return }
        findings.add(14, at: time, .node(index)) {
            "the node looked at its clock \(trips) times for the quarter hour \(record.target), and \(limit) are enough"
        }
    }

    /// A coordinator starts, or its clock is set: the documents name another setting.
    private mutating func countSetting(_ what: borrowing Observation.What) {
        switch what {
        case .coordinatorStarted, .clockSet: break
        default: return
        }
        for index in nodes.indices { nodes[index].settings += 1 }
    }

    /// Counts a node's question for the time. Separate from the rest, as there are so many.
    mutating func countQuestion(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        let machine = facts.nodes[index]
        let calmSince = max(machine.disturbedAt, machine.connectedAt)
        if calmSince > nodes[index].since {
            (nodes[index].since, nodes[index].questions, nodes[index].settings) = (time, 0, 0)
        }
        nodes[index].questions += 1
        guard time - nodes[index].since >= Self.window else { return }
        let (questions, settings) = (nodes[index].questions, nodes[index].settings)
        (nodes[index].since, nodes[index].questions, nodes[index].settings) = (time, 0, 0)
        // The documents of several coordinators name the settings of several clocks in turn.
        let isVouched = machine.clock.isVouched && facts.plan.coordinators.count == 1
        let limit =
            if nodes[index].isFollower { Self.followersQuestions } else {
                (isVouched ? Self.vouchedQuestions : Self.otherQuestions) + settings * Self.questionsOfSetting
            }
        guard questions > limit else { return }
        findings.add(14, at: time, .node(index)) {
            "the node asked for the time \(questions) times in ten minutes, and \(limit) are enough"
        }
    }
}

// Invariant 14: nothing is looked at or asked for without end.
//
// Claimed: a node that a time service has vouched for all the while looks at its clock no more often, for one quarter hour,
// than once for each second of the stretch before the sound that it watches, with its lead-in and the longest melody; one
// that nothing vouches for, no more often than once for each second of its wake's budget. A look for each document that it
// comes to obey meanwhile comes on top, and a few more, as another voice or a set clock have it look once more.
//
// And claimed of ten minutes in which a node is connected, awake and not disturbed: it asks for the time so often at most
// as its pauses allow (a node that a time service vouches for lengthens them from 64 s on; one that follows the
// coordinator's clock asks 32 times before each sound, and more rarely between).
//
// Not claimed: of a wake that a disk held up, or a node whose clock was set meanwhile.

internal import ClockDomain
internal import ClockNodeCore
internal import ClockWire

struct PaceChecker: Checker {
    private struct Node {
        /// Since when time exchanges are counted, true time.
        var since = Int64.min
        var questions = 0
        let isFollower: Bool
        /// The longest budget of the last wakes, seconds.
        var budget = 0
        /// Documents that it has come to obey since its last quarter hour.
        var documents = 0
    }

    private var nodes: [Node]

    private static let window: Int64 = 600_000_000_000
    /// The burst of a connection, 600 s in pauses of 64 s, and as many again for what starts them over.
    private static let vouchedQuestions = 40
    /// 16 a second for the first one, then e times as long for each 24; three sounds and some that somebody asks for.
    private static let followersQuestions = 1_500
    /// A pause of 3 s while nobody answers.
    private static let otherQuestions = 300
    /// 13 s, a lead-in of 4 and a melody of 22.
    private static let vouchedLooks = 39
    private static let spareLooks = 20
    /// No wake is kept longer.
    private static let longestWake: Int64 = 600_000_000_000

    init(plan: SimulationPlan) {
        nodes = plan.nodes.map { Node(isFollower: $0.clockSource == .coordinator) }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
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
        // A disk that took nothing meanwhile has it late, when the clock may be another.
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

    /// The node asks what time it is. Apart from all else, as there are so many.
    mutating func countQuestion(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard case .node(let index) = observation.host else { return }
        let time = observation.at.nanoseconds
        let machine = facts.nodes[index]
        let calmSince = max(machine.disturbedAt, machine.connectedAt)
        if calmSince > nodes[index].since {
            nodes[index].since = time
            nodes[index].questions = 0
        }
        nodes[index].questions += 1
        guard time - nodes[index].since >= Self.window else { return }
        let questions = nodes[index].questions
        nodes[index].since = time
        nodes[index].questions = 0
        let limit =
            if nodes[index].isFollower {
                Self.followersQuestions
            } else {
                machine.clock.isVouched ? Self.vouchedQuestions : Self.otherQuestions
            }
        guard questions > limit else { return }
        findings.add(14, at: time, .node(index)) {
            "the node asked for the time \(questions) times in ten minutes, and \(limit) are enough"
        }
    }
}

// Invariant 1 where there are several brokers: what was stopped at one is silent in rooms at another.
//
// Claimed: an action upon a ring that the coordinator has heard at one broker comes, within a minute, to every node that is
// connected to another one, if node and coordinator were connected there all the while and nothing befell either.
//
// Not claimed: of what the coordinator has heard before, since it was started; with two coordinators, or two machines under
// one id.

internal import ClockDomain
internal import ClockWire

struct BridgeChecker: Checker {
    private let isClaimed: Bool
    /// By node and broker.
    private var nodes: [[Fortune]]
    /// By node: at which broker it is.
    private var places: [Int]
    /// By broker.
    private var coordinator: [Fortune]
    /// The actions that are to come to nodes, in the order in which the coordinator heard them.
    private var carried: [(action: RingAction, broker: Int, at: Int64, nodes: Set<Int>)] = []
    /// Those that the coordinator has heard.
    private var heard: Set<String> = []

    private static let patience: Int64 = 60_000_000_000

    init(plan: SimulationPlan) {
        isClaimed = plan.coordinators.count == 1 && plan.brokers.count > 1
        nodes = plan.nodes.map { _ in plan.brokers.map { _ in Fortune() } }
        places = plan.nodes.map { _ in 0 }
        coordinator = plan.brokers.map { _ in Fortune() }
    }

    mutating func see(_ observation: borrowing Observation, _ facts: RunFacts, _ findings: inout Findings) {
        guard isClaimed else { return }
        let time = observation.at.nanoseconds
        while let first = carried.first, first.at + Self.patience < time {
            judge(first, at: time, facts, &findings)
            carried.removeFirst()
        }
        switch observation.host {
        case .node(let index):
            nodes[index].see(observation, facts.plan)
            switch observation.what {
            case .connected: places[index] = observation.broker
            case .delivered(let message):
                guard case .ringAction(let action) = message.payload else { return }
                for place in carried.indices where carried[place].action.id == action.id {
                    carried[place].nodes.insert(index)
                }
            default: break
            }
        case .coordinator:
            coordinator.see(observation, facts.plan)
            switch observation.what {
            case .coordinatorStarted: heard = []
            case .delivered(let message):
                guard case .ringAction(let action) = message.payload, heard.insert(action.id).inserted else { return }
                carried.append((action, observation.broker, time, []))
            default: break
            }
        case .client, .broker: break
        }
    }

    private func judge(
        _ carried: (action: RingAction, broker: Int, at: Int64, nodes: Set<Int>), at time: Int64, _ facts: RunFacts,
        _ findings: inout Findings
    ) {
        for index in nodes.indices where !carried.nodes.contains(index) && places[index] != carried.broker {
            guard nodes[index][places[index]].isSteady(since: carried.at),
                coordinator[places[index]].isSteady(since: carried.at),
                !facts.nodes[index].isShared
            else { continue }
            findings.add(1, at: time, .node(index)) {
                "it is at broker \(places[index]), and was not told of the \(carried.action.kind.rawValue) of "
                    + "\(carried.action.occurrence.source) that the coordinator heard at broker \(carried.broker) at "
                    + "\(TrueTime(nanoseconds: carried.at))"
            }
        }
    }
}

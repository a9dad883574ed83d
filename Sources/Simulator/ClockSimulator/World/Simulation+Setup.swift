internal import ClockDomain
internal import ClockWire

extension Simulation {
    /// Room for a fleet's documents; the coordinator's daemon requests the same of its client.
    private static let coordinatorQueue = 10_000
    private static let clientQueue = 1_000

    mutating func addMachines(_ names: Topics) {
        var numbers: [NodeID: Int] = [:]
        for (index, node) in plan.nodes.enumerated() {
            let own = topics.of(node.id)
            let number = numbers[node.id] ?? numbers.count
            numbers[node.id] = number
            machines.append(
                machine(
                    .node(index), node.clock, boots: node.bootLength, startsAfter: node.startsAfter, number: number,
                    will: message(.availability(.offline), of: node.id, own), filters: names.nodeFilters(node.id)))
            nodes.append(
                NodeHost(
                    plan: node, topics: own,
                    disk: NodeDisk(
                        node.disk, state: node.state, random: SplitMix64(seed: plan.seed, machine: index, .disk)),
                    output: Output(node.output, random: SplitMix64(seed: plan.seed, machine: index, .output)),
                    zone: node.zone, names: SplitMix64(seed: plan.seed, machine: index, .names)))
        }
        let coordinatorNumber = numbers.count
        let firstOwnNumber = coordinatorNumber + 1 + plan.clients.count
        // A single coordinator receives only its own words, which mean nothing to it.
        let filters =
            plan.coordinators.contains(where: \.hasOwnName)
            ? names.coordinatorFilters
            : names.coordinatorFilters.filter { $0 == names.emergency || !names.coordinatorStateFilters.contains($0) }
        for (index, coordinator) in plan.coordinators.enumerated() {
            machines.append(
                machine(
                    .coordinator(index), coordinator.clock, boots: coordinator.bootLength,
                    startsAfter: coordinator.startsAfter,
                    number: coordinator.hasOwnName ? firstOwnNumber + index : coordinatorNumber,
                    will: message(.availability(.offline)), filters: filters))
            coordinators.append(CoordinatorHost(plan: coordinator))
        }
        for index in plan.clients.indices {
            machines.append(
                machine(
                    .client(index), ClockPlan(), boots: .zero, startsAfter: .zero,
                    number: coordinatorNumber + 1 + index, will: nil,
                    filters: [names.reply(client: Self.clientName(index))]
                        + (watchesRings(index) ? plan.nodes.map { names.reported($0.id) } : [])))
        }
        addPorts()
    }

    /// The number of client identifiers at the broker: one for each node's name, one that the coordinators share, one
    /// for each client, and one for each coordinator with a name of its own.
    static func clientNumbers(_ plan: SimulationPlan) -> Int {
        Set(plan.nodes.map(\.id)).count + 1 + plan.clients.count + plan.coordinators.count
    }

    /// Adds one for each machine, in their order.
    private mutating func addPorts() {
        for machine in machines.indices {
            func random(_ purpose: SplitMix64.Purpose) -> SplitMix64 {
                SplitMix64(seed: plan.seed, machine: machine, purpose)
            }
            let isCoordinator = if case .coordinator = machines[machine].host { true } else { false }
            let client = ClientModel(
                random: random(.client), capacity: isCoordinator ? Self.coordinatorQueue : Self.clientQueue)
            ports.append(
                Port(
                    client: client, link: Link(plannedLink(of: machine)),
                    outward: LinkDirection(random: random(.outward)),
                    homeward: LinkDirection(random: random(.homeward))))
        }
    }

    func plannedLink(of machine: Int) -> LinkPlan {
        let own =
            switch machines[machine].host {
            case .node(let index): plan.nodes[index].link
            case .coordinator(let index): plan.coordinators[index].link
            case .client(let index): plan.clients[index].link
            case .broker: nil as LinkPlan?
            }
        return own ?? plan.network
    }

    /// True if somebody stops or snoozes something at this client, which then follows the nodes' reports.
    private func watchesRings(_ client: Int) -> Bool {
        plan.people.contains { request in
            switch request.what {
            case .ask, .tidy, .prolong, .pause, .resume, .emergency, .endEmergency: false
            case .ring, .silence, .amend, .forestall: request.client == client
            }
        }
    }

    private func machine(
        _ host: Host, _ clock: ClockPlan, boots: Duration, startsAfter: Duration, number: Int, will: Message?,
        filters: [String]
    ) -> Machine {
        let index = machines.count
        return Machine(
            host: host, clockPlan: clock, bootLength: boots.nanoseconds, startsAfter: startsAfter,
            wakeUpLatency: clock.wakeUpLatency.nanoseconds, clientNumber: number, will: will,
            random: SplitMix64(seed: plan.seed, machine: index, .machine),
            clock: MachineClock(at: time, wall: 0, rate: 0), drift: Int64(clock.driftPPB),
            filters: filters.map(TopicFilter.init))
    }

    mutating func schedulePlan() {
        for index in machines.indices {
            switch machines[index].host {
            case .node, .coordinator:
                let starts = min(plan.start + machines[index].startsAfter, plan.healsAt)
                heap.push(.init(starts.nanoseconds, .powersOn, machine: index))
            case .client(let client):
                machines[index].isOn = true
                machines[index].program.start()
                if watchesRings(client) { startClient(index) }
            case .broker: break
            }
        }
        var planned: [EventHeap.Entry] = []
        for (index, fault) in plan.faults.enumerated() where fault.start < plan.healsAt {
            planned.append(.init(max(fault.start, plan.start).nanoseconds, .faultBegins, machine: -1, a: Int32(index)))
            if let end = fault.end, end < plan.healsAt {
                planned.append(.init(max(end, fault.start).nanoseconds, .faultEnds, machine: -1, a: Int32(index)))
            }
        }
        for (index, request) in plan.people.enumerated() where request.at >= plan.start && request.at < plan.end {
            planned.append(.init(request.at.nanoseconds, .personActs, machine: -1, a: Int32(index)))
        }
        // Stable: entries of one instant keep the plan's order.
        planned.sort { $0.time < $1.time }
        heap.plan(planned)
        heap.push(.init(plan.healsAt.nanoseconds, .heals, machine: -1))
        scheduleSave(after: plan.start)
    }

    static func clientName(_ index: Int) -> String { "client-\(index)" }

    // MARK: Machines of hosts

    func coordinatorMachine(_ index: Int) -> Int { nodes.count + index }
    func clientMachine(_ index: Int) -> Int { nodes.count + coordinators.count + index }

    /// The machine of a host; `nil` for the broker, and for a number that the plan does not have.
    func machine(of host: Host) -> Int? {
        switch host {
        case .node(let index): nodes.indices.contains(index) ? index : nil
        case .coordinator(let index): coordinators.indices.contains(index) ? coordinatorMachine(index) : nil
        case .client(let index): plan.clients.indices.contains(index) ? clientMachine(index) : nil
        case .broker: nil
        }
    }
}

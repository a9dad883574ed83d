internal import ClockDomain
internal import ClockWire

extension Simulation {
    /// Room for a fleet's documents, as the coordinator's daemon asks of its client.
    private static let coordinatorQueue = 10_000
    private static let clientQueue = 1_000

    mutating func addMachines(_ names: Topics) {
        var numbers: [NodeID: Int] = [:]
        for (index, node) in plan.nodes.enumerated() {
            let own = nodeTopics[node.id] ?? NodeTopics(node.id, names, &topics)
            nodeTopics[node.id] = own
            let number = numbers[node.id] ?? numbers.count
            numbers[node.id] = number
            machines.append(
                machine(
                    .node(index), node.clock, node.link, boots: node.bootLength, startsAfter: node.startsAfter,
                    number: number,
                    will: message(.availability(.offline), of: node.id, own),
                    filters: names.nodeFilters(node.id), queue: Self.clientQueue))
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
        // One that is alone hears its own wakes only, which mean nothing to it.
        let filters =
            plan.coordinators.contains(where: \.hasOwnName)
            ? names.coordinatorFilters : names.coordinatorFilters.filter { $0 != names.wake }
        for (index, coordinator) in plan.coordinators.enumerated() {
            machines.append(
                machine(
                    .coordinator(index), coordinator.clock, coordinator.link, boots: coordinator.bootLength,
                    startsAfter: coordinator.startsAfter,
                    number: coordinator.hasOwnName ? firstOwnNumber + index : coordinatorNumber,
                    will: message(.availability(.offline)),
                    filters: filters, queue: Self.coordinatorQueue))
            coordinators.append(CoordinatorHost(plan: coordinator))
        }
        for (index, client) in plan.clients.enumerated() {
            machines.append(
                machine(
                    .client(index), ClockPlan(), client.link, boots: .zero, startsAfter: .zero,
                    number: coordinatorNumber + 1 + index, will: nil,
                    filters: [names.reply(client: Self.clientName(index))]
                        + (watchesRings(index) ? plan.nodes.map { names.reported($0.id) } : []),
                    queue: Self.clientQueue))
        }
        brokerEnds = Array(repeating: (-1, 0), count: firstOwnNumber + plan.coordinators.count)
    }

    /// Whether somebody stops or snoozes something at this client, which then follows what the nodes report.
    private func watchesRings(_ client: Int) -> Bool {
        plan.people.contains { request in
            switch request.what {
            case .ask, .tidy, .prolong, .pause, .resume: false
            case .ring, .silence, .amend, .forestall: request.client == client
            }
        }
    }

    private func machine(
        _ host: Host, _ clock: ClockPlan, _ link: LinkPlan?, boots: Duration, startsAfter: Duration, number: Int,
        will: Message?, filters: [String], queue: Int
    ) -> Machine {
        let index = machines.count
        func random(_ purpose: SplitMix64.Purpose) -> SplitMix64 {
            SplitMix64(seed: plan.seed, machine: index, purpose)
        }
        return Machine(
            host: host, clockPlan: clock, plannedLink: link ?? plan.network, bootLength: boots.nanoseconds,
            startsAfter: startsAfter, wakeUpLatency: clock.wakeUpLatency.nanoseconds, random: random(.machine),
            clock: MachineClock(at: time, wall: 0, rate: 0),
            drift: Int64(clock.driftPPB), clientNumber: number, will: will, filters: filters.map(TopicFilter.init),
            client: ClientModel(random: random(.client), capacity: queue), link: Link(link ?? plan.network),
            outward: LinkDirection(random: random(.outward)), homeward: LinkDirection(random: random(.homeward)))
    }

    mutating func schedulePlan() {
        for index in machines.indices {
            switch machines[index].host {
            case .node, .coordinator:
                let starts = min(plan.start + machines[index].startsAfter, plan.healsAt)
                heap.push(.init(starts.nanoseconds, .powersOn, machine: index))
            case .client(let client):
                machines[index].isOn = true
                machines[index].isRunning = true
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
        // Stable: at one instant they come in the plan's order.
        planned.sort { $0.time < $1.time }
        self.planned = planned.reversed()
        scheduleNextPlanned()
        heap.push(.init(plan.healsAt.nanoseconds, .heals, machine: -1))
        heap.push(.init((plan.start + plan.broker.autosaveInterval).nanoseconds, .brokerSaves, machine: -1))
    }

    /// One at a time: a heap of all that is planned for a week is deep.
    mutating func scheduleNextPlanned() {
        if let entry = planned.popLast() { heap.push(entry) }
    }

    static func clientName(_ index: Int) -> String { "client-\(index)" }

    // MARK: Who is who

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

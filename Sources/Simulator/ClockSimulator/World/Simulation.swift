public import ClockCoordinatorCore
public import ClockDomain
public import ClockNodeCore
internal import ClockWire

/// A site on virtual time.
///
///     var simulation = Simulation(plan: plan)
///     simulation.run(observer: checkers)
///
/// A run has a faulty phase (``SimulationPlan/length``). Then everything heals: every fault ends, stopped hosts start,
/// disks and outputs work, clocks are set right and vouched for. Then ``SimulationPlan/convergence`` passes. Nothing
/// sleeps: time jumps from one event to the next.
public struct Simulation {
    public let plan: SimulationPlan
    public var mutations = Mutations()

    /// Deliberate errors that prove a checker's alertness. Empty in a run that counts.
    public struct Mutations {
        /// Changes the effects of a node's core before the shell performs them.
        public var node: ((_ node: Int, NodeCore.Event, Now, [NodeCore.Effect]) -> [NodeCore.Effect])?
        /// As ``node``, for coordinators.
        public var coordinator:
            ((_ coordinator: Int, CoordinatorEvent, Now, [CoordinatorEffect]) -> [CoordinatorEffect])?
        /// True if the database that two coordinators share accepts commits of both, and neither ends.
        public var ignoresLease = false
    }

    /// The numbers of a run so far.
    public struct Counts: Hashable, Sendable {
        /// Events of the whole world.
        public var events = 0
        /// Events that cores handled.
        public var handled = 0
        /// Effects that shells performed.
        public var effects = 0
        /// Messages that programs sent.
        public var published = 0
        /// Messages that arrived at programs.
        public var delivered = 0
        /// Messages that passed through the codec.
        public var encoded = 0

        public init() {}
    }

    public internal(set) var counts = Counts()
    /// True time, nanoseconds.
    var time: Int64
    /// ``SimulationPlan/end``; stored, as it is a sum that each appointment needs.
    let end: Int64
    var heap = EventHeap()
    /// Nodes, then coordinators, then clients.
    var machines: [Machine] = []
    var nodes: [NodeHost] = []
    var coordinators: [CoordinatorHost] = []
    let sharesStore: Bool
    var isHealed = false

    // MARK: Network and broker

    /// The machines' ways to the broker, in their order.
    var ports: [Port] = []
    var broker: BrokerHost

    var topics: TopicTable
    let wakeTopic: TopicID
    let coordinatorTopic: TopicID
    let changeTopic: TopicID
    var parcels = ParcelPool()
    var codecRandom: SplitMix64

    // MARK: People and the observer

    var requests: OpenRequests
    var audience = Audience(NoObserver())

    /// - Parameter plan: with at least one zone; hosts, zones and clients that it names by number exist.
    public init(plan: SimulationPlan) {
        self.plan = plan
        sharesStore = plan.sharesStore
        time = plan.start.nanoseconds
        end = plan.end.nanoseconds
        topics = TopicTable(site: plan.site)
        let names = Topics(site: plan.site)
        wakeTopic = topics.id(of: names.wake)
        coordinatorTopic = topics.id(of: names.coordinatorAvailability)
        changeTopic = topics.id(of: names.change)
        codecRandom = SplitMix64(seed: plan.seed, machine: -1, .codec)
        requests = OpenRequests(count: plan.people.count)
        broker = BrokerHost(plan.broker, clients: Self.clientNumbers(plan))
        addMachines(names)
        schedulePlan()
    }

    public var now: TrueTime { TrueTime(nanoseconds: time) }

    // MARK: Running

    public mutating func run(observer: any SimulationObserver) { run(observer: observer, until: plan.end) }

    /// Runs on until `limit`, or the end of the plan, so that the caller can show progress or inspect the state.
    public mutating func run(observer: any SimulationObserver, until limit: TrueTime) {
        audience = Audience(observer)
        let limit = min(limit.nanoseconds, end)
        guard time < end else { return }
        if time == plan.start.nanoseconds { report(.broker, nil, .phase(.faulty)) }
        while let entry = heap.pop(upTo: limit) {
            time = entry.time
            counts.events += 1
            dispatch(entry)
        }
        time = limit
        if limit == end { report(.broker, nil, .phase(.over)) }
    }

    private mutating func dispatch(_ entry: EventHeap.Entry) {
        let machine = Int(entry.machine)
        switch entry.kind {
        case .faultBegins:
            heap.pushNextPlanned()
            beginFault(Int(entry.a))
        case .faultEnds:
            heap.pushNextPlanned()
            endFault(Int(entry.a))
        case .personActs:
            heap.pushNextPlanned()
            act(Int(entry.a))
        case .requestTimesOut: timeOut(Int(entry.a), client: machine)
        case .heals: heal()
        case .brokerSaves: saveBroker()
        case .parcelAtBroker: arriveAtBroker(entry.a, from: machine)
        case .linkReleases: releaseClogged(machine, generation: entry.a, isOutward: entry.b == 0)
        case .keepAliveAtBroker: expireAtBroker(machine, doubt: entry.a)
        case .brokerPumps: pump(machine)
        case .heldProgramMayStart: releaseProgram(machine)
        case .heldPowerMayReturn: releasePower(machine)
        case .powersOn: powerOn(machine)
        case .programStarts, .timer, .timeServiceSynchronises, .slewEnds, .diskDone, .commitDone,
            .storeRead, .storeChecked, .leaseAnswered, .soundStarts, .soundAnchors, .soundEnds, .soundAnswers,
            .probeAnswers, .parcelAtHost, .linkGivesUp, .connects, .connectTimesOut, .keepAliveAtHost, .clientPumps:
            dispatchUnlessAsleep(entry, machine)
        }
    }

    @inline(__always) private mutating func dispatchUnlessAsleep(_ entry: EventHeap.Entry, _ machine: Int) {
        if machines[machine].isSuspended { machines[machine].sleep.wait(entry) } else { dispatchOnMachine(entry) }
    }

    /// Handles an event of a machine that is awake.
    mutating func dispatchOnMachine(_ entry: EventHeap.Entry) {
        let machine = Int(entry.machine)
        switch entry.kind {
        case .parcelAtHost: arriveAtHost(entry.a, machine)
        case .timer: fireTimers(machine, appointment: entry.a)
        case .diskDone: if entry.a == machines[machine].program.incarnation { finishWrite(machine) }
        case .commitDone: if entry.a == machines[machine].program.incarnation { finishCommit(machine) }
        case .storeRead: if entry.a == machines[machine].program.incarnation { finishRead(machine) }
        case .storeChecked: if entry.a == machines[machine].program.incarnation { finishCheck(machine) }
        case .leaseAnswered: if entry.a == machines[machine].program.incarnation { hearLeaseAnswer(machine) }
        case .soundStarts: if entry.b == machines[machine].program.incarnation { startSound(machine, entry.a) }
        case .soundAnchors: if entry.b == machines[machine].program.incarnation { anchorSound(machine, entry.a) }
        case .soundEnds: if entry.b == machines[machine].program.incarnation { endSound(machine, entry.a) }
        case .soundAnswers: if entry.b == machines[machine].program.incarnation { answerSound(machine, entry.a) }
        case .probeAnswers: if entry.b == machines[machine].program.incarnation { answerProbe(machine) }
        case .programStarts: startProgram(machine, boot: entry.a)
        case .timeServiceSynchronises: synchronise(machine, service: entry.a)
        case .slewEnds: endSlew(machine, service: entry.a)
        case .linkGivesUp: giveUp(machine, connection: entry.a)
        case .connects: beginConnecting(machine, connection: entry.a, incarnation: entry.b)
        case .connectTimesOut: timeOutConnecting(machine, connection: entry.a, incarnation: entry.b)
        case .keepAliveAtHost: expireAtHost(machine, doubt: entry.a)
        case .clientPumps: pumpClient(machine)
        case .faultBegins, .faultEnds, .personActs, .requestTimesOut, .heals, .brokerSaves, .parcelAtBroker,
            .linkReleases, .keepAliveAtBroker, .brokerPumps, .heldProgramMayStart, .heldPowerMayReturn, .powersOn:
            preconditionFailure("\(entry.kind) is not a machine's own")
        }
    }

    /// Schedules an event of a machine's present program: void, once that has ended.
    mutating func appoint(_ kind: EventHeap.Kind, of machine: Int, at time: Int64) {
        heap.push(.init(time, kind, machine: machine, a: machines[machine].program.incarnation))
    }

    /// The same of its sound or answer with this number.
    mutating func appoint(_ kind: EventHeap.Kind, _ number: Int32, of machine: Int, at time: Int64) {
        heap.push(.init(time, kind, machine: machine, a: number, b: machines[machine].program.incarnation))
    }

    // MARK: Observations

    // Mutating, because any other call would first copy the whole simulation.

    mutating func report(_ host: Host, _ clock: Now?, _ what: consuming Observation.What) {
        audience.observer.observe(Observation(at: now, host: host, clock: clock, what: what))
    }

    /// Reports an observation of a machine, with its clocks if they run.
    mutating func report(_ machine: Int, _ what: consuming Observation.What) {
        report(machines[machine].host, shownClock(machine), what)
    }

    @inline(__always)
    mutating func report(_ machine: Int, _ interest: Interests, _ what: @autoclosure () -> Observation.What) {
        if audience.wants(interest) { report(machine, what()) }
    }

    // MARK: The state at the end

    /// The state on a node's disk, as a start would find it; `nil` for no file, or an unreadable one.
    public func nodeState(_ node: Int) -> NodeState? { nodes[node].disk.state }

    /// A coordinator's store. Reading it disturbs nothing.
    public func store(_ coordinator: Int) -> any CoordinatorStore {
        // A machine that was never switched on has an empty one.
        coordinators[storeOwner(coordinator)].disk?.store ?? MemoryStore(storeID: "0000000000000000")
    }

    /// The name of a topic, `clock/v1/home/wake`.
    public func name(of topic: TopicID) -> String { topics.name(of: topic) }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// A random life of a site's definitions: changes of all kinds, sense and nonsense, on a store that takes them, fails,
/// or is cut off. Beside it, a simple model knows only the answers and the published messages.
struct DefinitionsLife {
    private static let names = ["attic", "bedroom", "kitchen", "office"].map { NodeID($0)! }
    private static let groupNames = ["all", "upstairs"].map { GroupID($0)! }

    private var random: SplitMix64
    private let store = MemoryStore(storeID: "00112233aabbccdd")
    private var core: CoordinatorCore
    private var now = Now(
        wall: instant("2026-11-21T12:00:00Z"), boot: BootTime(nanoseconds: 1_000_000_000_000),
        sync: CoreHarness.synchronised)
    private var underWay: (id: CommitID, operations: [StoreOperation])?
    private var zones: [String] = []

    // The model: the contents of answers and published messages.
    private var objects: [String: DefinedObject] = [:]
    private var lastNumber = 0
    private var givenIDs: Set<String> = []
    private var revisions: [NodeID: Int] = [:]
    private var documents: [NodeID: Desired] = [:]
    private var sequences: [NodeID: Int] = [:]
    private var requests = 0
    private(set) var answered = 0
    private(set) var refused = 0
    private(set) var failed = 0
    private(set) var restarts = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        core = CoordinatorCore(settings: DefinitionsLife.settings, stored: DefinitionsLife.load(store), at: now)
    }

    private static let settings = CoordinatorSettings(
        site: SiteID("home")!, version: "1", broker: "b", storePath: "/store")

    private static func load(_ store: MemoryStore) -> StoredState {
        do { return try store.load() } catch { preconditionFailure("\(error)") }
    }

    mutating func run(steps: Int) {
        send(.started)
        send(.brokerConnected)
        send(.reportsConnected)
        for node in Self.names {
            send(.availability(node, .online))
            send(.reported(node, reported()))
        }
        for _ in 0..<steps { step() }
        // Everything heals.
        for _ in 0..<20 {
            pass(.seconds(70))
            finishCommit(succeeds: true)
            answerZones()
        }
        compareWithStore()
    }

    private mutating func step() {
        pass(.milliseconds(Int(draw(30_000))))
        switch draw(20) {
        case 0..<9: request()
        case 9..<14: finishCommit(succeeds: true)
        case 14: finishCommit(succeeds: draw(3) != 0)
        case 15: answerZones()
        case 16, 17: ring()
        case 18: if draw(6) == 0 { restart() }
        default:
            let step = Duration.seconds(Int(draw(7_200)) - 3_600)
            if draw(4) == 0 {
                now.wall = now.wall + step
                send(.clockSet)
            }
        }
    }

    // MARK: What happens

    private mutating func pass(_ time: Duration) {
        now.wall = now.wall + time
        now.boot = now.boot + time
        while let next = timers.filter({ isDue($0.value.deadline) }).min(by: {
            $0.value.token.generation < $1.value.token.generation
        }) {
            timers[next.key] = nil
            send(.timer(next.value.token))
        }
    }

    private var timers: [CoordinatorTimer: (token: TimerToken<CoordinatorTimer>, deadline: Deadline)] = [:]

    private func isDue(_ deadline: Deadline) -> Bool {
        switch deadline {
        case .wall(let wall): wall <= now.wall
        case .boot(let boot): boot <= now.boot
        }
    }

    private mutating func finishCommit(succeeds: Bool) {
        guard let (id, operations) = underWay else { return }
        underWay = nil
        if succeeds {
            do { send(.committed(id, try store.commit(operations))) } catch { preconditionFailure("\(error)") }
            compareWithSchedule()
        } else {
            send(.commitFailed(id, reason: "no space"))
        }
    }

    private mutating func answerZones() {
        let names = zones
        zones = []
        for name in names { send(.zone(name, name == "Europe/Berlin" ? berlin : nil)) }
    }

    /// The program is killed: decisions without a commit are gone, commits without an answer are there.
    private mutating func restart() {
        restarts += 1
        if let (_, operations) = underWay, draw(2) == 0 {
            do { _ = try store.commit(operations) } catch { preconditionFailure("\(error)") }
        }
        underWay = nil
        zones = []
        timers = [:]
        let state = DefinitionsLife.load(store)
        // Nobody learnt of these, and the store has them all the same: the model learns them from the store.
        #expect(state.numbers.lastChange >= lastNumber, "an event was told and its number is not in the store")
        if state.numbers.lastChange == lastNumber { compareWithStore() }
        lastNumber = state.numbers.lastChange
        objects = Dictionary(uniqueKeysWithValues: state.objects.map { (key(defined($0)), defined($0)) })
        for key in objects.keys { givenIDs.insert(key) }
        core = CoordinatorCore(settings: Self.settings, stored: state, at: now)
        send(.started)
        send(.brokerConnected)
        send(.reportsConnected)
        for node in Self.names {
            send(.availability(node, .online))
            send(.reported(node, reported()))
        }
    }

    private mutating func ring() {
        let node = pick(Self.names)
        let definitions = objects.values.sorted { key($0) < key($1) }
        guard !definitions.isEmpty else { return }
        let occurrence: Occurrence
        switch pick(definitions) {
        case .alarm(let definition):
            guard let due = definition.alarm.schedule.next(after: definition.alarm.schedule.countsFrom, zone: berlin)
            else { return }
            occurrence = Occurrence(source: .alarm(definition.alarm.id), due: due.due)
        case .timer(let definition):
            guard case .running(let ends) = definition.timer.state else { return }
            occurrence = Occurrence(source: .timer(definition.timer.id), due: ends)
        case .stopwatch, .group, .holidays, .timetable, .node: return
        }
        let sequence = sequences[node, default: 0] + 1
        let entry = LedgerEntry(sequence: sequence, at: now.wall, event: .ring(stopped(occurrence)))
        send(.ledger(node, LedgerBatch(epoch: "e", oldest: 1, entries: [entry])))
    }

    private mutating func request() {
        requests += 1
        let changes = (0...Int(draw(3))).map { _ in change() }
        send(
            .request(
                RequestOrigin(requests), CoordinatorRequest(ChangeRequest(changes: changes))))
    }

    private mutating func send(_ event: CoordinatorEvent) {
        for effect in core.handle(event, at: now) { look(at: effect) }
    }

    // MARK: What is told

    private mutating func look(at effect: CoordinatorEffect) {
        switch effect {
        case .commit(let id, let operations):
            #expect(underWay == nil, "two commits at a time")
            underWay = (id, operations)
        case .loadZone(let name): zones.append(name)
        case .setTimer(let token, let deadline): timers[token.kind] = (token, deadline)
        case .cancelTimer(let token): timers[token.kind] = nil
        case .publish(.change(let event)): hear(event)
        case .publish(.desired(let node, let desired)):
            #expect(desired.revision >= revisions[node, default: 0], "the revision of \(node) goes back")
            revisions[node] = desired.revision
            documents[node] = desired
        case .publish(.acked(let node, let acked)): sequences[node] = acked.sequence
        case .reply(_, let answer):
            if let error = answer.failure {
                if error.code == .storeFailed { failed += 1 } else { refused += 1 }
            }
            guard let result = answer.value as? ChangeResult else { break }
            answered += 1
            for event in result.events { #expect(event.number <= lastNumber, "answered before it was told") }
        default: break
        }
    }

    private mutating func hear(_ event: ChangeEvent) {
        #expect(event.number == lastNumber + 1)
        lastNumber = event.number
        guard let object = event.new ?? event.old else {
            Issue.record("an event of nothing")
            return
        }
        let key = key(object)
        #expect(objects[key] == event.old, "event \(event.number) does not tell \(key) as it was")
        #expect(event.old != event.new)
        if event.old == nil, object.hasGivenID {
            #expect(givenIDs.insert(key).inserted, "\(key) was given twice")
        }
        objects[key] = event.new
    }

    // MARK: What is compared

    private mutating func compareWithSchedule() {
        var copy = core
        let request = CoordinatorEvent.request(CoreHarness.origin, CoordinatorRequest(ScheduleRequest()))
        for case let page as SchedulePage in copy.handle(request, at: now).results {
            let told =
                page.alarms.map(DefinedObject.alarm) + page.timers.map(DefinedObject.timer)
                + page.stopwatches.map(DefinedObject.stopwatch) + page.groups.map(DefinedObject.group)
                + page.holidays.map(DefinedObject.holidays)
            #expect(Dictionary(uniqueKeysWithValues: told.map { (key($0), $0) }) == objects)
        }
        for node in Self.names { compareDocument(of: node) }
    }

    private func compareDocument(of node: NodeID) {
        guard let document = documents[node] else { return }
        func names(_ targets: RingTargets) -> Bool {
            targets.nodes.contains(node)
                || targets.groups.contains { id in
                    if case .group(let group) = objects["group \(id)"] { group.nodes.contains(node) } else { false }
                }
        }
        var alarms: [AlarmID: Int] = [:]
        var timers: [TimerID: CountdownState] = [:]
        for object in objects.values {
            switch object {
            case .alarm(let definition) where names(definition.targets):
                alarms[definition.alarm.id] = definition.alarm.revision
            case .timer(let definition) where names(definition.targets):
                timers[definition.timer.id] = definition.timer.state
            default: break
            }
        }
        #expect(Dictionary(uniqueKeysWithValues: document.alarms.map { ($0.id, $0.revision) }) == alarms, "\(node)")
        #expect(Dictionary(uniqueKeysWithValues: document.timers.map { ($0.id, $0.state) }) == timers, "\(node)")
        #expect(document.alarms.map(\.id) == document.alarms.map(\.id).sorted())
    }

    private func compareWithStore() {
        let stored = DefinitionsLife.load(store).objects.map(defined)
        #expect(Dictionary(uniqueKeysWithValues: stored.map { (key($0), $0) }) == objects)
    }

    private func defined(_ object: SiteObject) -> DefinedObject {
        switch object {
        case .alarm(let definition): .alarm(definition)
        case .timer(let definition): .timer(definition)
        case .stopwatch(let stopwatch): .stopwatch(stopwatch)
        case .group(let group): .group(group)
        case .calendar(let calendar): .holidays(calendar)
        case .timetable(let timetable): .timetable(timetable)
        }
    }

    private func key(_ object: DefinedObject) -> String {
        switch object {
        case .alarm(let definition): definition.alarm.id.description
        case .timer(let definition): definition.timer.id.description
        case .stopwatch(let stopwatch): stopwatch.id.description
        case .group(let group): "group \(group.id)"
        case .holidays(let calendar): "holidays \(calendar.name)"
        case .timetable(let timetable): "timetable \(timetable.name)"
        case .node(let id, _, _, _): "node \(id)"
        }
    }
}

extension DefinitionsLife {
    private mutating func draw(_ bound: UInt64) -> UInt64 { random.next() % bound }
    private mutating func pick<Element>(_ array: [Element]) -> Element { array[Int(draw(UInt64(array.count)))] }

    /// One of those that are likely to be there.
    private mutating func id<ID: NumberedID>(_ kind: ID.Type) -> ID {
        let ids = givenIDs.compactMap { ID($0) }.sorted().suffix(6)
        return ids.isEmpty || draw(10) == 0 ? ID(number: 1 + Int(draw(40)))! : pick(Array(ids))
    }

    private mutating func targets() -> RingTargets {
        let nodes = (0..<Int(draw(3))).map { _ in draw(12) == 0 ? NodeID("nobody")! : pick(Self.names) }
        let groups = draw(3) == 0 ? [pick(Self.groupNames)] : []
        return RingTargets(nodes: nodes, groups: groups)
    }

    private mutating func someDraft() -> AlarmDraft {
        let repetition: [AlarmSchedule.Repetition] = [
            .once, .weekly(.everyDay), .weekly(WeekdaySet([.saturday])), .onDate(date("2026-11-22")),
        ]
        return AlarmDraft(
            label: "\(draw(100))", isEnabled: draw(4) != 0,
            schedule: AlarmSchedule(
                time: LocalTime(hour: Int(draw(24)), minute: Int(draw(60)))!, repetition: pick(repetition),
                zone: pick([nil, nil, "Europe/Berlin", "No/Where"]), countsFrom: WallTime(nanoseconds: 0)),
            ring: .alarm, misfire: .standard, targets: targets(), holidays: draw(4) == 0 ? "de" : nil)
    }

    private mutating func change() -> Change {
        switch draw(20) {
        case 0..<5: return .addAlarm(someDraft())
        case 5..<8:
            let id = id(AlarmID.self)
            var revision = Int(draw(4))
            if case .alarm(let definition) = objects[id.description], draw(5) != 0 {
                revision = definition.alarm.revision
            }
            return .editAlarm(id, revision: revision, someDraft())
        case 8: return .removeAlarm(id(AlarmID.self))
        case 9, 10:
            return .startTimer(name: "t", seconds: Int(draw(400)), targets: targets(), ring: .timer)
        case 11: return .pauseTimer(id(TimerID.self))
        case 12: return .resumeTimer(id(TimerID.self))
        case 13: return .addToTimer(id(TimerID.self), seconds: Int(draw(300)) - 100)
        case 14: return draw(2) == 0 ? .cancelTimer(id(TimerID.self)) : .removeStopwatch(id(StopwatchID.self))
        case 15: return .startStopwatch(name: "s")
        case 16:
            let id = id(StopwatchID.self)
            return pick([.lapStopwatch(id), .stopStopwatch(id), .resumeStopwatch(id), .resetStopwatch(id)])
        case 17: return .setGroup(NodeGroup(id: pick(Self.groupNames), nodes: [pick(Self.names), pick(Self.names)]))
        case 18: return draw(3) == 0 ? .removeGroup(pick(Self.groupNames)) : .removeHolidays(name: "de")
        default: return .setHolidays(calendar("de", "2026-12-2\(draw(10))", "2027-01-01"))
        }
    }
}

extension DefinedObject {
    /// True when the coordinator gave it its id.
    fileprivate var hasGivenID: Bool {
        switch self {
        case .alarm, .timer, .stopwatch: true
        case .group, .holidays, .timetable, .node: false
        }
    }
}

@Suite struct DefinitionsLifeTests {
    @Test(arguments: 1...40) func nothingThatIsToldIsLostAndNothingIsToldThatIsNot(seed: UInt64) {
        var life = DefinitionsLife(seed: seed)
        life.run(steps: 400)
        #expect(life.answered > 20 && life.refused > 20, "seed \(seed)")
    }
}

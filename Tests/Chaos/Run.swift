import ClockDomain
import ClockTestSupport
import ClockWire

/// A run from the house's moving in to the last round.
struct Run {
    let house: House
    let plan: Plan
    let book = Book()
    /// The lines of rings that were there when a round was judged.
    private var judged: Set<StoreContents.Ring> = []
    private(set) var figures: Figures

    /// The time that nodes have to report all outcomes once all is healed.
    private static let longestSettling: Duration = .seconds(90)

    init(house: House, plan: Plan, seed: UInt64) {
        self.house = house
        self.plan = plan
        figures = Figures(seed: seed, longestRecovery: house.databases == nil ? 5 : 10)
    }

    /// Goes through the rounds until one finds something wrong.
    mutating func perform() async throws {
        try await house.databases?.found(Databases.names.map(house.host))
        // Everybody gets to know each other at a quiet time.
        try house.restorePower(
            target: Plan.firstTarget, in: .seconds(300), brokerForgets: false, boot: figures.seed)
        try await becomeReady()
        for round in plan.rounds {
            try await perform(round)
            if !figures.violations.isEmpty { return }
        }
        try await close()
    }

    private mutating func perform(_ round: Plan.Round) async throws {
        tell(plan.words(of: round))
        guard let status = try await house.status(timeout: 10) else { throw TestFailure("no status before the round") }
        await book.begin(alarms: try await alarms(), status: status)
        house.cutPower()
        try house.restorePower(
            target: round.target, in: round.lead, brokerForgets: round.brokerForgets, boot: round.peopleSeed)
        let began = house.now
        let clock = ContinuousClock()
        let powered = clock.now
        try await withThrowingTaskGroup { group in
            let people = People(house: house, book: book, round: round)
            group.addTask { try await people.act() }
            try await harm(round.faults, from: powered)
            group.cancelAll()
            // The sleep of somebody who is sent home.
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
        let recoveries = try await recover(from: powered + Plan.faultyLength)
        let settled = try await settle(round)
        try await judge(round, began: began, until: settled)
        try await house.databases?.mend(Databases.names.map(house.host))
        figures.rounds += 1
        figures.count(round.faults)
        for (node, seconds) in recoveries.sorted(by: { $0.key < $1.key }) {
            figures.recoveries.append(seconds)
            if seconds > figures.longestRecovery {
                figures.violations.append(
                    "round \(round.number): \(node) took \(Figures.shown(seconds)) s to recover")
            }
        }
        tell("  recovered within \(Figures.shown(recoveries.values.max() ?? 0)) s")
    }

    private func alarms() async throws -> [AlarmDefinition] {
        struct List: Decodable {
            var alarms: [AlarmDefinition]
        }
        guard let list: List = try await house.ask(["alarm", "list"], timeout: 10) else {
            throw TestFailure("clockctl alarm list has no answer in peace")
        }
        return list.alarms
    }

    private func harm(_ faults: [Fault], from powered: ContinuousClock.Instant) async throws {
        let house = house
        try await withThrowingTaskGroup { group in
            for fault in faults {
                group.addTask {
                    try await Task.sleep(until: powered + fault.from, tolerance: .zero)
                    try house.begin(fault)
                    try await Task.sleep(until: powered + fault.to, tolerance: .zero)
                    try house.end(fault)
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: Afterwards

    private func becomeReady() async throws {
        let nodes = house.nodes
        try await waitUntil("every node online in trusted time", timeout: .seconds(60)) {
            guard let status = try await house.status() else { return false }
            return nodes.allSatisfy { name in
                status.nodes.contains { $0.id.rawValue == name && Self.isWell($0) }
            }
        }
    }

    private static func isWell(_ node: NodeStatus) -> Bool {
        node.availability == .online && node.clock?.trusted == true && node.revision.applied == node.revision.desired
    }

    /// Seconds from the healing until a change that is then made is in force, by node. So it is the whole way that is
    /// measured: from people to the coordinator, to the node and back.
    private func recover(from healed: ContinuousClock.Instant) async throws -> [String: Double] {
        let clock = ContinuousClock()
        let volume = 30 + Int.random(in: 0...60)
        var revisions: [NodeID: Int] = [:]
        try await waitUntil("an answer to a change after everything is healed", timeout: .seconds(60)) {
            guard let result: SetResult = try await house.ask(["set", "--all", "volume", "\(volume)"], timeout: 1)
            else {
                return false
            }
            await book.take(result)
            for node in result.nodes { revisions[node.node] = node.revision }
            return true
        }
        var recovered: [String: Double] = [:]
        let nodes = house.nodes
        do {
            try await waitUntil("the change in force everywhere", timeout: .seconds(60)) {
                guard let status = try await house.status(timeout: 1) else { return false }
                let seconds = (clock.now - healed).secondsWithFraction
                for node in status.nodes
                where recovered[node.id.rawValue] == nil && Self.isWell(node)
                    && node.revision.applied >= revisions[node.id] ?? .max
                {
                    recovered[node.id.rawValue] = seconds
                }
                return nodes.allSatisfy { recovered[$0] != nil }
            }
        } catch {
            throw TestFailure("\(error); these have it: \(recovered)")
        }
        return recovered
    }

    /// Waits until nothing rings or counts, and all ledgers are in, and returns since when that is so.
    private func settle(_ round: Plan.Round) async throws -> WallTime {
        let house = house
        var left = ""
        // A ring is told of when it is on the node's disk: between a timer and its ring there may be neither.
        var quietLooks = 0
        var quietSince = house.now
        do {
            try await waitUntil("all that was started has ended", timeout: Self.longestSettling) {
                guard let status = try await house.status() else { return false }
                left = status.nodes.flatMap { node in
                    node.rings.map { "\(node.id): \($0.occurrence) \($0.state)" }
                        + node.timers.map { "\(node.id): \($0.id) \($0.state)" }
                        // Such as a full disk: the next power cut must find everything on it.
                        + (node.problem.map { ["\(node.id): \($0)"] } ?? [])
                }.joined(separator: ", ")
                for node in house.nodes {
                    let count = try house.undeliveredEntries(of: node)
                    if count > 0 { left += " \(node): \(count) entries" }
                }
                if status.nodes.contains(where: { !$0.rings.isEmpty }) {
                    _ = try await house.clockctl(["alarm", "stop", "--all"])
                }
                for timer in Set(status.nodes.flatMap(\.timers).filter(\.isPaused).map(\.id)).sorted() {
                    if let result: ChangeResult = try await house.ask(["timer", "resume", "\(timer)"]) {
                        await book.take(result)
                    }
                }
                quietLooks = left.isEmpty ? quietLooks + 1 : 0
                if quietLooks <= 1 { quietSince = house.now }
                if quietLooks > 0 { try await Task.sleep(for: .seconds(1)) }
                return quietLooks >= 3 && house.now > round.target + .seconds(21)
            }
        } catch {
            throw TestFailure("\(error); left: \(left)")
        }
        return quietSince
    }

    /// In the end every quarter hour of every node has one line.
    private mutating func close() async throws {
        let targets = plan.rounds.map(\.target.seconds)
        let house = house
        try await waitUntil("a line of every quarter hour and node", timeout: .minutes(3)) {
            try await Task.sleep(for: .seconds(1))
            let lines = try StoreContents(house.store).quarters
            return house.nodes.allSatisfy { node in
                targets.allSatisfy { target in lines.contains { $0.node == node && $0.seconds == target } }
            }
        }
        figures.count(try StoreContents(house.store))
    }

    private mutating func judge(_ round: Plan.Round, began: WallTime, until end: WallTime) async throws {
        guard let status = try await house.status(timeout: 10) else { throw TestFailure("no status after the round") }
        let store = try StoreContents(house.store)
        let referee = Referee(nodes: house.nodes, target: round.target, end: house.now)
        var wrong = await referee.judgeDefinitions(book, alarms: try await alarms(), status: status)
        wrong += await referee.judgeLines(book, store)
        let hearing = Hearing(target: round.target, began: began)
        var heard = Hearing.Findings()
        for node in house.nodes {
            hearing.judge(
                try Room(
                    node: node, house: house, round: round, began: began, end: end, store: store, earlier: judged),
                &heard)
        }
        judged.formUnion(store.rings)
        wrong += heard.wrong
        figures.violations += wrong.map { "round \(round.number): \($0)" }
        figures.count(store)
        figures.sounds += heard.sounds
        figures.ringsHeard += heard.rings
        figures.soundsCutShort += heard.cutShort
        figures.soundsUnsaved += heard.unsaved
        figures.onsets += heard.onsets.map { Int($0.magnitude.nanoseconds / 1_000) }
        (figures.answered, figures.unanswered, figures.refused) = await (
            book.answered, book.unanswered, book.refused
        )
    }
}

extension TimerReport {
    fileprivate var isPaused: Bool {
        if case .paused = state { true } else { false }
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Coordinators tell each other at once with which store they work, and the broker keeps how far a store had come.
@Suite struct PresenceTests {
    private let store = MemoryStore.empty()

    /// A start of the coordinator with this store, not yet connected.
    private func start(_ store: MemoryStore, at time: String, _ tag: String) -> CoreHarness {
        CoreHarness(at: time, connected: false, store: store, tag: GenerationTag(tag))
    }

    /// Connects, and returns the presence that it publishes.
    private func connect(_ harness: inout CoreHarness) throws -> CoordinatorPresence {
        try #require(harness.send(.brokerConnected).presences.last)
    }

    private func addGroup(_ name: String, in harness: inout CoreHarness) throws -> CoordinatorPresence {
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        harness.request(ChangeRequest(changes: [.setGroup(NodeGroup(id: GroupID(name)!, nodes: [kitchen]))]))
        return try #require(harness.commitAll().presences.last)
    }

    private func check(_ harness: inout CoreHarness, _ subject: String) -> DoctorCheck? {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        let report = harness.replies.first?.value as? DoctorReport
        return report?.checks.first { $0.subject == subject }
    }

    // MARK: A store that was turned back

    @Test func anOrdinaryStartIsNoLaterState() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        _ = try connect(&first)
        let last = try addGroup("upstairs", in: &first)
        #expect(last.changes == 1 && last.store == store.contents.storeID)
        var second = start(store, at: "18:02:00", "ghjk")
        let own = try connect(&second)
        #expect(own.generation == StoreGeneration("2-ghjk") && own.changes == 1)
        second.send(.presenceHeard(last, isRetained: true))
        second.send(.presenceHeard(own, isRetained: false))
        #expect(second.warnings.isEmpty && second.status().coordinator.later == nil)
        #expect(second.status().coordinator.others.isEmpty)
    }

    /// No node's document names the group. The copy is of the same generation, or of the one before.
    @Test(arguments: [false, true])
    func aStoreThatLostAGroupIsToldInLogStatusAndDoctor(restarts: Bool) throws {
        var first = start(store, at: "18:01:00", "bcdf")
        _ = try connect(&first)
        let copy = store.copy()
        if restarts {
            first = start(store, at: "18:01:30", "dfgh")
            _ = try connect(&first)
        }
        let last = try addGroup("upstairs", in: &first)
        var second = start(copy, at: "18:02:00", "ghjk")
        _ = try connect(&second)
        second.send(.presenceHeard(last, isRetained: true))
        #expect(second.warnings.count == 1 && second.warnings[0].contains("was turned back to an older copy"))
        let later = try #require(second.status().coordinator.later)
        #expect(later.changes == 1 && later.generation == last.generation)
        let found = check(&second, ForeignStore.subjectPrefix + copy.contents.storeID)
        let finding = try #require(found)
        #expect(finding.verdict == .failed && finding.finding.contains("it lacks 1 change "))
    }

    @Test func aStoreThatLostHistoryIsTold() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        var last = try connect(&first)
        first.send(.availability(kitchen, .online))
        first.commitAll()
        _ = first.advance(.minutes(10))
        let copy = store.copy()
        for _ in 0..<3 {
            _ = first.advance(.minutes(15))
            last = first.commitAll().presences.last ?? last
        }
        #expect(last.through == instant("18:45:00"))
        var second = start(copy, at: "19:20:00", "ghjk")
        _ = try connect(&second)
        second.send(.presenceHeard(last, isRetained: true))
        #expect(second.status().coordinator.later?.through == instant("18:45:00"))
        #expect(second.status().coordinator.later?.changes == 0)
    }

    /// The clock of the earlier run was ahead, and its store was put right.
    @Test func historyOfTheFutureIsNoLaterState() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        var last = try connect(&first)
        last.through = instant("20:00:00")
        var second = start(store, at: "18:02:00", "ghjk")
        _ = try connect(&second)
        second.send(.presenceHeard(last, isRetained: true))
        #expect(second.status().coordinator.later == nil)
    }

    // MARK: Two coordinators

    /// Both start from copies of one store, in either order of their clocks.
    @Test(arguments: ["18:00:00", "18:05:00"], [false, true])
    func clonesTellEachOtherAtOnce(otherStart: String, sharesStore: Bool) throws {
        _ = start(store, at: "17:00:00", "bcdf")
        let copy = sharesStore ? store.copy() : MemoryStore(storeID: "ffffffffffffffff")
        var first = start(store, at: "18:01:00", "dfgh")
        var second = start(copy, at: otherStart, "ghjk")
        let kept = try connect(&first)
        let joined = try connect(&second)
        second.send(.presenceHeard(kept, isRetained: true))
        first.send(.presenceHeard(joined, isRetained: false))
        #expect(first.warnings.count == 1 && first.warnings[0].contains("another coordinator"))
        let answer = try #require(first.effects.presences.last)
        #expect(answer.answers == joined.started)
        second.send(.presenceHeard(answer, isRetained: false))
        let reply = try #require(second.effects.presences.last)
        first.send(.presenceHeard(reply, isRetained: false))
        #expect(first.effects.presences.isEmpty, "no answer to an answer")
        #expect(first.status().coordinator.others.count == 1 && second.status().coordinator.others.count == 1)
        #expect(check(&second, OtherCoordinator.subject)?.verdict == .failed)
    }

    /// Two that connect under one name throw each other out: neither receives the other's message while it is sent.
    @Test func clonesOfOneNameReadWhatTheBrokerKeeps() throws {
        _ = start(store, at: "17:00:00", "bcdf")
        let copy = store.copy()
        var first = start(store, at: "18:01:00", "dfgh")
        var second = start(copy, at: "18:01:00", "ghjk")
        let kept = try connect(&first)
        first.send(.brokerDisconnected(reason: "another client took over"))
        let joined = try connect(&second)
        second.send(.presenceHeard(kept, isRetained: true))
        second.send(.brokerDisconnected(reason: "another client took over"))
        first.now.wall = first.now.wall + .seconds(2)
        let again = try connect(&first)
        first.send(.presenceHeard(joined, isRetained: true))
        #expect(first.status().coordinator.others.count == 1)
        _ = try connect(&second)
        second.send(.presenceHeard(again, isRetained: true))
        #expect(second.status().coordinator.others.count == 1)
    }

    /// The broker still keeps the presence of a coordinator that is gone; or comes back with its older memory.
    @Test func whatTheBrokerKeepsOfAnEarlierCoordinatorIsNobody() throws {
        var gone = start(MemoryStore(storeID: "ffffffffffffffff"), at: "17:00:00", "bcdf")
        let kept = try connect(&gone)
        var harness = start(store, at: "18:01:00", "dfgh")
        for _ in 0..<2 {
            _ = try connect(&harness)
            harness.send(.presenceHeard(kept, isRetained: true))
            harness.send(.brokerDisconnected(reason: "gone"))
        }
        #expect(harness.status().coordinator.others.isEmpty && harness.status().coordinator.later == nil)
    }

    @Test func aStoreThatFailsPublishesNothing() throws {
        var harness = CoreHarness(at: "18:01:00", connected: false, store: store, tag: GenerationTag("bcdf"))
        let before = try connect(&harness)
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        harness.request(ChangeRequest(changes: [.setGroup(NodeGroup(id: GroupID("upstairs")!, nodes: [kitchen]))]))
        let commit = try #require(harness.commit)
        #expect(harness.effects.presences.isEmpty)
        #expect(harness.send(.commitFailed(commit.id, reason: "disk full")).presences.isEmpty)
        #expect(before.changes == 0)
    }
}

extension [CoordinatorEffect] {
    fileprivate var presences: [CoordinatorPresence] {
        compactMap { if case .publish(.presence(let presence)) = $0 { presence } else { nil } }
    }
}

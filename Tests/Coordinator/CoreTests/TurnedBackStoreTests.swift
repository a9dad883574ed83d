import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The store was turned back to an older copy, or two coordinators work with copies of one store.
@Suite struct TurnedBackStoreTests {
    private static let storeID = "00112233aabbccdd"
    private let store = MemoryStore.empty()

    /// A start of the coordinator with this store.
    private func start(_ store: MemoryStore, at time: String, _ tag: String) -> CoreHarness {
        CoreHarness(at: time, store: store, tag: GenerationTag(tag))
    }

    /// The node comes online and tells that it obeys the document.
    private func meet(_ node: NodeID, _ document: Desired?, in harness: inout CoreHarness) {
        harness.send(.availability(node, .online))
        harness.commitAll()
        harness.send(
            .reported(
                node,
                reported(
                    revision: document?.revision ?? 0, store: document?.store, alarms: document?.alarms.count ?? 0,
                    generation: document?.generation ?? .uncounted)))
        harness.commitAll()
    }

    /// Adds an alarm, and returns its id and the documents that nodes get.
    private func add(
        _ label: String, _ nodes: [NodeID], in harness: inout CoreHarness
    ) -> (id: AlarmID?, documents: [NodeID: Desired]) {
        harness.request(ChangeRequest(changes: [.addAlarm(draft(label: label, nodes: nodes))]))
        let effects = harness.commitAll()
        let result = effects.results.compactMap { $0 as? ChangeResult }.first
        guard case .alarm(let added)? = result?.events.first?.new else { return (nil, [:]) }
        return (added.alarm.id, effects.desired)
    }

    @Test("a node that a person forgot and that comes back is no later state: its document goes on")
    func forgottenNode() throws {
        var harness = start(store, at: "18:00:00", "kfdp")
        harness.join(kitchen)
        harness.join(bedroom)
        let added = add("Work", [kitchen], in: &harness)
        let held = try #require(added.documents[kitchen])
        harness.send(.availability(kitchen, .offline))
        harness.request(ChangeRequest(changes: [.removeAlarm(try #require(added.id))]))
        harness.commitAll()
        harness.request(ForgetRequest(node: kitchen))
        #expect(harness.refusal == nil)
        harness.commitAll()
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        harness.send(
            .reported(
                kitchen, reported(revision: held.revision, store: held.store, alarms: 1, generation: held.generation)))
        let sent = try #require(harness.commitAll().desired[kitchen])
        #expect(harness.status().foreign.isEmpty)
        #expect(sent.revision > held.revision && sent.alarms.isEmpty && sent.continues(held))
        #expect(store.contents.nodes.first { $0.definition.id == kitchen }?.zone != nil)
    }

    @Test func eachStartIsAGenerationOfItsOwnAndItsNumberIsCommittedFirst() {
        var first = start(store, at: "18:01:00", "bcdf")
        #expect(store.contents.generation == StoreGeneration("1-bcdf"))
        meet(kitchen, nil, in: &first)
        let (id, documents) = add("Tea", [kitchen], in: &first)
        #expect(id?.description == "a1bcdf")
        #expect(documents[kitchen]?.generation == StoreGeneration("1-bcdf"))
        var second = start(store, at: "18:02:00", "ghjk")
        #expect(store.contents.generation == StoreGeneration("2-ghjk"))
        meet(kitchen, documents[kitchen], in: &second)
        #expect(second.status().foreign.isEmpty, "an ordinary start")
        let next = add("Milk", [kitchen], in: &second)
        #expect(next.id?.description == "a2ghjk")
        #expect(next.documents[kitchen].map { later in documents[kitchen].map { later.continues($0) } } == true)
    }

    /// Alarm FLIGHT is added after the copy was made.
    @Test func aStoreThatWasTurnedBackHoldsAndGivesNoIDTwice() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &first)
        meet(bedroom, nil, in: &first)
        let kept = add("Kept", [bedroom], in: &first)
        let copy = store.copy()
        let flight = add("FLIGHT", [kitchen], in: &first)

        var harness = start(copy, at: "18:05:00", "ghjk")
        // The broker is reached before a node was heard.
        harness.send(.reported(bedroom, reported(revision: 2, generation: kept.documents[bedroom]!.generation)))
        harness.commitAll()
        meet(kitchen, flight.documents[kitchen], in: &harness)
        harness.send(.ledger(kitchen, batch(1...1)))
        #expect(harness.commitAll().isEmpty && harness.acked.isEmpty)
        let status = harness.status()
        #expect(status.foreign == [ForeignStore(store: Self.storeID, nodes: [kitchen], alarms: 1)])
        #expect(status.nodes.first { $0.id == kitchen }?.revision.applied == 0)
        harness.request(ChangeRequest(changes: [.addAlarm(draft(label: "Late", nodes: [kitchen]))]))
        #expect(harness.refusal?.message.contains("a later state of this coordinator's store") == true)
        let other = add("Other", [bedroom], in: &harness)
        #expect(other.id?.description == "a2ghjk" && flight.id?.description == "a2bcdf")
        #expect(other.documents[bedroom] != nil, "a room that holds nothing newer is served on")
    }

    /// Somebody adds another alarm before the node is heard that holds what the copy does not know.
    @Test func aDocumentOfTheCopyDoesNotGoOnFromTheLaterOneHoweverHighItsRevision() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &first)
        _ = add("Kept", [kitchen], in: &first)
        let copy = store.copy()
        let held = try #require(add("FLIGHT", [kitchen], in: &first).documents[kitchen])

        var harness = start(copy, at: "18:05:00", "ghjk")
        var document: Desired?
        for label in ["One", "Two", "Three"] { document = add(label, [kitchen], in: &harness).documents[kitchen] }
        let later = try #require(document)
        #expect(later.revision > held.revision && !later.continues(held) && !later.mayReplace(held, on: kitchen))
        harness.send(.reported(kitchen, reported(revision: held.revision, generation: held.generation)))
        #expect(harness.status().foreign.map(\.nodes) == [[kitchen]])
    }

    @Test func thatIsSaidInTheLogAndByTheDoctor() throws {
        var harness = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &harness)
        let later = reported(revision: 9, alarms: 3, generation: StoreGeneration("7-zzzz")!)
        harness.send(.reported(kitchen, later))
        #expect(harness.warnings.contains { $0.contains("generation 7-zzzz") && $0.contains("turned back") })
        harness.commitAll()
        harness.request(DoctorRequest())
        harness.send(.reported(kitchen, later))
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        let report = try #require(harness.replies.first?.value as? DoctorReport)
        let check = try #require(report.checks.first { $0.subject == "store \(Self.storeID)" })
        #expect(check.verdict == .failed && check.finding.contains("turned back") && check.finding.contains("3 alarms"))
        let settings = try #require(report.checks.first { $0.subject == "kitchen settings" })
        #expect(settings.verdict == .failed && settings.finding.contains("a later state"))
    }

    /// The number is the same, the tag is not.
    @Test func theOtherOfTwoCopiesHoldsWhatTheFirstHasChanged() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &first)
        let before = try #require(add("Kept", [kitchen], in: &first).documents[kitchen])
        let copy = store.copy()
        var a = start(store, at: "18:05:00", "ghjk")
        var b = start(copy, at: "18:05:00", "mnpq")
        meet(kitchen, before, in: &a)
        meet(kitchen, before, in: &b)
        #expect(a.status().foreign.isEmpty && b.status().foreign.isEmpty)
        let held = try #require(add("A", [kitchen], in: &a).documents[kitchen])
        let refused = try #require(add("B", [kitchen], in: &b).documents[kitchen])
        #expect(!refused.continues(held) && !held.continues(refused))
        b.send(.reported(kitchen, reported(revision: held.revision, generation: held.generation)))
        #expect(b.status().foreign.map(\.nodes) == [[kitchen]])
    }

    @Test func aStoreFromBeforeGenerationsWereCountedGoesOn() {
        let state = StoredState(
            storeID: Self.storeID, closedThrough: nil, nodes: [stored(kitchen, revision: 7)])
        var harness = CoreHarness(at: "18:01:00", stored: state, tag: GenerationTag("bcdf"))
        meet(kitchen, Desired(revision: 7, store: Self.storeID, room: "kitchen", settings: .standard), in: &harness)
        #expect(harness.status().foreign.isEmpty)
        let document = add("Tea", [kitchen], in: &harness).documents[kitchen]
        #expect(document?.revision == 8 && document?.lineage.marks.map(\.revision) == [7, 8])
        harness.send(.reported(kitchen, reported(revision: 9)))
        #expect(harness.status().foreign.map(\.nodes) == [[kitchen]], "turned back before it was counted")
    }

    /// A disk that is full at the start: no change is ever stored without the generation in which it was made.
    @Test func aGenerationThatTheStoreDoesNotTakeGoesWithTheNextCommit() {
        let now = Now(
            wall: instant("18:01:00"), boot: BootTime(nanoseconds: 1_000_000_000), sync: CoreHarness.synchronised)
        var core = CoordinatorCore(
            settings: CoordinatorSettings(
                site: SiteID("home")!, version: "1.2.3", broker: "broker:1883", storePath: "/store",
                generationTag: GenerationTag("bcdf")),
            stored: store.contents, at: now)
        func begun(_ effects: [CoordinatorEffect]) -> [(id: CommitID, isBegun: Bool)] {
            effects.compactMap {
                guard case .commit(let id, let operations) = $0 else { return nil }
                return (id, operations.contains(.beginGeneration(StoreGeneration("1-bcdf")!)))
            }
        }
        let first = begun(core.handle(.started, at: now))
        #expect(first.map(\.isBegun) == [true])
        _ = core.handle(.commitFailed(first[0].id, reason: "no space"), at: now)
        let second = begun(core.handle(.availability(kitchen, .online), at: now))
        #expect(second.map(\.isBegun) == [true])
        let later =
            core.handle(.committed(second[0].id, CommitSummary()), at: now)
            + core.handle(.availability(bedroom, .online), at: now)
        #expect(begun(later).map(\.isBegun) == [false], "it is committed")
    }

    @Test func aPersonTakesOverWhatTheRoomHolds() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &first)
        _ = add("Gone", [kitchen], in: &first)
        let copy = store.copy()
        _ = add("FLIGHT", [kitchen], in: &first)
        first.request(ChangeRequest(changes: [.removeAlarm(AlarmID("a1")!)]))
        let held = try #require(first.commitAll().desired[kitchen])
        #expect(held.alarms.map(\.label) == ["FLIGHT"])

        var harness = start(copy, at: "18:05:00", "ghjk")
        meet(kitchen, held, in: &harness)
        harness.request(AdoptRequest())
        harness.send(.held(kitchen, held))
        let document = try #require(harness.commitAll().desired[kitchen])
        #expect(document.alarms == held.alarms && document.mayReplace(held, on: kitchen))
        #expect(harness.status().foreign.isEmpty)
        meet(kitchen, document, in: &harness)
        #expect(harness.status().foreign.isEmpty)
        #expect(add("Next", [kitchen], in: &harness).id?.description == "a3ghjk")
    }

    @Test func aPersonSaysThatThisStoreIsTheRightOne() throws {
        var first = start(store, at: "18:01:00", "bcdf")
        meet(kitchen, nil, in: &first)
        let copy = store.copy()
        let held = try #require(add("FLIGHT", [kitchen], in: &first).documents[kitchen])
        var harness = start(copy, at: "18:05:00", "ghjk")
        meet(kitchen, held, in: &harness)
        harness.request(AdoptRequest(replace: true))
        let document = try #require(harness.commitAll().desired[kitchen])
        #expect(document.alarms.isEmpty && document.mayReplace(held, on: kitchen) && !document.continues(held))
    }
}

extension [CoordinatorEffect] {
    var desired: [NodeID: Desired] {
        Dictionary(
            compactMap { if case .publish(.desired(let node, let document)) = $0 { (node, document) } else { nil } },
            uniquingKeysWith: { $1 })
    }
}

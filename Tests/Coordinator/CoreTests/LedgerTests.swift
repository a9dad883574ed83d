import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct LedgerTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    @Test mutating func nothingIsAcknowledgedBeforeItIsCommitted() throws {
        harness.send(.ledger(kitchen, batch(1...3)))
        #expect(harness.acked.isEmpty)
        let commit = try #require(harness.commit)
        #expect(
            commit.operations == [
                .appendLedger(kitchen, epoch: "e1", batch(1...3).entries, received: instant("18:01:00"))
            ])
        harness.send(.committed(commit.id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
        #expect(harness.status(kitchen).last == announced("18:00:00"))
    }

    @Test mutating func whatComesDuringACommitMakesTheNextOneWithOneAcknowledgementANode() throws {
        harness.send(.ledger(kitchen, batch(1...1)))
        let first = try #require(harness.commit)
        harness.send(.ledger(kitchen, batch(2...2)))
        #expect(harness.commit == nil)
        harness.send(.ledger(kitchen, batch(3...4)))
        harness.send(.ledger(bedroom, batch(1...1)))
        harness.send(.committed(first.id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 1, at: instant("18:00:00"))])
        #expect(harness.operations.count == 3)
        let second = try #require(harness.commit)
        let effects = harness.send(.committed(second.id, CommitSummary()))
        #expect(effects.count { if case .publish(.acked) = $0 { true } else { false } } == 2)
        #expect(harness.acked[kitchen] == Acked(epoch: "e1", sequence: 4, at: instant("18:00:00")))
        #expect(harness.acked[bedroom] == Acked(epoch: "e1", sequence: 1, at: instant("18:00:00")))
    }

    @Test mutating func duplicatesAreAcknowledgedAgainAndNotStored() {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(1...2)))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
        #expect(harness.commit == nil)
    }

    /// The node's state was turned back, and it has given the number 3 twice.
    @Test mutating func whatGoesOnFromAnotherEntryThanTheOneThatIsHereIsNotTaken() {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.commitAll()
        let other = LedgerBatch(epoch: "e1", oldest: 3, entries: [entry(3, "18:15:00"), entry(4, "18:30:00")])
        harness.send(.ledger(kitchen, other))
        #expect(harness.commit == nil)
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
    }

    @Test mutating func ofAnOverlappingBatchOnlyTheNewEntriesAreStored() throws {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(2...5)))
        guard case .appendLedger(_, _, let entries, _) = try #require(harness.operations.first) else {
            Issue.record("nothing was appended")
            return
        }
        #expect(entries.map(\.sequence) == [4, 5])
    }

    @Test mutating func aGapIsNotTakenUntilTheNodeHasSentWhatIsMissing() {
        harness.send(.ledger(kitchen, batch(1...2)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(5...6)))
        #expect(harness.commit == nil)
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 2, at: instant("18:00:00"))])
        harness.send(.ledger(kitchen, batch(3...6)))
        harness.commitAll()
        #expect(harness.status(kitchen).last != nil)
        harness.send(.ledger(kitchen, batch(6...6)))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 6, at: instant("18:00:00"))])
    }

    /// The broker may drop the same message of a flood again and again.
    @Test mutating func whatTheNodeStillKeepsIsWaitedForHoweverOftenItIsLost() {
        harness.send(.ledger(kitchen, batch(1...50)))
        harness.commitAll()
        for _ in 1...3 {
            harness.send(.ledger(kitchen, batch(101...150, oldest: 51)))
            #expect(harness.commit == nil)
            #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 50, at: instant("18:00:00"))])
        }
        harness.send(.ledger(kitchen, batch(51...100, oldest: 51)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(101...150, oldest: 51)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(150...150, oldest: 51)))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 150, at: instant("18:00:00"))])
    }

    @Test mutating func whatTheNodeNoLongerKeepsIsNotWaitedFor() throws {
        harness.send(.ledger(kitchen, batch(483...483, epoch: "old", oldest: 481)))
        #expect(harness.commit == nil)
        #expect(harness.acked == [kitchen: Acked(epoch: "old", sequence: 0)])
        harness.send(.ledger(kitchen, batch(481...482, epoch: "old", oldest: 481)))
        #expect(harness.warnings.contains { $0.contains("480 ledger entries") })
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(483...483, epoch: "old", oldest: 481)))
        harness.send(.committed(try #require(harness.commit).id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "old", sequence: 483, at: instant("18:00:00"))])
    }

    @Test mutating func aNewEpochStartsOverAndTheOldOneIsStillKnown() {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(1...1, epoch: "e2")))
        harness.send(.committed(harness.commit!.id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "e2", sequence: 1, at: instant("18:00:00"))])
        harness.send(.ledger(kitchen, batch(1...3, epoch: "e1")))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
        #expect(harness.commit == nil)
    }

    /// A node whose state was turned back goes on with an epoch that was there before another one.
    @Test func anEpochThatIsResumedIsAcknowledgedAtOnceAndAfterARestart() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "18:01:00", store: store)
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported()))
        harness.commitAll()
        for batch in [batch(1...3), batch(1...1, epoch: "e2"), batch(1...1, epoch: "e3")] {
            harness.send(.ledger(kitchen, batch))
            harness.commitAll()
        }
        harness.send(.ledger(kitchen, batch(4...5, epoch: "e1")))
        harness.commitAll()
        let resumed = Acked(epoch: "e1", sequence: 5, at: instant("18:00:00"))
        #expect(harness.acked == [kitchen: resumed])
        harness = CoreHarness(at: "18:02:00", store: store)
        #expect(harness.acked == [kitchen: resumed])
        harness.send(.ledger(kitchen, batch(2...2, epoch: "e2", oldest: 2)))
        harness.commitAll()
        #expect(harness.acked == [kitchen: Acked(epoch: "e2", sequence: 2, at: instant("18:00:00"))])
    }

    @Test mutating func beyondItsBoundTheQueueTakesNothingAndLosesNothing() throws {
        harness.send(.ledger(kitchen, batch(1...1)))
        let first = try #require(harness.commit)
        // Of one node no more is taken than a node writes.
        for start in stride(from: 1, to: 19_001, by: 100) {
            harness.send(.ledger(bedroom, batch(start...(start + 99))))
        }
        for start in stride(from: 2, to: 12_002, by: 100) {
            harness.send(.ledger(kitchen, batch(start...(start + 99))))
        }
        harness.send(.committed(first.id, CommitSummary()))
        let waiting = harness.operations.reduce(0) {
            if case .appendLedger(_, _, let entries, _) = $1 { $0 + entries.count } else { $0 }
        }
        #expect((28_100..<28_200).contains(waiting))
        harness.commitAll()
        // The node sends again from where the acknowledgement ends.
        let next = 2 + waiting - 19_000
        harness.send(.ledger(kitchen, batch(next...(next + 99))))
        #expect(harness.operations.count == 1)
    }

    @Test mutating func afterAFailedCommitNothingIsAcknowledgedAndTheSameEntriesAreTakenAgain() throws {
        harness.send(.ledger(kitchen, batch(1...2)))
        let first = try #require(harness.commit)
        harness.send(.ledger(kitchen, batch(3...3)))
        harness.send(.commitFailed(first.id, reason: "no space is left"))
        #expect(harness.acked.isEmpty)
        #expect(harness.commit == nil)
        let status = harness.status()
        #expect(status.coordinator.state == .degraded)
        #expect(status.coordinator.problem == "no space is left")
        // Not even tried: the node keeps them.
        harness.send(.ledger(kitchen, batch(1...3)))
        #expect(harness.commit == nil)
        // The store is tried with something small, later and later.
        var tries: [CoordinatorEffect] = []
        for (attempt, wait) in [10, 20, 40, 60, 60].enumerated() {
            tries = harness.advance(.seconds(wait))
            #expect(harness.operations == [.probe(at: harness.now.wall)], "after \(wait) s")
            if attempt < 4 { harness.send(.commitFailed(try #require(harness.commit).id, reason: "no space is left")) }
        }
        #expect(tries.contains { if case .commit = $0 { true } else { false } })
        harness.commitAll()
        #expect(harness.status().coordinator.state == .running)
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.send(.committed(try #require(harness.commit).id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
    }

    @Test mutating func aNodeFirstHeardOfWhileTheStoreFailsIsStoredAfterwards() throws {
        let office = NodeID("office")!
        harness.send(.availability(office, .online))
        harness.send(.reported(office, reported(revision: 0, store: nil, zone: "")))
        harness.send(.commitFailed(try #require(harness.underWay).id, reason: "read-only"))
        #expect(harness.desired.isEmpty)
        _ = harness.advance(.seconds(10))
        let effects = harness.commitAll()
        #expect(
            effects.contains {
                if case .publish(.desired(office, let desired)) = $0 { desired.revision == 1 } else { false }
            })
        #expect(
            effects.contains { effect in
                guard case .commit(_, let operations) = effect else { return false }
                return operations.contains {
                    if case .saveAvailability(office, .online, _) = $0 { true } else { false }
                }
            })
    }

    @Test mutating func aConnectionPublishesEveryCursorAndDefinitionAgain() {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.commitAll()
        harness.send(.brokerDisconnected(reason: "restarted"))
        harness.send(.brokerConnected)
        #expect(harness.effects.contains(.publish(.availability(.online))))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
        #expect(harness.desired.keys.sorted() == [bedroom, kitchen])
    }

    // MARK: What no node writes

    /// - Returns: the number of entries committed at the end.
    @discardableResult
    private mutating func flood(_ node: NodeID, from first: Int, count: Int, _ target: String = "18:00:00") -> Int {
        var through = 0
        for start in stride(from: first, to: first + count, by: 100) {
            let entries = (start..<(start + 100)).map { entry($0, target) }
            harness.send(.ledger(node, LedgerBatch(epoch: "e1", oldest: 1, entries: entries)))
            harness.commitAll()
            // A node that is refused is told so once a second.
            through = harness.acked[node]?.sequence ?? through
        }
        return through
    }

    private mutating func findings(_ subject: String) -> [DoctorCheck] {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 1 << 40, problem: nil)))
        let results = harness.replies.compactMap(\.value) + harness.advance(.seconds(10)).results
        for case let report as DoctorReport in results {
            return report.checks.filter { $0.subject == subject && $0.verdict != .ok }
        }
        return []
    }

    @Test mutating func aNodeIsTakenSoManyLinesOfAtOnceAndADayAndTheOthersWaitWithIt() {
        #expect(flood(kitchen, from: 1, count: 20_000) == 20_000)
        let refused = flood(kitchen, from: 20_001, count: 100)
        #expect(refused == 20_000 && harness.operations.isEmpty)
        #expect(harness.warnings.count == 1 && harness.warnings[0].contains("20000 at once and 2880 a day"))
        // Told once an hour, and the others are not concerned.
        flood(kitchen, from: 20_001, count: 100)
        #expect(harness.warnings.isEmpty)
        #expect(flood(bedroom, from: 1, count: 8_700) == 8_700)
        #expect(findings("kitchen ledger").map(\.verdict) == [.failed])
        _ = harness.advance(.hours(2))
        harness.commitAll()
        #expect(flood(kitchen, from: 20_001, count: 100) == 20_100)
        #expect(findings("kitchen ledger").isEmpty)
        // A day's worth, a batch more at the most.
        _ = harness.advance(.hours(24))
        harness.commitAll()
        let through = flood(kitchen, from: 20_101, count: 4_000)
        #expect((20_000 + 2_880...20_200 + 3_120).contains(through))
    }

    /// Nobody knows for sure which of the two clocks is wrong, so nothing is lost.
    @Test mutating func linesOfATimeFarAheadAreTakenToldAndShownToWhoAsksForThem() {
        flood(bedroom, from: 1, count: 100)
        #expect(flood(kitchen, from: 1, count: 100, "2199-01-01T00:00:00Z") == 100)
        #expect(harness.acked[kitchen]?.sequence == 100)
        flood(kitchen, from: 101, count: 100, "2199-01-02T00:00:00Z")
        let check = findings("kitchen ledger").first
        #expect(check?.finding.hasPrefix("200 lines are of a time over a day ahead, up to 2199-01-02") == true)
        func read(_ request: HistoryRequest) -> HistoryRequest? {
            var copy = harness
            for case .readStore(_, .history(let request)) in copy.request(request) { return request }
            return nil
        }
        let end = harness.now.wall + .hours(24)
        #expect(read(HistoryRequest())?.before?.target == end)
        #expect(read(HistoryRequest(since: instant("12:00:00")))?.before?.target == end)
        let asked = HistoryRequest(since: instant("2199-01-01T00:00:00Z"))
        #expect(read(asked) == asked)
        // By a clock that nobody believes, nothing is ahead.
        _ = harness.setClock(to: "2020-01-01T00:00:00Z")
        #expect(read(HistoryRequest()) == HistoryRequest())
    }

    @Test mutating func linesFarAheadAreToldOnceAnHour() {
        flood(bedroom, from: 1, count: 100)
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(1, "2026-11-22T18:00:00Z")])))
        #expect(harness.warnings.isEmpty)
        harness.commitAll()
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(2, "2026-11-22T18:15:00Z")])))
        #expect(harness.warnings.count == 1 && harness.warnings[0].contains("its clock was wrong"))
        harness.commitAll()
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(3, "2026-11-22T18:15:00Z")])))
        #expect(harness.warnings.isEmpty)
    }
}

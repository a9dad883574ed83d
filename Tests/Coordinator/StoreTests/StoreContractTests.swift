import ClockCoordinatorCore
import ClockCoordinatorStore
import ClockDomain
import ClockTestSupport
import ClockWire
import Testing

/// The contract of every store: nodes, ledgers and quarter hours.
@Suite struct StoreContractTests {
    typealias Kind = StoreKind
    typealias Fixture = StoreFixture

    @Test(arguments: Kind.allCases) func aNewStoreIsEmptyAndHasAName(kind: Kind) throws {
        let fixture = try Fixture(kind)
        let state = try fixture.store.load()
        #expect(state.storeID.count == 16 && state.storeID.allSatisfy(\.isHexDigit))
        #expect(state.nodes.isEmpty && state.closedThrough == nil)
    }

    @Test(arguments: Kind.allCases) func whatIsSavedIsLoadedOrderedById(kind: Kind) throws {
        let fixture = try Fixture(kind)
        let settings = NodeSettings(
            volume: Volume(percent: 30)!, mute: .on, quiet: [QuietPeriod("22:00-07:00")!], every: .halfHour,
            chime: .none, voice: "german", selfWake: false, trimMicroseconds: -12_500,
            volumeFloor: Volume(percent: 20)!, volumeCeiling: Volume(percent: 70)!)
        let definition = NodeDefinition(
            id: kitchen, firstSeen: instant("09:00:00.123"), room: "Küche \"unten\"", settings: settings, revision: 7,
            packs: [PackReference(name: "german", digest: Digest(of: [7]), listBytes: 2_345, bytes: 1_234_567)!],
            replaces: ["5f0c9a6e21d4b873", "0011223344556677"])
        _ = try fixture.store.commit([
            .saveDefinition(definition), .saveDefinition(.plain(bedroom)),
            .saveAvailability(kitchen, .online, since: instant("10:00:00.5")),
        ])
        let nodes = try fixture.store.load().nodes
        #expect(
            nodes == [
                StoredNode(definition: .plain(bedroom)),
                StoredNode(
                    definition: definition, availability: .online, availabilitySince: instant("10:00:00.5")),
            ])
        var changed = definition
        changed.revision = 8
        changed.room = "Bad"
        _ = try fixture.store.commit([.saveDefinition(changed)])
        let kept = try #require(try fixture.store.load().nodes.last)
        #expect(kept.definition == changed && kept.availability == .online)
    }

    @Test(arguments: Kind.allCases) func ledgersMoveTheirCursorAndMakeLines(kind: Kind) throws {
        let fixture = try Fixture(kind)
        let full = QuarterRecord(
            target: instant("18:15:00"), outcome: .announced, reason: .fallbackTone, detail: "three.wav is missing",
            source: .`self`, wakeLatencyMilliseconds: -4, onsetErrorMicroseconds: -7, trips: 12)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)),
            .append(
                kitchen,
                [entry(1, "18:00:00"), LedgerEntry(sequence: 2, at: instant("18:15:01"), event: .quarter(full))]),
            .append(kitchen, [LedgerEntry(sequence: 3, at: instant("18:16:00"), event: .unknown(kind: "later"))]),
        ])
        let node = try #require(try fixture.store.load().nodes.first)
        #expect(node.cursors == [Acked(epoch: "e1", sequence: 3, at: instant("18:16:00"))])
        #expect(node.last == full)
        #expect(try fixture.lines().map(\.record) == [full, announced("18:00:00")])
    }

    @Test(arguments: Kind.allCases) func entriesThatAreThereStayAndCursorsNeverGoBack(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen)), .append(kitchen, [entry(1), entry(2)])])
        _ = try fixture.store.commit([.append(kitchen, [entry(1, "18:30:00")])])
        #expect(try fixture.store.load().nodes.first?.cursors == [Acked(epoch: "e1", sequence: 2, at: entry(2).at)])
    }

    @Test("what one commit has of a ledger moves its cursor as the same in several commits", arguments: Kind.allCases)
    func cursorsOfOneCommit(kind: Kind) throws {
        let operations: [StoreOperation] = [
            .saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom)), .append(kitchen, [entry(1)]),
            .append(bedroom, [entry(1), entry(2)]), .append(kitchen, [entry(2)]), .append(bedroom, [entry(1)]),
            .append(kitchen, [entry(1)], epoch: "e2"), .append(kitchen, [entry(3)]), .append(kitchen, []),
            .append(kitchen, [entry(2)], epoch: "e2"), .forget(bedroom), .saveDefinition(.plain(bedroom)),
            .append(bedroom, [entry(1)]),
        ]
        let (one, several) = (try Fixture(kind), try Fixture(kind))
        _ = try one.store.commit(operations)
        for operation in operations { _ = try several.store.commit([operation]) }
        #expect(try one.store.load().nodes == several.store.load().nodes)
        #expect(try one.store.load().nodes.map { $0.cursors.map(\.sequence) } == [[1], [3, 2]])
    }

    @Test(arguments: Kind.allCases) func aNodesLineReplacesTheCoordinatorsAndNotAnotherOfItsOwn(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .close("17:45:00", "18:00:00", kitchen, .offline),
        ])
        #expect(try fixture.lines().map(\.record.outcome) == [.absent])
        _ = try fixture.store.commit([.append(kitchen, [entry(1, "18:00:00")])])
        #expect(try fixture.lines().map(\.record) == [announced("18:00:00")])
        let second = QuarterRecord(target: instant("18:00:00"), outcome: .failed, reason: .deviceBusy)
        _ = try fixture.store.commit([
            .append(kitchen, [LedgerEntry(sequence: 2, at: instant("18:00:09"), event: .quarter(second))]),
            .close("17:45:00", "18:00:00", kitchen, .offline),
        ])
        #expect(try fixture.lines().map(\.record) == [announced("18:00:00")])
    }

    @Test(arguments: Kind.allCases) func closingFillsOnlyWhatIsMissingAfterTheNodeWasFirstSeen(kind: Kind) throws {
        let fixture = try Fixture(kind)
        var late = NodeDefinition.plain(bedroom)
        late.firstSeen = instant("17:30:00")
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(late), .append(kitchen, [entry(1, "17:15:00")]),
            .closeQuarters(
                QuarterClosing(
                    after: instant("17:00:00"), through: instant("18:00:00"),
                    absences: [
                        .init(node: bedroom, firstSeen: late.firstSeen, reason: .offline, detail: "gone"),
                        .init(
                            node: kitchen, firstSeen: instant("2026-11-01T00:00:00Z"), reason: .coordinatorDown,
                            detail: nil),
                    ])),
        ])
        #expect(try fixture.store.load().closedThrough == instant("18:00:00"))
        let lines = try fixture.lines()
        #expect(lines.filter { $0.node == bedroom }.map(\.record.target) == ["18:00:00", "17:45:00"].map(instant))
        #expect(
            lines.first?.record
                == QuarterRecord(
                    target: instant("18:00:00"), outcome: .absent, reason: .offline, detail: "gone"))
        #expect(
            lines.filter { $0.node == kitchen }.map(\.record.outcome) == [.absent, .absent, .absent, .announced])
    }

    @Test(arguments: Kind.allCases) func reopeningDeletesTheCoordinatorsLinesOnly(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .append(kitchen, [entry(1, "18:30:00")]),
            .close("17:45:00", "18:45:00", kitchen, .offline), .reopenQuarters(after: instant("18:00:00")),
        ])
        #expect(try fixture.lines().map(\.record.target) == ["18:30:00", "18:00:00"].map(instant))
        #expect(try fixture.store.load().closedThrough == instant("18:00:00"))
    }

    @Test(arguments: Kind.allCases) func historyPagesMeetWithoutGapOrOverlap(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom)),
            .close("16:00:00", "18:00:00", kitchen, .offline), .close("16:00:00", "18:00:00", bedroom, .offline),
        ])
        let all = try fixture.lines()
        #expect(all.count == 16)
        #expect(all.prefix(2).map(\.node) == [bedroom, kitchen])
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.record.target >= $1.record.target })
        for limit in [1, 3, 8, 15, 16] { #expect(try fixture.pages(of: limit) == all, "pages of \(limit)") }
        let some = try fixture.store.history(HistoryRequest(node: kitchen, since: instant("17:20:00"), limit: 500))
        #expect(some.lines.map(\.record.target) == ["18:00:00", "17:45:00", "17:30:00"].map(instant))
        #expect(some.lines.allSatisfy { $0.node == kitchen })
    }

    @Test(arguments: Kind.allCases) func forgettingLeavesNothingOfTheNode(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .saveDefinition(.plain(bedroom)), .append(kitchen, [entry(1)]),
            .append(bedroom, [entry(1)]), .forget(kitchen),
        ])
        #expect(try fixture.store.load().nodes.map(\.definition.id) == [bedroom])
        #expect(try fixture.lines().map(\.node) == [bedroom])
        // And it starts as a new one.
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen))])
        let again = try #require(try fixture.store.load().nodes.last)
        #expect(again.cursors.isEmpty && again.last == nil)
    }

    @Test(arguments: Kind.allCases) func purgingDeletesTheOldestUpToItsLimit(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), .close("16:00:00", "18:00:00", kitchen, .offline),
        ])
        let first = try fixture.store.commit([.purge(before: instant("17:30:00"), ahead: instant("20:00:00"), limit: 3)]
        )
        #expect(first.purgeReachedLimit)
        #expect(try fixture.lines().last?.record.target == instant("17:00:00"))
        let second = try fixture.store.commit([
            .purge(before: instant("17:30:00"), ahead: instant("20:00:00"), limit: 3)
        ])
        #expect(!second.purgeReachedLimit)
        #expect(try fixture.lines().map(\.record.target) == ["18:00:00", "17:45:00", "17:30:00"].map(instant))
    }

    /// A node's clock was years ahead for a while.
    @Test(arguments: Kind.allCases) func linesOfTheFutureGoWithTheirEntries(kind: Kind) throws {
        let fixture = try Fixture(kind)
        func append(_ first: Int, _ target: String, received: String) -> StoreOperation {
            .appendLedger(
                kitchen, epoch: "e1",
                [entry(first, target), ringEntry(first + 1, "a1", target), soundEntry(first + 2, "p\(first)", target)],
                received: instant(received))
        }
        func purge(before: String, limit: Int = 9) throws -> (reachedLimit: Bool, left: [WallTime]) {
            let summary = try fixture.store.commit([
                .purge(before: instant(before), ahead: instant("19:00:00"), limit: limit)
            ])
            return (summary.purgeReachedLimit, Set(try fixture.lines().map(\.cursor.target)).sorted())
        }
        _ = try fixture.store.commit([
            .saveDefinition(.plain(kitchen)), append(1, "18:00:00", received: "18:10:00"),
            append(4, "2199-01-01T00:00:00Z", received: "18:20:00"),
            append(7, "2199-01-02T00:00:00Z", received: "18:20:00"),
            append(10, "2199-01-03T00:00:00Z", received: "18:40:00"),
        ])
        let targets = ["18:00:00", "2199-01-01T00:00:00Z", "2199-01-02T00:00:00Z", "2199-01-03T00:00:00Z"].map(instant)
        #expect(try purge(before: "17:59:00") == (false, targets))
        #expect(try purge(before: "18:15:00") == (false, Array(targets[1...])))
        while try purge(before: "18:30:00", limit: 1).reachedLimit {}
        #expect(try fixture.lines().map(\.cursor.target) == [targets[3], targets[3], targets[3]])
        #expect(try purge(before: "18:50:00") == (false, []))
    }

    @Test(arguments: Kind.allCases) func onlyTheNewestEpochsAreRemembered(kind: Kind) throws {
        let fixture = try Fixture(kind)
        _ = try fixture.store.commit([.saveDefinition(.plain(kitchen))])
        for number in 1...20 { _ = try fixture.store.commit([.append(kitchen, [entry(1)], epoch: "e\(number)")]) }
        _ = try fixture.store.commit([.append(kitchen, [entry(2)], epoch: "e10")])
        let cursors = try #require(try fixture.store.load().nodes.first).cursors
        #expect(cursors.count == StoredNode.maximumCursors)
        #expect(cursors.last == Acked(epoch: "e10", sequence: 2, at: entry(2).at))
        #expect(cursors.first == Acked(epoch: "e5", sequence: 1, at: entry(1).at))
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct NodeTests {
    private var harness = CoreHarness(at: "18:01:00")

    @Test mutating func aNewNodeGetsItsFirstDefinitionWhenItIsStoredAndHasSaidThatItHoldsNone() throws {
        harness.send(.reported(kitchen, reported(revision: 0, store: nil, zone: "")))
        harness.send(.availability(kitchen, .online))
        #expect(harness.desired.isEmpty)
        let definition = NodeDefinition(
            id: kitchen, firstSeen: instant("18:01:00"), room: "kitchen", settings: .standard, revision: 1)
        #expect(
            harness.underWay?.operations == [
                .saveDefinition(definition), .saveAvailability(kitchen, .online, since: instant("18:01:00")),
            ])
        harness.send(.committed(try #require(harness.underWay).id, CommitSummary()))
        #expect(
            harness.desired == [
                kitchen: Desired(
                    revision: 1, store: "00112233aabbccdd", room: "kitchen", settings: .standard,
                    clock: SendingClock(
                        sent: harness.now.wall,
                        zeroNanoseconds: harness.now.wall.nanoseconds - harness.now.boot.nanoseconds))
            ])
    }

    @Test mutating func availabilityKeepsSinceWhenItIsSo() {
        harness.join(kitchen)
        _ = harness.advance(.minutes(1))
        harness.send(.availability(kitchen, .online))
        #expect(harness.commit == nil)
        #expect(harness.status(kitchen).availabilitySince == instant("18:01:00"))
        harness.send(.availability(kitchen, .offline))
        #expect(harness.status(kitchen).availabilitySince == instant("18:02:00"))
    }

    /// The broker had no room in its queue when the node said that it is back.
    @Test mutating func aNodeThatTellsWhatBecameOfAQuarterHourIsOnline() {
        harness.join(kitchen)
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        _ = harness.advance(.minutes(1))
        harness.send(.ledger(kitchen, batch(1...1)))
        #expect(harness.status(kitchen).availability == .online)
        #expect(harness.status(kitchen).availabilitySince == instant("18:02:00"))
        harness.send(.availability(kitchen, .offline))
        #expect(harness.status(kitchen).availability == .offline)
    }

    @Test func aSilentNodeIsAskedAfterTenSecondsAndOfflineAfterTwenty() {
        let state = StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant("18:00:00"),
            nodes: [stored(bedroom, availability: .online), stored(kitchen, availability: .online)])
        var harness = CoreHarness(at: "18:02:00", stored: state)
        harness.send(.availability(kitchen, .online))
        #expect(harness.status(bedroom).availability == .online)
        _ = harness.advance(.seconds(10))
        #expect(harness.status(bedroom).availability == .online)
        _ = harness.advance(.seconds(10))
        #expect(harness.status(bedroom).availability == .offline)
        #expect(harness.status(bedroom).availabilitySince == instant("18:02:20"))
        #expect(harness.status(kitchen).availability == .online)
        #expect(harness.status(kitchen).availabilitySince == instant("10:00:00"))
    }

    @Test mutating func twoMachinesWithOneIdAreNamedUntilOneHasBeenAloneForAMinute() throws {
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported(instance: "machine-a")))
        harness.send(.reported(kitchen, reported(instance: "machine-b")))
        #expect(harness.status(kitchen).problem == nil)
        harness.send(.reported(kitchen, reported(instance: "machine-a")))
        #expect(harness.warnings.contains { $0.contains("machine-a") && $0.contains("machine-b") })
        harness.send(.reported(kitchen, reported(instance: "machine-b")))
        #expect(harness.warnings.isEmpty, "one line is enough")
        let problem = try #require(harness.status(kitchen).problem)
        #expect(problem.contains("machine-a") && problem.contains("machine-b") && problem.contains("kitchen"))
        _ = harness.advance(.seconds(59))
        #expect(harness.status(kitchen).problem != nil)
        _ = harness.advance(.seconds(1))
        #expect(harness.status(kitchen).problem == nil)
        harness.send(.reported(kitchen, reported(instance: "machine-a")))
        #expect(harness.status(kitchen).problem != nil, "it is back")
    }

    @Test mutating func aMachineSetUpAnewIsNotTakenForASecondOne() {
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported(instance: "before")))
        for _ in 0..<3 { harness.send(.reported(kitchen, reported(instance: "after"))) }
        #expect(harness.status(kitchen).problem == nil)
    }

    @Test mutating func aRevisionOfAnotherStoreMeansNothing() {
        harness.join(kitchen)
        harness.send(.reported(kitchen, reported(revision: 7, store: "ffffffffffffffff")))
        harness.commitAll()
        #expect(harness.status(kitchen).revision.desired == 1)
        // Nor does it say that this store's document has been taken.
        #expect(harness.status(kitchen).revision.applied == 0)
    }

    @Test mutating func oneNodeMoreThanTwentyThousandIsRefusedWithOneLine() {
        for number in 0..<20_000 { harness.send(.availability(NodeID("n\(number)")!, .online)) }
        harness.commitAll()
        harness.send(.availability(kitchen, .online))
        #expect(harness.warnings.count == 1)
        #expect(harness.commit == nil)
        harness.send(.reported(bedroom, reported()))
        #expect(harness.effects.map { $0.subjectOfLine } == ["too many nodes"])
        harness.request(StatusRequest(after: NodeID("n9998")))
        guard let status = harness.replies.first?.value as? SiteStatus else { preconditionFailure("not answered") }
        #expect(status.nodes.map(\.id.rawValue) == ["n9999"])
    }

    @Test mutating func whatANodeSaysOfItselfIsCutToSize() {
        harness.join(kitchen)
        var long = reported(problems: Array(repeating: String(repeating: "x", count: 5_000), count: 100))
        long.clock.reason = String(repeating: "y", count: 10_000)
        harness.send(.reported(kitchen, long))
        let status = harness.status(kitchen)
        #expect(status.voice?.problems.count == VoiceReport.maximumProblems)
        #expect(status.voice?.problems.allSatisfy { $0.utf8.count == 200 } == true)
        #expect(status.clock?.reason.utf8.count == 300)
    }

    @Test mutating func theTimeIsAnsweredWithWhenTheRequestCameIn() {
        harness.send(
            .timeRequest(kitchen, TimeRequest(originNanoseconds: 5), received: instant("18:00:59"), correlation: [9]))
        #expect(
            harness.effects == [
                .replyTime(
                    kitchen, originNanoseconds: 5, received: instant("18:00:59"), isVouched: true, correlation: [9])
            ])
    }

    @Test(arguments: [true, false]) mutating func nodesMayGoByAClockThatSomebodyVouchesFor(isSaidSo: Bool) {
        harness = CoreHarness(at: "18:01:00", sync: .unsynchronised, isClockVouched: isSaidSo)
        harness.send(
            .timeRequest(kitchen, TimeRequest(originNanoseconds: 5), received: instant("18:01:00"), correlation: nil))
        #expect(
            harness.effects == [
                .replyTime(
                    kitchen, originNanoseconds: 5, received: instant("18:01:00"), isVouched: isSaidSo, correlation: nil)
            ])
    }

    @Test mutating func aBrokerThatStaysAwayIsMentionedOnce() {
        harness.send(.brokerDisconnected(reason: "connection refused"))
        #expect(harness.warnings.count == 1)
        harness.send(.brokerDisconnected(reason: "connection refused"))
        #expect(harness.warnings.isEmpty)
        harness.send(.brokerDisconnected(reason: "wrong password"))
        #expect(harness.warnings.count == 1)
    }
}

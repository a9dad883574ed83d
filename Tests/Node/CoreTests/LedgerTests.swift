import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct LedgerTests {
    private func ack(_ sequence: Int, epoch: String = "first") -> NodeCore.Event {
        .acked(Acked(epoch: epoch, sequence: sequence))
    }

    @Test func nothingIsSentBeforeTheRetainedAcknowledgementOrASecond() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 3))
        node.send(.started)
        node.send(.brokerConnected)
        node.run(for: .milliseconds(999))
        #expect(node.batches.isEmpty)
        node.run(for: .milliseconds(1))
        #expect(node.entriesSent.map(\.sequence) == [1, 2, 3])

        var told = NodeDriver(at: noon + .minutes(1), state: state(pending: 3))
        told.send(.started)
        told.send(.brokerConnected)
        told.send(ack(2))
        #expect(told.entriesSent.map(\.sequence) == [3])
        #expect(told.batches.map(\.epoch) == ["first"])
    }

    @Test func thousandsGoOutInOrderAWindowAtATime() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 3210))
        node.start()
        #expect(node.entriesSent.map(\.sequence) == Array(1...500))
        #expect(node.batches.allSatisfy { $0.oldest == 1 })
        #expect(node.batches.allSatisfy { WireCodec.encode($0).count <= LedgerBatch.maximumBytes })
        node.send(ack(100))
        #expect(node.entriesSent.map(\.sequence) == Array(1...600))
        var rounds = 0
        while let last = node.entriesSent.last?.sequence, last < 3210, rounds < 20 {
            node.send(ack(last))
            rounds += 1
        }
        #expect(node.entriesSent.map(\.sequence) == Array(1...3210))
        node.send(ack(3210))
        #expect(node.state.ledger.pending.isEmpty)
        node.forgetLog()
        node.run(for: .minutes(5))
        #expect(node.batches.isEmpty)
    }

    @Test func theLongestLinesFitAMessage() throws {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .fails(.deviceFailed, message: String(repeating: "\"\u{1}\\é👩‍👩‍👧‍👦", count: 500))
        node.start(connected: false)
        node.run(for: .hours(40))
        #expect(node.records.count > 150)
        #expect(node.records.allSatisfy { ($0.detail?.utf8.count ?? 0) <= 300 && $0.outcome == .failed })
        node.send(.brokerConnected)
        node.run(for: .seconds(2))
        #expect(node.entriesSent.count >= node.records.count)
        for batch in node.batches {
            #expect(try WireCodec.decode(LedgerBatch.self, from: WireCodec.encode(batch)) == batch)
        }
    }

    @Test func unacknowledgedEntriesAreSentAgainEverMoreRarely() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 2))
        node.start()
        let start = node.now.boot
        node.run(for: .minutes(4))
        let times = node.log.compactMap { line -> Double? in
            if case .publish(.ledger) = line.effect { (line.at.boot - start).secondsWithFraction } else { nil }
        }
        #expect(times == [0, 10, 30, 70, 130, 190])
        #expect(node.batches.allSatisfy { $0.entries.map(\.sequence) == [1, 2] })
    }

    @Test func acknowledgementsOfAnotherEpochChangeNothing() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 2))
        node.start()
        node.send(ack(2, epoch: "second"))
        #expect(node.state.ledger.pending.map(\.sequence) == [1, 2])
        #expect(node.state.ledger.epoch == "first")
    }

    @Test func nothingIsSentWhileDisconnectedAndAllOfItAfterwards() {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.send(.brokerDisconnected)
        node.run(for: .minutes(40))
        #expect(node.batches.isEmpty)
        #expect(node.records.count == 3)
        node.send(.brokerConnected)
        node.send(ack(0))
        #expect(node.entriesSent.map(\.sequence) == [1, 2, 3])
        node.send(.brokerDisconnected)
        node.forgetLog()
        node.run(for: .minutes(5))
        #expect(node.effects.allSatisfy { if case .publish(.ledger) = $0 { false } else { true } })
        node.send(.brokerConnected)
        node.send(ack(2))
        #expect(node.entriesSent.map(\.sequence) == [3])
    }

    @Test func aStateTurnedBackGoesOnUnderANewEpoch() {
        var node = NodeDriver(at: noon - .minutes(1), state: state(pending: 2))
        node.send(.started)
        node.run(for: .minutes(2))
        node.send(.brokerConnected)
        // The coordinator has seen forty entries of an epoch in which this state counts three.
        node.send(ack(40))
        node.run(for: .seconds(1))
        #expect(node.state.ledger.epoch != "first")
        #expect(node.saved.holds(node.state))
        #expect(node.batches.map(\.epoch) == [node.state.ledger.epoch])
        #expect(node.entriesSent.map(\.sequence) == [1, 2, 3])
        #expect(node.records.last?.target == noon)
        #expect(node.warnings.contains { $0.contains("the coordinator has entry 40 of its ledger") })
        // Seen again after a crash, it is another epoch's.
        let epoch = node.state.ledger.epoch
        node.crash()
        node.send(ack(40))
        #expect(node.state.ledger.epoch == epoch)
        #expect(node.state.ledger.pending.count == 3)
    }

    /// It has written as much again as it lost, under the same numbers.
    @Test func aStateTurnedBackIsKnownByTheEntryThatWasAcknowledged() {
        var node = NodeDriver(at: noon + .minutes(1), state: state(pending: 3))
        node.start()
        node.send(.acked(Acked(epoch: "first", sequence: 3, at: noon - .hours(7))))
        #expect(node.state.ledger.epoch != "first")
        #expect(node.state.ledger.pending.count == 3)
        #expect(node.batches.last?.epoch == node.state.ledger.epoch)
        // The same entry is simply acknowledged.
        let newest = node.state.ledger.pending[2]
        node.send(.acked(Acked(epoch: node.state.ledger.epoch, sequence: 3, at: newest.at)))
        #expect(node.state.ledger.pending.isEmpty)
    }

    /// Forty lines of rings as long as lines can be.
    @Test func theLongestLinesOfRingsFitAMessage() throws {
        let text = String(repeating: "\"\\", count: 500)
        var node = NodeDriver(at: noon, state: state(document()))
        node.start(connected: false)
        node.ringOutput = .fails(.deviceFailed, message: text)
        let alarms = (1...100).map { number in
            var ring = RingStyle.alarm
            ring.limitMinutes = 1
            return alarm(
                number, at: "12:0\(1 + number % 5)", countsFrom: noon,
                label: String(repeating: "👩‍👩‍👧‍👦\"", count: 10), ring: ring)
        }
        node.send(.desired(document(2, alarms: alarms)))
        node.run(for: .minutes(8))
        for line in node.state.rings {
            node.send(
                .ringAction(
                    RingAction(
                        id: "x", occurrence: line.occurrence, kind: .stop, at: node.now.wall,
                        by: String(text.prefix(128)))))
        }
        #expect(node.lines.count == 100)
        node.send(.brokerConnected)
        node.run(for: .seconds(2))
        #expect(node.entriesSent.count >= 100)
        for batch in node.batches {
            #expect(try WireCodec.decode(LedgerBatch.self, from: WireCodec.encode(batch)) == batch)
        }
    }

    @Test func nothingIsSentThatIsNotOnTheDisk() {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.disk = .hesitates
        node.run(for: .minutes(2))
        #expect(node.records.count == 1)
        #expect(node.batches.isEmpty)
        // Nor when something else asks for the ledger meanwhile.
        node.send(.brokerDisconnected)
        node.send(.brokerConnected)
        node.send(ack(0))
        node.run(for: .seconds(20))
        #expect(node.batches.isEmpty)
        node.answerStores()
        #expect(node.entriesSent.map(\.sequence) == [1])
    }

    @Test func aFailureThatIsToldLateDoesNotChangeTheEpoch() throws {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.disk = .hesitates
        node.run(for: .minutes(17))
        #expect(node.records.count == 2)
        let older = try #require(node.unansweredStores.first)
        // The disk refused that one, and then took the newest, which has both lines.
        node.send(.storeFailed(ticket: older.ticket, reason: "no space left on device"))
        #expect(node.batches.isEmpty)
        node.answerStores()
        node.run(for: .seconds(5))
        #expect(Set(node.batches.map(\.epoch)) == ["first"])
        #expect(node.entriesSent.map(\.sequence).prefix(2) == [1, 2])
    }

    @Test func whatCannotBeStoredIsSentUnderAnEpochThatNoDiskKnows() throws {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.disk = .fails("no space left on device")
        node.run(for: .minutes(32))
        let epoch = try #require(node.batches.last?.epoch)
        #expect(epoch != "first")
        #expect(node.batches.allSatisfy { $0.epoch == epoch })
        #expect(Set(node.entriesSent.map(\.sequence)) == [1, 2, 3])
        // The numbers that the crash turns back to are still free.
        node.disk = .works
        node.crash()
        node.forgetLog()
        node.run(for: .minutes(15))
        #expect(node.batches.first?.epoch == "first")
        #expect(node.entriesSent.first?.sequence == 1)
    }

    @Test func aDiskThatWorksAgainKeepsWhatItMissed() {
        var node = NodeDriver(at: noon - .minutes(1))
        node.disk = .fails("no space left on device")
        node.start()
        node.run(for: .minutes(20))
        #expect(node.warnings.filter { $0.contains("cannot be saved") }.count == 1)
        #expect(node.reports.last?.problem == "the node's state cannot be saved: no space left on device")
        #expect(node.saved.ledger.pending.isEmpty)
        node.disk = .works
        node.run(for: .seconds(31))
        #expect(node.saved.holds(node.state))
        #expect(node.saved.ledger.pending.count == 2)
        #expect(node.reports.last?.problem == nil)
        node.forgetLog()
        node.run(for: .minutes(2))
        #expect(node.effects.allSatisfy { if case .store = $0 { false } else { true } })
    }

    @Test func theOldestEntriesGoWhenNobodyListensForNinetyDays() throws {
        var node = NodeDriver(at: noon - .minutes(1), state: state(pending: NodeState.maximumPending))
        node.start(connected: false)
        node.run(for: .minutes(40))
        #expect(node.state.ledger.pending.count == NodeState.maximumPending)
        #expect(node.state.ledger.pending.first?.sequence == 4)
        #expect(node.state.ledger.pending.last?.record?.target == noon + .minutes(30))
        let bytes = WireCodec.encode(node.saved)
        #expect(bytes.count <= NodeState.maximumBytes)
        #expect(try WireCodec.decode(NodeState.self, from: bytes) == node.saved)
    }
}

import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct WakeTests {
    @Test func keepsAWakeInTripsAndSpeaksAtTheTarget() throws {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake(sent: noon - .milliseconds(15_040))))
        node.run(for: .seconds(30))

        let play = try #require(node.plays.first)
        #expect(node.plays.count == 1)
        #expect(play.target == noon)
        #expect(play.plan == .spokenTime(LocalTime(hour: 12, minute: 0)!, chime: .strike))
        #expect(play.volume == .standard)
        #expect(node.trips.allSatisfy { $0 > .zero && $0 <= .seconds(1) })
        #expect(
            node.records == [
                QuarterRecord(
                    target: noon, outcome: .announced, source: .wake, wakeLatencyMilliseconds: 40,
                    onsetErrorMicroseconds: 12, trips: 13)
            ])
    }

    @Test func aWakeThatCameEarlyForAnotherRoomsMelodyIsWatchedOnceItsSoundIsNear() {
        var node = NodeDriver(at: noon - .seconds(45))
        node.start()
        node.send(.wake(wake(sent: noon - .seconds(45), budget: .seconds(60))))
        node.run(for: .seconds(60))
        #expect(node.plays.map(\.target) == [noon])
        #expect(node.trips.first == .seconds(30))
        #expect(node.trips.dropFirst().allSatisfy { $0 > .zero && $0 <= .seconds(1) })
        #expect(node.records.map(\.trips) == [14])
    }

    @Test func opensTheOutputAtTheLeadInAndNotBefore() throws {
        for leadIn: Duration in [.milliseconds(300), .seconds(2), .seconds(5)] {
            var node = NodeDriver(at: noon - .seconds(15), leadIn: leadIn)
            node.start()
            node.send(.wake(wake()))
            node.run(for: .seconds(30))
            let play = try #require(node.log.first { if case .play = $0.effect { true } else { false } })
            #expect(play.at.wall == noon - leadIn)
        }
    }

    @Test func storesBeforeItPlaysAndBeforeItTells() throws {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(20))
        let order = node.effects.compactMap { effect -> String? in
            switch effect {
            case .store(let state, _):
                state.wrappedValue.quarters.playing == noon
                    ? "store playing" : state.wrappedValue.ledger.pending.isEmpty ? nil : "store record"
            case .play: "play"
            case .publish(.ledger): "tell"
            default: nil
            }
        }
        #expect(order == ["store playing", "play", "store record", "tell"])
        #expect(node.batches == [LedgerBatch(epoch: "first", oldest: 1, entries: node.state.ledger.pending)])
    }

    @Test func repeatedWakesChangeNothing() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        for _ in 0..<3 { node.send(.wake(wake())) }
        node.run(for: .seconds(14))
        node.send(.wake(wake(sent: noon - .seconds(14), budget: .seconds(60))))
        node.run(for: .seconds(10))
        let before = node.log.count
        node.send(.wake(wake()))
        #expect(node.log.count == before)
        #expect(node.plays.count == 1)
        #expect(node.records.map(\.trips) == [13])
    }

    @Test func wakesItselfWhenNoWakeComes() throws {
        var node = NodeDriver(at: noon - .minutes(10))
        node.start(connected: false)
        node.run(until: noon + .seconds(10))
        let woken = try #require(
            node.log.first { if case .setTimer(let t, _) = $0.effect { t.kind == .trip } else { false } })
        #expect(woken.at.wall == noon - .seconds(4))
        #expect(node.plays.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [.announced])
        #expect(node.records.map(\.source) == [.self])
        #expect(node.records.map(\.wakeLatencyMilliseconds) == [nil])
    }

    @Test func everyQuarterHourIsSpokenWithEverythingElseDead() {
        var node = NodeDriver(at: noon - .minutes(10))
        node.start(connected: false)
        node.run(for: .hours(24))
        #expect(node.plays.map(\.target) == (0..<96).map { noon + QuarterHour.length * $0 })
        #expect(node.records.map(\.target) == node.plays.map(\.target))
        #expect(node.records.allSatisfy { $0.outcome == .announced })
    }

    @Test func withoutSelfWakeAQuarterHourWithoutAWakeIsMissed() {
        var node = NodeDriver(at: noon - .minutes(1), state: state { $0.selfWake = false })
        node.start()
        node.run(until: noon + .minutes(1))
        #expect(node.plays.isEmpty)
        #expect(node.records.map(\.outcome) == [.missed])
        #expect(node.records.map(\.reason) == [.noWake])
        #expect(node.records.map(\.source) == [nil])
    }

    @Test(arguments: [
        (after: Duration.milliseconds(500), outcome: QuarterOutcome.announced, reason: QuarterReason?.none),
        (after: .seconds(2), outcome: .announced, reason: nil),
        (after: .milliseconds(2001), outcome: .missed, reason: .late),
    ])
    func aLateWakeIsKeptWithinTheGrace(after: Duration, outcome: QuarterOutcome, reason: QuarterReason?) {
        var node = NodeDriver(at: noon - .minutes(1), state: state { $0.selfWake = false })
        node.start()
        node.run(until: noon + after)
        node.send(.wake(wake(notAfter: noon + .seconds(10))))
        node.run(for: .minutes(1))
        #expect(node.records.map(\.outcome) == [outcome])
        #expect(node.records.map(\.reason) == [reason])
        #expect(node.records.map(\.source) == [.wake])
    }

    @Test(arguments: [
        (wake: wake(noon - .hours(24), notAfter: noon + .hours(1)), line: "came 86340 s after its target"),
        (wake: wake(noon + .hours(24 * 365)), line: "it is 31536060 s ahead"),
        (wake: wake(noon, budget: .seconds(60)), line: "it is 60 s ahead, more than its budget of 60000 ms allows"),
        (wake: wake(noon, budget: .seconds(90), notAfter: noon - .seconds(61)), line: "it was good until"),
    ])
    func aWakeForAnotherTimeIsIgnoredWithOneLine(wake: Wake, line: String) {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.forgetLog()
        node.send(.wake(wake))
        #expect(node.warnings.count == 1)
        #expect(node.warnings.allSatisfy { $0.contains(line) }, "\(node.warnings)")
        // It is not in the way of the right one.
        node.run(until: noon + .minutes(1))
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test func aWakeForADecidedQuarterHourIsIgnored() {
        var before = state { _ in }
        before.quarters = QuarterMemory(decided: [noon])
        var node = NodeDriver(at: noon - .seconds(15), state: before)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .minutes(2))
        #expect(node.plays.isEmpty)
        #expect(node.records.isEmpty)
    }

    @Test func silenceWithAReasonWhenUnderFiveSecondsOfTheBudgetAreLeft() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(5))
        // The wall clock is set back: 25 s of the budget are left and 24 s to go.
        node.setClock(to: noon - .seconds(24))
        node.run(until: noon + .seconds(30))
        #expect(node.plays.isEmpty)
        #expect(node.records.map(\.outcome) == [.expired])
        #expect(node.records.map(\.source) == [.wake])
        #expect(node.records.first?.detail?.contains("of the budget left") == true)
    }

    @Test func aMachineThatSleptThroughTheQuarterHoursMissedEachOfThem() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(3))
        node.suspend(for: .hours(2))
        node.run(for: .seconds(5))
        #expect(node.records.map(\.target) == (0..<8).map { noon + QuarterHour.length * $0 })
        #expect(node.records.allSatisfy { $0.outcome == .missed && $0.reason == .late })
        #expect(node.plays.isEmpty)
    }

    @Test func aNodeThatComesUpWithinTheGraceStillSpeaks() {
        var node = NodeDriver(at: noon + .seconds(1))
        node.start()
        node.run(for: .minutes(1))
        #expect(node.plays.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [.announced])
    }
}

import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Crashes and stops at the worst moments.
struct RecoveryTests {
    /// Killed this long before or after the target, up again after a second.
    @Test(arguments: [
        (Duration.seconds(-14), QuarterOutcome.announced, QuarterReason?.none, 1),
        (.seconds(-3), .announced, nil, 1),
        // Ordered and not heard: simply due.
        (.milliseconds(-1900), .announced, nil, 2),
        (.milliseconds(-1100), .announced, nil, 2),
        // Nobody can say how much of it was heard.
        (.milliseconds(-900), .missed, .interrupted, 1),
        (.seconds(1), .missed, .interrupted, 1),
        // Said and stored.
        (.seconds(4), .announced, nil, 1),
    ])
    func aQuarterHourHasOneLineWheneverTheNodeIsKilled(
        at moment: Duration, outcome: QuarterOutcome, reason: QuarterReason?, plays: Int
    ) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon + moment)
        node.crash(for: .seconds(1))
        node.send(.wake(wake()))
        node.run(for: .minutes(2))
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [outcome])
        #expect(node.records.map(\.reason) == [reason])
        #expect(node.plays.count == plays)
    }

    @Test func theInterruptionIsToldOnce() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.run(until: noon + .seconds(1))
        for _ in 0..<3 { node.crash(for: .seconds(1)) }
        #expect(node.records.map(\.reason) == [.interrupted])
        #expect(node.saved.quarters.playing == nil)
    }

    @Test func aClockThatCameUpBehindDoesNotRepeatWhatThePowerCutInterrupted() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.run(until: noon + .seconds(1))
        // No battery: the clock comes up where it was last saved, and is set a minute later.
        node.now.sync = .unsynchronised
        node.crash(for: .seconds(20), wall: noon - .minutes(40))
        node.run(for: .minutes(1))
        #expect(node.records.isEmpty)
        node.now.sync = .synchronised(by: .timesyncd)
        node.setClock(to: noon + .seconds(81))
        node.run(for: .minutes(1))
        #expect(node.plays.count == 1)
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.reason) == [.interrupted])
    }

    /// By a time service that is wrong and vouches for it: the instant comes once more.
    @Test(arguments: [Duration.seconds(-1), .seconds(1)])
    func aClockThatWasSetBackWhileTheNodeWasOffDoesNotRepeatWhatWasInterrupted(at moment: Duration) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.run(until: noon + moment)
        node.crash(for: .seconds(20), wall: noon - .minutes(40))
        node.run(for: .minutes(50))
        #expect(node.plays.filter { $0.target == noon }.count == 1)
        #expect(node.records.filter { $0.target == noon }.map(\.reason) == [.interrupted])
        // Those before it are announced as ever.
        #expect(node.records.count { $0.outcome == .announced } == 2)
    }

    /// To moments before the instant, which look like those at which it would have been simply due.
    @Test(arguments: [true, false], [Duration.seconds(-56), .seconds(-10), .seconds(-3)])
    func aClockThatWasSetBackByLittleDoesNotRepeatWhatWasInterrupted(reboots: Bool, to moment: Duration) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.run(until: noon + .milliseconds(500))
        node.crash(for: .seconds(20), wall: noon + moment, reboots: reboots)
        // Nor does a second crash make it forget when that was.
        node.crash()
        node.run(for: .minutes(2))
        #expect(node.plays.filter { $0.target == noon }.count == 1)
        #expect(node.records.filter { $0.target == noon }.map(\.reason) == [.interrupted])
    }

    @Test func whatWasInterruptedIsNotTakenForMissedWhileTheClockIsNotTrusted() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.run(until: noon + .milliseconds(500))
        node.now.sync = .unsynchronised
        node.crash(for: .milliseconds(200))
        node.send(.wake(wake()))
        node.run(for: .minutes(1))
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.reason) == [.interrupted])
    }

    @Test func whatWasInterruptedIsSettledBeforeTheNextIsPlayed() {
        var before = state { _ in }
        before.quarters = QuarterMemory(playing: noon - .minutes(15))
        var node = NodeDriver(at: noon - .seconds(15), state: before, sync: .unsynchronised)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(12))
        node.now.sync = .synchronised(by: .chrony)
        node.run(for: .seconds(20))
        #expect(node.records.map(\.target) == [noon - .minutes(15), noon])
        #expect(node.records.map(\.outcome) == [.missed, .announced])
    }

    @Test(arguments: [
        (Duration.seconds(-10), 0, QuarterOutcome?.none),
        (.milliseconds(-1500), 1, nil),
        (.seconds(1), 1, .missed),
        (.seconds(10), 0, .announced),
    ])
    func beingToldToLeaveTakesBackOrRecordsWhatIsPlaying(
        at moment: Duration, cancelled: Int, outcome: QuarterOutcome?
    ) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon + moment)
        node.send(.shutdown)
        #expect(node.cancelledPlays.count == cancelled)
        #expect(node.saved.ledger.pending.compactMap(\.record?.outcome) == (outcome.map { [$0] } ?? []))
        #expect(node.saved.quarters.playing == nil)
        // The next start speaks it if there is time.
        node.crash(for: .milliseconds(500))
        node.run(for: .minutes(1))
        #expect(node.records.count == 1)
        #expect(node.records.first?.outcome == outcome ?? .announced)
    }

    @Test func whatIsDecidedIsAListAndNotAHighWaterMark() {
        var before = state { _ in }
        before.quarters = QuarterMemory(decided: [noon + .hours(24 * 365)])
        var node = NodeDriver(at: noon - .minutes(1), state: before)
        node.start()
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.target) == [noon])
    }

    @Test func damagedStatesAreRefusedByWhatIsWrong() throws {
        let whole = WireCodec.encode(state(pending: 3))
        #expect(try WireCodec.decode(NodeState.self, from: whole) == state(pending: 3))
        func damage(_ change: (inout NodeState) -> Void) -> String {
            var state = state(pending: 3)
            change(&state)
            do {
                return "\(try WireCodec.decode(NodeState.self, from: WireCodec.encode(state)))"
            } catch { return error.description }
        }
        #expect(damage { $0.ledger.nextSequence = .max }.contains("9223372036854775807 is not in 1...2147483647"))
        #expect(damage { $0.ledger.nextSequence = 9 } == "sequences do not lead up to 9 at pending")
        #expect(damage { $0.ledger.pending.remove(at: 1) } == "sequences do not lead up to 4 at pending")
        #expect(
            damage { $0.quarters = QuarterMemory(decided: [noon + .seconds(1)]) }
                == "not all are quarter hours of UTC at decided")
        #expect(
            damage { $0.quarters = QuarterMemory(playing: noon + .seconds(1)) }
                == "is not a quarter hour of UTC at playing")
        #expect(damage { $0.ledger.epoch = "" } == "0 characters are not in 1...32 at epoch")
    }
}

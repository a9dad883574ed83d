import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Timers and stopwatches while the coordinator's clock is set, over restarts of the coordinator.
@Suite struct TimerClockTests {
    private let store = MemoryStore.empty()

    private func coordinator(at time: String, sync: SystemSync = CoreHarness.synchronised) -> CoreHarness {
        var harness = CoreHarness(at: time, sync: sync, store: store)
        harness.settleIn(kitchen)
        return harness
    }

    private func state(_ harness: CoreHarness) -> CountdownState? { harness.timer(t1)?.timer.state }

    // MARK: The occurrence's name

    /// The room counts by itself, and rings what it was told first.
    @Test(arguments: [false, true]) func aTimerWhoseClockWasSetIsOverAfterARestart(restarts: Bool) {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(60))
        _ = harness.setClock(to: "19:00:10")
        harness.commitAll()
        if restarts { harness = coordinator(at: "19:00:20") }
        _ = harness.advance(.minutes(1))
        let effects = harness.ledger(kitchen, rung(.timer(t1), "18:01:00"))
        #expect(harness.timer(t1) == nil)
        #expect((effects + harness.live(until: "2026-11-22T21:00:00Z")).absences.isEmpty)
        #expect(store.ringLines.map(\.outcome) == [.rang])
    }

    /// The line of a room that tells nothing has the name that the room's own line would have.
    @Test func whatIsAbsentHasTheNameThatTheRoomsKnow() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(60))
        _ = harness.setClock(to: "19:00:10")
        harness.commitAll()
        harness = coordinator(at: "19:00:20")
        harness.live(until: "2026-11-22T20:10:00Z")
        #expect(store.ringLines.map(\.occurrence.due) == [instant("18:01:00")])
        #expect(store.ringLines.map(\.outcome) == [.absent])
    }

    /// A room that comes to a timer after the clock was set knows it by the same name as the others: a stop reaches it.
    @Test func everyRoomIsToldOneNameForAnOccurrence() {
        var harness = coordinator(at: "18:00:00")
        harness.made(.setGroup(NodeGroup(id: upstairs, nodes: [kitchen])), timer(600, groups: [upstairs]))
        _ = harness.setClock(to: "19:00:00")
        harness.commitAll()
        harness = coordinator(at: "19:00:20")
        harness.settleIn(bedroom)
        harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [bedroom, kitchen])))
        harness.commitAll()
        let told = harness.desired[bedroom]?.timers.first
        #expect(told?.due == instant("18:10:00"))
        #expect(told?.state == .running(ends: instant("19:10:00")))
        harness.made(.addToTimer(t1, seconds: 60))
        #expect(harness.timer(t1)?.timer.due == instant("19:11:00"))
    }

    // MARK: A clock that starts behind

    /// A machine without a battery starts an hour behind, and its time service puts the clock right.
    @Test(arguments: [false, true]) func aClockThatBecomesRightMovesNothingThatARightOneStored(isVouchedFirst: Bool) {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(600), .startStopwatch(name: "run"))
        harness = coordinator(at: "17:00:10", sync: .unsynchronised)
        _ = harness.advance(.seconds(50))
        // Time services vouch with the step, or some moments later.
        if isVouchedFirst { harness.now.sync = CoreHarness.synchronised }
        _ = harness.setClock(to: "18:02:39.5")
        harness.commitAll()
        harness.now.sync = CoreHarness.synchronised
        _ = harness.advance(.seconds(1))
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("18:10:00")))
        #expect(harness.stopwatch(s1)?.state == .running(since: instant("18:00:00")))
        harness.made(.pauseTimer(t1), .stopStopwatch(s1))
        #expect(state(harness) == .paused(remainingMilliseconds: 439_500))
        #expect(harness.stopwatch(s1)?.state == .stopped(elapsedMilliseconds: 160_500))
    }

    /// The clock leaps a month ahead, and the program starts again by it: the timer is not over, and its room keeps it.
    @Test func aClockThatIsAMonthAheadEndsNoTimer() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(3600))
        harness = coordinator(at: "18:10:00", sync: .unsynchronised)
        _ = harness.setClock(to: "2026-12-21T18:10:00Z")
        harness.commitAll()
        harness = coordinator(at: "2026-12-21T18:15:00Z", sync: .unsynchronised)
        _ = harness.advance(.minutes(10))
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("19:00:00")))
        harness.now.sync = CoreHarness.synchronised
        _ = harness.setClock(to: "18:30:00")
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("19:00:00")))
    }

    @Test func afterItBecameRightTheyMoveWithAClockThatIsSet() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(3600))
        harness = coordinator(at: "17:00:10", sync: .unsynchronised)
        harness.now.sync = CoreHarness.synchronised
        _ = harness.setClock(to: "18:02:00")
        harness.commitAll()
        _ = harness.setClock(to: "20:02:00")
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("21:00:00")))
    }

    /// Only a clock that is wrong knows a timer that was started by it.
    @Test func oneThatWasStartedByTheWrongClockMovesWithIt() {
        var harness = coordinator(at: "17:00:00", sync: .unsynchronised)
        harness.made(timer(600))
        harness = coordinator(at: "17:01:00", sync: .unsynchronised)
        harness.now.sync = CoreHarness.synchronised
        _ = harness.setClock(to: "18:01:00")
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("18:10:00")))
        // From now on a right clock has named its end.
        harness = coordinator(at: "17:03:00", sync: .unsynchronised)
        _ = harness.setClock(to: "18:03:00")
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("18:10:00")))
    }

    /// The clock says that 600 s remain; 440.5 s do.
    @Test func nothingIsReckonedByAClockThatMayBeHoursBehind() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(600), .startStopwatch(name: "run"))
        harness = coordinator(at: "17:02:39.5", sync: .unsynchronised)
        harness.change(.pauseTimer(t1))
        #expect(harness.refusal?.code == .unavailable)
        harness.change(.lapStopwatch(s1))
        #expect(harness.refusal?.code == .unavailable)
        harness.change(.stopStopwatch(s1))
        #expect(harness.refusal?.code == .unavailable)
        harness.made(.addToTimer(t1, seconds: 60))
        #expect(state(harness) == .running(ends: instant("18:11:00")))
        // Nobody vouched for the clock that started this timer, so pausing it waits for nothing.
        harness.made(timer(60))
        harness.made(.pauseTimer(TimerID(number: 2)!))
    }

    /// The store refuses what was moved, and the clock is right by then.
    @Test func aStoreThatFailsAsTheClockBecomesRightMovesNothingElse() throws {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(600))
        harness = coordinator(at: "17:01:00", sync: .unsynchronised)
        harness.made(timer(600))
        harness.now.sync = CoreHarness.synchronised
        _ = harness.setClock(to: "18:01:00")
        harness.failCommit()
        _ = harness.advance(.minutes(1))
        harness.commitAll()
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("18:10:00")))
        #expect(harness.timer(TimerID(number: 2)!)?.timer.state == .running(ends: instant("18:11:00")))
    }

    /// Somebody sets the clock twelve hours back, and the power goes. It is back with the right time, or with a wrong
    /// one that is put right later.
    @Test(arguments: [false, true]) func whatAWrongClockMovedReturnsWithTheNextRun(isRightAtOnce: Bool) throws {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(3_600), .startStopwatch(name: "run"))
        harness.now.sync = .unsynchronised
        _ = harness.setClock(to: "06:00:00")
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("07:00:00")))
        harness =
            isRightAtOnce ? coordinator(at: "18:01:00") : coordinator(at: "06:01:00", sync: .unsynchronised)
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.send(.brokerConnected)
        #expect(harness.desired[kitchen]?.timers.map(\.state) == [.running(ends: instant("19:00:00"))])
        #expect(harness.desired[kitchen]?.timers.map(\.due) == [instant("19:00:00")])
        if !isRightAtOnce {
            harness.now.sync = CoreHarness.synchronised
            _ = harness.setClock(to: "18:02:00")
            harness.commitAll()
        }
        _ = harness.advance(.minutes(5))
        harness.commitAll()
        #expect(state(harness) == .running(ends: instant("19:00:00")))
        #expect(harness.stopwatch(s1)?.state == .running(since: instant("18:00:00")))
        #expect(store.ringLines.isEmpty)
        let stored = store.contents.objects
        #expect(stored.contains { if case .timer(let it) = $0 { it == harness.timer(t1) } else { false } })
        #expect(stored.contains { if case .stopwatch(let it) = $0 { it == harness.stopwatch(s1) } else { false } })
    }

    /// A clock that moves on with what vouches for it names the instants itself.
    @Test func whatARightClockMovedStaysWithTheNextRun() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(3_600))
        _ = harness.setClock(to: "19:30:00")
        harness.commitAll()
        harness = coordinator(at: "19:31:00")
        #expect(state(harness) == .running(ends: instant("20:30:00")))
        #expect(harness.timer(t1)?.timer.due == instant("19:00:00"))
    }

    /// The store refuses it, and accepts it later.
    @Test func whatReturnsIsStoredWhenTheStoreWorksAgain() {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(3_600))
        harness.now.sync = .unsynchronised
        _ = harness.setClock(to: "06:00:00")
        harness.commitAll()
        harness = CoreHarness(at: "18:01:00", store: store, commits: false)
        harness.failCommit()
        _ = harness.advance(.minutes(1))
        harness.commitAll()
        #expect(
            store.contents.objects.contains { if case .timer(let it) = $0 { it == harness.timer(t1) } else { false } })
        #expect(state(harness) == .running(ends: instant("19:00:00")))
    }

    // MARK: What nodes are told of the clock

    @Test func everyDocumentTellsItsTimeAndHowTheClockIsSet() throws {
        var harness = coordinator(at: "18:00:00.25")
        harness.change(timer(60))
        harness.commitAll()
        let first = try #require(harness.desired[kitchen]?.clock)
        #expect(first.sent == instant("18:00:00.25"))
        _ = harness.advance(.seconds(5))
        harness.change(timer(60))
        harness.commitAll()
        #expect(
            harness.desired[kitchen]?.clock
                == SendingClock(sent: instant("18:00:05.25"), zeroNanoseconds: first.zeroNanoseconds))
    }

    /// A room without a timer may be given one in a moment.
    @Test(arguments: [false, true]) func aClockThatIsSetIsToldToEveryRoom(hasTimer: Bool) throws {
        var harness = coordinator(at: "18:00:00")
        harness.settleIn(bedroom)
        harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [kitchen])))
        harness.commitAll()
        if hasTimer { harness.made(timer(60)) }
        let told = harness.setClock(to: "18:10:00") + harness.commitAll()
        let clocks = told.compactMap {
            if case .publish(.desired(_, let document)) = $0 { document.clock } else { nil }
        }
        #expect(clocks.count == 2)
        #expect(clocks.allSatisfy { $0.sent == instant("18:10:00") })
    }

    /// A node that reads the document must not learn of a step that the document's timers have not followed.
    @Test func aDocumentGoesByTheClockThatItsTimersFollow() throws {
        var harness = coordinator(at: "18:00:00")
        harness.made(timer(600))
        _ = harness.setClock(to: "19:00:00")
        harness.failCommit()
        _ = harness.advance(.seconds(5), firing: false)
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.send(.brokerConnected)
        let document = try #require(harness.desired[kitchen])
        #expect(document.timers.map(\.state) == [.running(ends: instant("18:10:00"))])
        #expect(document.clock?.sent == instant("18:00:05"))
    }
}

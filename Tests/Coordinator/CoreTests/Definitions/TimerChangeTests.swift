import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct TimerChangeTests {
    private var harness = CoreHarness(at: "18:00:00.5")

    init() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    private var state: CountdownState? { harness.timer(t1)?.timer.state }

    @Test mutating func itEndsWhenItsTimeIsOverAndItsNodesAreTold() throws {
        harness.change(timer(600, "pasta", nodes: [kitchen, bedroom]))
        harness.commitAll()
        let expected = CountdownTimer(
            id: t1, revision: 1, name: "pasta", seconds: 600, state: .running(ends: instant("18:10:00.5")),
            ring: .timer,
            isVouched: true)
        #expect(harness.desired[kitchen]?.timers == [expected] && harness.desired[bedroom]?.timers == [expected])
        #expect(harness.timer(t1)?.timer == expected)
    }

    @Test mutating func itsRoomsAreToldThatItSpeaks() {
        harness.made(
            .startTimer(name: "", seconds: 600, targets: RingTargets(nodes: [kitchen]), ring: .timer, speaks: true))
        harness.made(.addToTimer(t1, seconds: 60))
        #expect(harness.desired[kitchen]?.timers.map(\.speaks) == [true])
    }

    @Test mutating func pausingAndResumingKeepsWhatIsLeft() throws {
        harness.made(timer(600))
        _ = harness.advance(.milliseconds(59_300))
        harness.made(.pauseTimer(t1))
        #expect(state == .paused(remainingMilliseconds: 540_700))
        harness.change(.pauseTimer(t1))
        #expect(harness.replies == [.success(ChangeResult(events: []))])
        _ = harness.advance(.hours(2))
        harness.made(.addToTimer(t1, seconds: -40))
        #expect(state == .paused(remainingMilliseconds: 500_700))
        harness.made(.addToTimer(t1, seconds: 60))
        harness.made(.resumeTimer(t1))
        #expect(state == .running(ends: harness.now.wall + .milliseconds(560_700)))
        let timer = try #require(harness.timer(t1)).timer
        #expect(timer.revision == 5 && timer.seconds == 620)
        harness.change(.resumeTimer(t1))
        #expect(harness.commit == nil)
    }

    @Test mutating func timeIsAddedToOneThatRunsAndToOneThatHasRunOut() throws {
        harness.made(timer(60))
        harness.made(.addToTimer(t1, seconds: 30))
        #expect(state == .running(ends: instant("18:01:30.5")))
        harness.change(.addToTimer(t1, seconds: -90))
        #expect(harness.refusal?.code == .invalid)
        _ = harness.advance(.seconds(100))
        harness.change(.pauseTimer(t1))
        #expect(harness.refusal?.code == .unavailable)
        harness.made(.addToTimer(t1, seconds: 60))
        #expect(state == .running(ends: harness.now.wall + .seconds(60)))
        #expect(harness.timer(t1)?.timer.seconds == 150)
    }

    @Test mutating func itIsTakenAwayWhenEveryNodeHasALineForIt() throws {
        harness.made(timer(60, nodes: [kitchen, bedroom]))
        _ = harness.advance(.seconds(70))
        harness.ledger(kitchen, rung(.timer(t1), "18:01:00.5"))
        #expect(harness.timer(t1) != nil)
        let effects = harness.ledger(bedroom, rung(.timer(t1), "18:01:00.5"))
        #expect(harness.timer(t1) == nil)
        let event = try #require(
            effects.compactMap { if case .publish(.change(let event)) = $0 { event } else { nil } }.first)
        #expect(event.new == nil && event.old != nil)
        #expect(harness.desired[kitchen]?.timers == [])
        #expect(effects.absences.isEmpty)
    }

    @Test mutating func aLineOfAnEarlierTimeThatItRanOutDoesNotEndIt() throws {
        harness.made(timer(60))
        _ = harness.advance(.seconds(63))
        harness.made(.addToTimer(t1, seconds: 5))
        // The node had begun to ring and was told otherwise.
        harness.ledger(kitchen, rung(.timer(t1), "18:01:00.5"))
        #expect(state == .running(ends: instant("18:01:08.5")))
        _ = harness.advance(.seconds(10))
        harness.ledger(kitchen, from: 2, rung(.timer(t1), "18:01:08.5"))
        #expect(harness.timer(t1) == nil)
    }

    @Test mutating func aRestartForgetsNoLine() throws {
        let definition = TimerDefinition(
            timer: CountdownTimer(
                id: t1, revision: 1, name: "", seconds: 60, state: .running(ends: instant("17:59:00")), ring: .timer,
                isVouched: true),
            targets: RingTargets(nodes: [bedroom, kitchen]))
        let state = StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant("18:00:00"), nodes: [stored(bedroom), stored(kitchen)],
            numbers: DefinitionNumbers(lastTimer: 1), objects: [.timer(definition)],
            lines: [
                RingLine(
                    node: bedroom, occurrence: Occurrence(source: .timer(t1), due: instant("17:59:00")), isOfNode: true)
            ])
        var harness = CoreHarness(at: "18:00:00", stored: state)
        #expect(harness.timer(t1) == definition)
        harness.ledger(kitchen, rung(.timer(t1), "17:59:00"))
        #expect(harness.timer(t1) == nil)
    }

    @Test mutating func whatNoNodeReportsIsClosedADayLater() throws {
        harness.made(timer(60, nodes: [kitchen, bedroom]))
        harness.ledger(kitchen, rung(.timer(t1), "18:01:00.5"))
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        #expect(harness.advance(.hours(25)).absences.isEmpty)
        #expect(harness.timer(t1) != nil)
        let effects = harness.advance(.minutes(2)) + harness.commitAll()
        let absence = try #require(effects.absences.first)
        #expect(effects.absences.count == 1 && absence.node == bedroom)
        #expect(absence.record.occurrence == Occurrence(source: .timer(t1), due: instant("18:01:00.5")))
        #expect(absence.record.outcome == .absent && absence.record.reason == .offline)
        #expect(harness.timer(t1) == nil)
    }

    /// The coordinator's clock was years behind when it told the end, and is right since a restart.
    @Test func whatRanOutBeforeItsNodeWasFirstSeenHasItsLine() {
        let ends = instant("2024-11-21T18:00:00Z")
        let definition = TimerDefinition(
            timer: CountdownTimer(
                id: t1, revision: 1, name: "", seconds: 60, state: .running(ends: ends), ring: .timer),
            targets: RingTargets(nodes: [bedroom]))
        let state = StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant("18:00:00"), nodes: [stored(bedroom)],
            numbers: DefinitionNumbers(lastTimer: 1), objects: [.timer(definition)])
        var harness = CoreHarness(at: "18:00:00", stored: state)
        let effects = harness.advance(.minutes(2)) + harness.commitAll()
        #expect(effects.absences.map(\.record.occurrence) == [Occurrence(source: .timer(t1), due: ends)])
        #expect(harness.timer(t1) == nil)
    }

    /// Meanwhile everything that may be over is looked at once more.
    @Test mutating func itIsTakenAwayWhenTheStoreWorksAgain() throws {
        harness.made(timer(60))
        _ = harness.advance(.seconds(70))
        let line = LedgerEntry(sequence: 1, at: harness.now.wall, event: .ring(rung(.timer(t1), "18:01:00.5")))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [line])))
        harness.send(.committed(try #require(harness.underWay).id, CommitSummary()))
        #expect(harness.commit?.operations.contains(.removeObject(.timer(t1))) == true)
        harness.send(.zone("Europe/Berlin", harness.zones["Europe/Berlin"]))
        harness.failCommit()
        #expect(harness.timer(t1) != nil)
        _ = harness.advance(.minutes(1))
        harness.commitAll()
        #expect(harness.timer(t1) == nil)
    }

    @Test mutating func cancellingOneThatHasRunOutGivesItsLinesAtOnce() {
        harness.made(timer(60, nodes: [kitchen, bedroom]))
        _ = harness.advance(.seconds(70))
        harness.ledger(kitchen, rung(.timer(t1), "18:01:00.5"))
        #expect(harness.change(.cancelTimer(t1)).absences.map(\.node) == [bedroom])
        // A timer cancelled before it runs out leaves no line.
        harness.commitAll()
        harness.made(timer(60))
        #expect(harness.change(.cancelTimer(TimerID(number: 2)!)).absences.isEmpty)
    }

    @Test mutating func aNodeThatLeavesAGroupGetsItsLineOfOneThatHasRunOut() {
        let office = NodeID("office")!
        harness.settleIn(office)
        harness.made(
            .setGroup(NodeGroup(id: upstairs, nodes: [bedroom, kitchen, office])),
            timer(60, nodes: [office], groups: [upstairs]))
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        // A node that leaves before the timer runs out misses nothing.
        _ = harness.advance(.seconds(50))
        #expect(harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [bedroom]))).absences.isEmpty)
        harness.commitAll()
        _ = harness.advance(.seconds(20))
        // The office rings it by its own name.
        let absences = harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [kitchen]))).absences
        #expect(absences.map(\.node) == [bedroom])
        #expect(absences.map(\.record.occurrence) == [Occurrence(source: .timer(t1), due: instant("18:01:00.5"))])
        #expect(absences.first?.record.outcome == .absent && absences.first?.record.label == "pasta")
    }

    @Test mutating func aClockThatIsSetChangesNoTimerAndNoStopwatch() throws {
        harness.made(timer(600), .startStopwatch(name: "run"))
        let revision = harness.status(kitchen).revision.desired
        _ = harness.advance(.seconds(100))
        _ = harness.setClock(to: "2026-11-21T20:00:00Z")
        let told = harness.commitAll()
        // The same timer to its nodes, under the same revisions.
        #expect(harness.status(kitchen).revision.desired == revision)
        let desired = told.compactMap { if case .publish(.desired(kitchen, let desired)) = $0 { desired } else { nil } }
        #expect(desired.map(\.revision) == [revision])
        #expect(desired.first?.timers.map(\.revision) == [1])
        #expect(state == .running(ends: instant("20:08:20")))
        harness.made(.stopStopwatch(s1), .pauseTimer(t1))
        #expect(state == .paused(remainingMilliseconds: 500_000))
        #expect(harness.stopwatch(s1)?.state == .stopped(elapsedMilliseconds: 100_000))
    }

    @Test mutating func aTimerThatRanOutByTheClockBeforeItWasSetEndsAllTheSame() throws {
        harness.made(timer(60))
        _ = harness.advance(.seconds(30))
        _ = harness.setClock(to: "19:00:30.5")
        harness.commitAll()
        _ = harness.advance(.seconds(40))
        // The node goes by the first document that it received.
        harness.ledger(kitchen, rung(.timer(t1), "18:01:00.5"))
        #expect(harness.timer(t1) == nil)
    }

    @Test mutating func aClockSetWhileTheStoreFailsIsFollowedWhenItWorksAgain() throws {
        harness.made(timer(600))
        _ = harness.setClock(to: "19:00:00.5")
        harness.send(.commitFailed(try #require(harness.underWay).id, reason: "no space"))
        #expect(state == .running(ends: instant("18:10:00.5")))
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        #expect(state == .running(ends: instant("19:10:00.5")))
    }
}

@Suite struct StopwatchChangeTests {
    private var harness = CoreHarness(at: "18:00:00")

    private var watch: Stopwatch? { harness.stopwatch(s1) }

    @Test mutating func itCountsTakesLapsStopsGoesOnAndIsReset() throws {
        harness.made(.startStopwatch(name: "run"))
        #expect(watch?.state == .running(since: instant("18:00:00")))
        _ = harness.advance(.milliseconds(1_250))
        harness.made(.lapStopwatch(s1))
        _ = harness.advance(.milliseconds(500))
        harness.made(.lapStopwatch(s1))
        harness.made(.stopStopwatch(s1))
        #expect(watch?.laps == [1_250, 1_750] && watch?.state == .stopped(elapsedMilliseconds: 1_750))
        _ = harness.advance(.hours(1))
        harness.made(.resumeStopwatch(s1))
        _ = harness.advance(.milliseconds(250))
        harness.made(.stopStopwatch(s1))
        #expect(watch?.state == .stopped(elapsedMilliseconds: 2_000))
        harness.made(.resetStopwatch(s1))
        #expect(watch?.state == .stopped(elapsedMilliseconds: 0) && watch?.laps == [] && watch?.revision == 7)
        harness.change(.resetStopwatch(s1))
        #expect(harness.commit == nil)
        harness.made(.removeStopwatch(s1))
        #expect(watch == nil)
        harness.made(.startStopwatch(name: "again"))
        #expect(harness.stopwatch(StopwatchID(number: 2)!) != nil)
    }

    @Test mutating func lapsAreBounded() {
        harness.made(.startStopwatch(name: "run"))
        for _ in 0..<Stopwatch.maximumLaps { harness.made(.lapStopwatch(s1)) }
        harness.change(.lapStopwatch(s1))
        #expect(harness.refusal?.code == .unavailable)
    }
}

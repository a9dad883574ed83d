import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Countdown timers count on the boot clock and are gone with no restart.
struct TimerTests {
    private func node(
        at start: WallTime = noon, sync: SystemSync = .synchronised(by: .timesyncd), _ timers: CountdownTimer...
    ) -> NodeDriver {
        var node = NodeDriver(at: start, sync: sync)
        node.start()
        node.send(.desired(document(1, timers: timers)))
        return node
    }

    private let ten = noon + .minutes(10)

    /// It ran out elsewhere and was snoozed for a minute there, while this node's clock was two hours behind.
    @Test func oneWhoseSnoozeIsOverBeforeItRunsOutHereRingsNoSooner() {
        var style = RingStyle.timer
        style.snoozeMinutes = 1
        var node = node(at: noon - .hours(2), timer(ends: noon, ring: style))
        let action = RingAction(
            id: "1", occurrence: occurrence(timer: 1, noon), kind: .snooze, at: noon + .seconds(5), by: "anna")
        node.send(.ringAction(action))
        node.setClock(to: noon + .minutes(5))
        node.run(for: .minutes(11))
        #expect(node.onsets.count == 1)
        #expect(node.onsets.allSatisfy { ($0 - (noon + .minutes(15))).magnitude < .milliseconds(100) })
    }

    /// The time service has set the clock right, and the node is not told yet: it measured the clock that was.
    @Test(arguments: [Duration.minutes(10), .minutes(-10), .hours(9_000)])
    func aClockThatWasSetBeforeTheNodeIsToldMovesNoTimer(offset: Duration) {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: offset)
        node.start()
        node.run(for: .seconds(5))
        #expect(node.reports.last?.clock.offsetMilliseconds != nil)
        node.setClock(to: node.now.wall + offset, isTold: false)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.now.sync = .synchronised(by: .timesyncd)
        let end = node.now.wall + .seconds(60)
        node.send(.desired(document(1, timers: [timer(ends: end)])))
        #expect(node.reports.last?.clock.offsetMilliseconds == nil)
        node.send(.clockSet)
        node.run(for: .minutes(2))
        #expect(node.onsets == [end])
    }

    @Test func runsOutToTheMomentAndItsStateIsReportedWithoutAMessageASecond() {
        var node = node(timer(ends: ten))
        #expect(
            node.reports.last?.timers == [
                TimerReport(id: TimerID(number: 1)!, revision: 1, name: "Pasta", state: .running(ends: ten))
            ])
        // The quarter hour has its record.
        node.run(for: .seconds(10))
        let reports = node.reports.count
        node.run(for: .minutes(9))
        #expect(node.reports.count == reports)
        node.run(for: .minutes(2))
        #expect(node.onsets == [ten])
        #expect(node.reports.last?.timers == [])
        #expect(node.reports.last?.rings.map(\.occurrence) == [occurrence(timer: 1, ten)])
        node.run(for: .minutes(10))
        #expect(node.lines.map(\.occurrence) == [occurrence(timer: 1, ten)])
        #expect(node.lines.map(\.label) == ["Pasta"])
        #expect(node.lines.map(\.reason) == [.unanswered])
        // It stays ended while the document still has it.
        node.run(for: .hours(30))
        node.crash(for: .seconds(1), reboots: true)
        node.run(for: .hours(1))
        #expect(node.onsets.count == 1)
    }

    /// Its sound is ordered some seconds ahead; the report shows it counting all the same.
    @Test func isShownAsRunningUntilItRings() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(10) - .seconds(1))
        #expect(node.reports.last?.timers.map(\.state) == [.running(ends: ten)])
        #expect(node.reports.last?.rings == [])
        node.run(for: .seconds(2))
        #expect(node.reports.last?.timers == [])
        #expect(node.reports.last?.rings.count == 1)
    }

    @Test func severalCountAtOnce() {
        var node = node(timer(1, ends: ten), timer(2, ends: noon + .minutes(5)), timer(3, ends: ten))
        node.run(for: .minutes(11))
        #expect(node.onsets == [noon + .minutes(5), ten, ten])
    }

    /// The document's instant is by the coordinator's clock.
    @Test(arguments: [Duration.minutes(-3), .milliseconds(400), .hours(2)])
    func theCoordinatorsClockIsTranslated(offset: Duration) {
        var node = NodeDriver(at: noon)
        node.peer = NodeDriver.Peer(offset: offset)
        node.start()
        node.run(for: .seconds(2))
        node.send(.desired(document(1, timers: [timer(ends: node.now.wall + offset + .seconds(60))])))
        let end = node.now.wall + .seconds(60)
        node.run(for: .minutes(2))
        #expect(node.onsets == [end])
        // One occurrence for all rooms, whatever their clocks.
        #expect(node.state.rings.map(\.occurrence) == [occurrence(timer: 1, end + offset)])
    }

    /// The program is killed when the ring is prepared, and back when it should sound. The coordinator's clock says nothing
    /// about how late that is.
    @Test func aCrashAtItsEndLosesNoTimerOfACoordinatorThatIsDaysBehind() {
        var node = NodeDriver(at: noon)
        node.peer = NodeDriver.Peer(offset: .hours(-30))
        node.start()
        node.run(for: .seconds(2))
        node.send(.desired(document(1, timers: [timer(ends: node.now.wall - .hours(30) + .seconds(60))])))
        node.run(for: .seconds(58))
        node.crash(for: .seconds(5))
        node.run(for: .minutes(1))
        #expect(node.onsets.count == 1)
    }

    /// The last exchange was while the coordinator's clock was months ahead. The timer was set after somebody put that right.
    @Test func anExchangeFromBeforeTheCoordinatorsClockWasSetLosesNoTimer() {
        var node = NodeDriver(at: noon)
        node.peer = NodeDriver.Peer(offset: .hours(24 * 52))
        node.start()
        node.run(for: .seconds(2))
        node.peer = nil
        let end = node.now.wall + .seconds(60)
        var sent = document(1, timers: [timer(ends: end)])
        sent.clock = SendingClock(sent: node.now.wall, zeroNanoseconds: 1)
        node.send(.desired(sent))
        node.run(for: .minutes(2))
        #expect(node.onsets == [end])
    }

    @Test func noClockMakesItLongerThanItWasSet() {
        var node = node(timer(seconds: 60, ends: noon + .hours(5)))
        node.run(for: .seconds(61))
        #expect(node.onsets == [noon + .seconds(60)])
    }

    @Test(arguments: [Duration.hours(-2), .hours(2), .hours(24 * 400)])
    func aSetClockChangesNothingOfWhatIsLeft(step: Duration) {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(4))
        node.setClock(to: node.now.wall + step)
        #expect(node.reports.last?.timers.map(\.state) == [.running(ends: ten + step)])
        node.run(for: .minutes(6) - .seconds(1))
        #expect(node.onsets.isEmpty)
        node.run(for: .seconds(2))
        #expect(node.onsets == [ten + step])
    }

    @Test(arguments: [false, true])
    func goesOnOverACrash(reboots: Bool) {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(2))
        node.crash(for: .minutes(3), reboots: reboots)
        #expect(node.reports.last?.timers.map(\.state) == [.running(ends: ten)])
        node.run(for: .minutes(6))
        #expect(node.onsets == [ten])
    }

    @Test func withinABootItGoesByTheBootClockWhateverTheWallClockSays() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(2))
        node.now.sync = .unsynchronised
        node.crash(for: .minutes(3), wall: WallTime(seconds: 86_400))
        node.run(for: .minutes(5) - .seconds(1))
        #expect(node.onsets.isEmpty)
        node.run(for: .seconds(2))
        #expect(node.onsets.count == 1)
    }

    /// A clock that was set while the program was down, or before that was stored, is told of by nobody.
    @Test(arguments: [Duration.seconds(-212), .seconds(212)])
    func aClockSetWhileTheProgramIsDownChangesNothingOfWhatIsLeft(step: Duration) {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(2))
        node.crash(for: .minutes(1), wall: noon + .minutes(3) + step)
        #expect(node.reports.last?.timers.map(\.state) == [.running(ends: ten + step)])
        // After a power cut only the wall clock tells how much is left.
        node.crash(for: .seconds(30), reboots: true)
        node.run(for: .minutes(7))
        #expect(node.onsets == [ten + step])
    }

    @Test func afterARebootWithAWrongClockItWaitsForTheTime() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(2))
        node.now.sync = .unsynchronised
        node.crash(for: .minutes(1), wall: noon - .hours(24 * 200), reboots: true)
        node.run(for: .minutes(2))
        #expect(node.onsets.isEmpty)
        node.now.sync = .synchronised(by: .timesyncd)
        node.setClock(to: noon + .minutes(5))
        node.run(for: .minutes(6))
        #expect(node.onsets == [ten])
    }

    @Test(arguments: [
        (Duration.seconds(30), true, "rang 33 s late"), (.hours(3), true, "rang 3 h late"),
        (.hours(23), true, "rang 23 h late"), (.hours(25), false, "it ran out over 24 h before the node could ring"),
    ])
    func whatRanOutWhileTheNodeWasOffRingsLate(late: Duration, rings: Bool, detail: String) {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(2))
        node.crash(for: .minutes(8) + late, reboots: true)
        node.run(for: .minutes(12))
        #expect(node.onsets.count == (rings ? 1 : 0))
        #expect(node.lines.map(\.outcome) == [rings ? .rang : .missed])
        #expect(node.lines.map(\.detail) == [detail])
        #expect(node.lines.map(\.occurrence) == [occurrence(timer: 1, ten)])
    }

    @Test func aDocumentThatComesAfterItRanOutRingsAtOnce() {
        var node = NodeDriver(at: ten + .minutes(5))
        node.start()
        node.send(.desired(document(1, timers: [timer(ends: ten)])))
        node.run(for: .seconds(5))
        #expect(node.rings.count == 1)
        #expect(node.state.rings.map(\.occurrence) == [occurrence(timer: 1, ten)])
    }

    // MARK: Changes

    @Test func pausedItStandsAndResumedItGoesOn() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(4))
        node.send(.desired(document(2, timers: [timer(revision: 2, .paused(remainingMilliseconds: 360_000))])))
        #expect(node.reports.last?.timers.map(\.state) == [.paused(remainingMilliseconds: 360_000)])
        node.run(for: .hours(1))
        node.crash(for: .minutes(10), reboots: true)
        #expect(node.onsets.isEmpty)
        let end = node.now.wall + .minutes(6)
        node.send(.desired(document(3, timers: [timer(revision: 3, ends: end)])))
        node.run(for: .minutes(7))
        #expect(node.onsets == [end])
    }

    @Test func theSameRevisionIsTranslatedOnce() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(1))
        // The node's clock is set right meanwhile; another document has the timer as it was.
        node.setClock(to: node.now.wall - .minutes(5))
        node.send(.desired(document(2, timers: [timer(ends: ten)])))
        node.run(for: .minutes(9) + .seconds(1))
        #expect(node.onsets.count == 1)
    }

    @Test func cancelledItNeverRings() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(9))
        node.send(.desired(document(2)))
        #expect(node.reports.last?.timers == [])
        node.run(for: .hours(1))
        #expect(node.rings.isEmpty)
        #expect(node.lines.isEmpty)
    }

    @Test func cancelledOrGivenMoreTimeWhileItRingsItIsSilent() {
        for next in [[], [timer(revision: 2, seconds: 900, ends: ten + .minutes(6))]] {
            var node = node(timer(ends: ten))
            node.run(for: .minutes(11))
            #expect(node.soundingRings.count == 1)
            node.send(.desired(document(2, timers: next)))
            #expect(node.soundingRings.isEmpty)
            #expect(node.lines.map(\.reason) == [.withdrawn])
            node.run(for: .minutes(6))
            #expect(node.onsets.count == 1 + next.count)
        }
    }

    /// It was given more time, and that was over as well before this node heard of it.
    @Test func anEndedOneThatWasGivenMoreTimeHasALineForThatToo() {
        var node = node(timer(ends: ten))
        node.run(for: .minutes(11))
        node.send(
            .ringAction(RingAction(id: "x", occurrence: occurrence(timer: 1, ten), kind: .stop, at: node.now.wall)))
        let longer = document(2, timers: [timer(revision: 2, ends: ten + .seconds(20))])
        node.send(.desired(longer))
        node.run(for: .minutes(15))
        #expect(node.rings.count == 2)
        #expect(node.lines.map(\.occurrence.due) == [ten, ten + .seconds(20)])
        // The same document again, by another revision of its own, changes nothing.
        var again = longer
        again.revision = 3
        node.send(.desired(again))
        node.run(for: .minutes(15))
        #expect(node.rings.count == 2)
    }

    // MARK: Without the time

    @Test func aNewOneWaitsForTheCoordinatorsTime() {
        var node = NodeDriver(at: WallTime(seconds: 1000), sync: .unsynchronised)
        node.start()
        node.send(.desired(document(1, timers: [timer(ends: ten)])))
        #expect(node.reports.last?.timers == [])
        node.peer = NodeDriver.Peer(offset: noon - WallTime(seconds: 1000))
        node.run(for: .seconds(5))
        // By its own clock, wrong as it is.
        let shown = node.reports.last?.timers.map(\.state)
        #expect(shown == [.running(ends: WallTime(seconds: 1000) + .minutes(10))])
        node.run(for: .minutes(10))
        #expect(node.onsets == [WallTime(seconds: 1000) + .minutes(10)])
        #expect(!node.trustsClock())
    }

    @Test func translationsAreOnTheDiskBeforeTheyAreReported() {
        var node = NodeDriver(at: noon)
        node.start()
        node.disk = .hesitates
        node.send(.desired(document(1, timers: [timer(ends: ten)])))
        node.answerStores()
        #expect(node.saved.desired?.revision == 1)
        #expect(node.reports.last?.timers == [])
        node.answerStores()
        #expect(node.reports.last?.timers.count == 1)
        #expect(node.saved.timers.count == 1)
    }
}

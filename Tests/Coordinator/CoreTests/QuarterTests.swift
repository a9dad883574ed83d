import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct QuarterTests {
    private func state(_ nodes: [StoredNode], closedThrough: String) -> StoredState {
        StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant(closedThrough), nodes: nodes,
            ringsClosedThrough: instant(closedThrough))
    }

    @Test func aMinuteAfterAQuarterHourTheMissingLinesAreWritten() throws {
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(bedroom), stored(kitchen)], closedThrough: "17:45:00"))
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        #expect(harness.advance(.seconds(10 * 60 + 59)).closings.isEmpty)
        let closing = try #require(harness.advance(.seconds(1)).closings.first)
        #expect(closing.after == instant("17:45:00") && closing.through == instant("18:00:00"))
        #expect(closing.absences.map(\.node) == [bedroom, kitchen])
        #expect(closing.absences.map(\.reason) == [.offline, .unreported])
        #expect(closing.absences[0].detail == "offline since 2026-11-21T10:00:00.000Z")
        harness.commitAll()
        #expect(harness.status(bedroom).last?.outcome == .absent)
    }

    @Test func aLateLineTakesThePlaceOfTheAbsentOne() {
        var harness = CoreHarness(at: "17:50:00", stored: state([stored(kitchen)], closedThrough: "17:45:00"))
        _ = harness.advance(.seconds(11 * 60))
        harness.commitAll()
        #expect(harness.status(kitchen).last?.outcome == .absent)
        harness.send(.ledger(kitchen, batch(1...1)))
        harness.commitAll()
        #expect(harness.status(kitchen).last == announced("18:00:00"))
    }

    @Test func whatPassedWhileTheCoordinatorWasDownIsItsOwnFault() throws {
        var harness = CoreHarness(
            at: "18:10:00",
            stored: state([stored(kitchen, firstSeen: "2026-11-21T12:00:00Z")], closedThrough: "16:00:00"))
        // The nodes get a minute to send what they have.
        #expect(harness.advance(.seconds(59)).closings.isEmpty)
        let down = try #require(harness.advance(.seconds(1)).closings.first)
        #expect(down.after == instant("16:00:00") && down.through == instant("18:00:00"))
        #expect(down.absences.map(\.reason) == [.coordinatorDown])
        harness.commitAll()
        let next = try #require(harness.advance(.minutes(5)).closings.first)
        #expect(next.after == instant("18:00:00") && next.through == instant("18:15:00"))
        #expect(next.absences.map(\.reason) == [.offline])
    }

    @Test func aCoordinatorThatStoppedBeforeItEverClosedAQuarterHourClosesItAfterItsNextStart() throws {
        let node = stored(kitchen, firstSeen: "2026-11-21T17:50:00Z")
        var harness = CoreHarness(
            at: "18:00:04", stored: StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: [node]))
        let closing = try #require(harness.advance(.seconds(60)).closings.first)
        #expect(closing.after == instant("17:45:00") && closing.through == instant("18:00:00"))
        #expect(closing.absences.map(\.reason) == [.coordinatorDown])
    }

    @Test func aLongTimeDownIsClosedInBoundedPortionsAndNoFurtherThanHistoryIsKept() {
        let last = QuarterRecord(target: instant("18:00:00"), outcome: .announced)
        let nodes = (100..<300).map { stored(NodeID("n\($0)")!, firstSeen: "2020-01-01T00:00:00Z", last: last) }
        var harness = CoreHarness(at: "18:10:00", stored: state(nodes, closedThrough: "2026-01-01T00:00:00Z"))
        var closings = harness.advance(.minutes(1)).closings
        closings += harness.commitAll().closings
        #expect(closings.first?.after == instant("2026-08-23T18:00:00Z"))
        #expect(closings.last?.through == instant("18:00:00"))
        #expect(zip(closings, closings.dropFirst()).allSatisfy { $0.through == $1.after })
        #expect(
            closings.allSatisfy { ($0.through - $0.after) / QuarterHour.length * Double($0.absences.count) <= 20_000 })
        #expect(closings.count == 90 * 96 / 100 + 1)
    }

    @Test func withoutABrokerNobodyKnowsWhyALineIsMissing() throws {
        var harness = CoreHarness(at: "17:50:00", stored: state([stored(kitchen)], closedThrough: "17:45:00"))
        harness.send(.brokerDisconnected(reason: "gone"))
        let closing = try #require(harness.advance(.seconds(11 * 60)).closings.first)
        #expect(closing.absences.first?.reason == .unreported)
        #expect(closing.absences.first?.detail?.contains("no connection to the broker since 2026-11-21T17:50") == true)
    }

    @Test func aClockThatWasAheadReopensWhatItClosed() throws {
        var harness = CoreHarness(at: "17:50:00", stored: state([stored(kitchen)], closedThrough: "17:45:00"))
        _ = harness.setClock(to: "19:00:00")
        // Quarter hours before the apparent start are closed in a commit of their own.
        #expect(harness.advance(.minutes(1)).closings.first?.through == instant("18:45:00"))
        #expect(harness.commitAll().closings.first?.through == instant("19:00:00"))
        #expect(harness.status(kitchen).last?.target == instant("19:00:00"))
        _ = harness.setClock(to: "17:52:00")
        #expect(harness.operations == [.reopenQuarters(after: instant("17:45:00"))])
        harness.commitAll()
        #expect(harness.status(kitchen).last == nil)
        #expect(harness.advance(.minutes(9)).closings.first?.through == instant("18:00:00"))
    }

    /// Skipping to the oldest that is kept, it would leave a gap that nobody ever closes once the clock is right again.
    @Test(arguments: [SystemSync.unsynchronised, CoreHarness.synchronised])
    func aClockThatIsMonthsAheadLeavesNoGap(sync: SystemSync) throws {
        let last = QuarterRecord(target: instant("17:45:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(kitchen, last: last)], closedThrough: "17:45:00"), sync: sync)
        _ = harness.setClock(to: "2027-06-01T12:00:00Z")
        var closings = harness.advance(.hours(20)).closings
        closings += harness.commitAll().closings
        #expect(closings.isEmpty)
        _ = harness.setClock(to: "18:20:00")
        harness.commitAll()
        let closing = try #require(harness.advance(.minutes(15)).closings.first)
        #expect(closing.after == instant("17:45:00"))
    }

    /// A site whose clocks, the kitchen's as well, are ahead since 17:50, so that everything before was skipped.
    private func skipping(to day: String) -> CoreHarness {
        let last = QuarterRecord(target: instant("17:45:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(bedroom), stored(kitchen, last: last)], closedThrough: "17:45:00"))
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        _ = harness.setClock(to: "\(day)T17:54:00Z")
        harness.commitAll()
        _ = harness.advance(.minutes(6))
        harness.send(
            .ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(1, "\(day)T18:00:00Z")])))
        harness.commitAll()
        #expect(harness.advance(.minutes(10)).closings.first?.after == instant("\(day)T18:00:00Z") - .hours(90 * 24))
        harness.commitAll()
        return harness
    }

    /// It proves nothing: it shows what the coordinator's clock shows. What was skipped is closed when that is right again.
    @Test func aNodeThatGoesByAClockThatIsMonthsAheadLeavesNoGap() throws {
        var harness = skipping(to: "2027-07-31")
        _ = harness.setClock(to: "18:10:00")
        #expect(harness.operations.contains(.reopenQuarters(after: instant("17:45:00"))))
        harness.commitAll()
        let closing = try #require(harness.advance(.minutes(15)).closings.first)
        #expect(closing.after == instant("17:45:00") && closing.through == instant("18:00:00"))
    }

    /// It goes on for two weeks, until what was skipped is past by the right clock as well, and still kept.
    @Test func aClockThatIsMonthsAheadForTwoWeeksLeavesNoGap() throws {
        var harness = skipping(to: "2027-02-25")
        _ = harness.setClock(to: "2026-12-06T18:10:00Z")
        #expect(harness.operations.contains(.reopenQuarters(after: instant("17:45:00"))))
    }

    /// Half a year without the coordinator was skipped for good reason, and quarter hours closed since stay closed.
    @Test func aClockThatIsAnHourAheadAfterHalfAYearReopensThatHourAlone() throws {
        let last = QuarterRecord(target: instant("17:45:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(kitchen, last: last)], closedThrough: "2026-05-01T00:00:00Z"))
        #expect(
            harness.advance(.minutes(1)).closings.first?.after
                == QuarterHour.atOrBefore(harness.now.wall - .hours(90 * 24)))
        harness.commitAll()
        _ = harness.advance(.hours(1))
        harness.commitAll()
        _ = harness.setClock(to: "17:20:00")
        #expect(harness.operations.contains(.reopenQuarters(after: instant("17:15:00"))))
    }

    /// A machine without a battery shows the time at which it lost its power until a time service has set it.
    @Test func aNightWithoutPowerIsTheCoordinatorsAlsoWhereItsClockWasBehindAtTheStart() throws {
        var harness = CoreHarness(at: "17:50:00", stored: state([stored(kitchen)], closedThrough: "17:45:00"))
        _ = harness.setClock(to: "2026-11-22T06:01:00Z")
        harness.commitAll()
        let closing = try #require(harness.advance(.minutes(1)).closings.first)
        #expect(closing.through == instant("2026-11-22T06:00:00Z"))
        #expect(closing.absences.map(\.detail) == ["the coordinator was not running and the node sent no line since"])
    }

    @Test func aClockThatHasBeenVouchedForADayIsBelieved() throws {
        let last = QuarterRecord(target: instant("17:45:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(kitchen, last: last)], closedThrough: "17:45:00"))
        _ = harness.setClock(to: "2027-06-01T12:00:00Z")
        var closings = harness.advance(.hours(25)).closings
        closings += harness.commitAll().closings
        #expect(closings.first?.after == instant("2027-06-02T12:00:00Z") - .hours(90 * 24))
    }

    /// The clock of a machine without a battery was in 1970 for a moment; or the machine was off for half a year.
    @Test func aNodeAtWorkProvesAClockThatHasLeapt() throws {
        let last = QuarterRecord(target: instant("17:45:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "17:50:00", stored: state([stored(kitchen, last: last)], closedThrough: "2026-05-01T00:00:00Z"),
            sync: .unsynchronised)
        #expect(!harness.advance(.minutes(1)).closings.isEmpty)
        harness = CoreHarness(
            at: "17:50:00",
            stored: state(
                [stored(kitchen, last: QuarterRecord(target: last.target, outcome: .missed, reason: .untrusted))],
                closedThrough: "2026-05-01T00:00:00Z"), sync: .unsynchronised)
        #expect(harness.advance(.minutes(1)).closings.isEmpty)
    }

    @Test func aFailedClosingIsMadeUpForWhenTheStoreWorksAgain() throws {
        var harness = CoreHarness(at: "17:50:00", stored: state([stored(kitchen)], closedThrough: "17:45:00"))
        #expect(!harness.advance(.seconds(11 * 60)).closings.isEmpty)
        harness.send(.commitFailed(try #require(harness.commit).id, reason: "no space"))
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        #expect(harness.advance(.minutes(1)).closings.first?.through == instant("18:00:00"))
    }

    @Test func oldHistoryIsDeletedAtStartAndDailyInPortions() {
        let kept = instant("18:00:00") - .hours(90 * 24)
        var core = CoordinatorCore(
            settings: CoordinatorSettings(site: SiteID("home")!, version: "1", broker: "b", storePath: "/store"),
            stored: StoredState(
                storeID: "s", closedThrough: nil,
                nodes: [stored(kitchen, last: QuarterRecord(target: instant("17:45:00"), outcome: .announced))]),
            at: Now(wall: instant("18:00:00"), boot: BootTime(nanoseconds: 1), sync: CoreHarness.synchronised))
        func purges(_ effects: [CoordinatorEffect]) -> [StoreOperation] {
            effects.flatMap { effect -> [StoreOperation] in
                if case .commit(_, let operations) = effect { operations } else { [] }
            }.filter { if case .purge = $0 { true } else { false } }
        }
        let now = Now(wall: instant("18:00:00"), boot: BootTime(nanoseconds: 1), sync: CoreHarness.synchronised)
        // Lines of a time to come are those over a day ahead: this clock may be some hours behind.
        let ahead = instant("18:00:00") + .hours(24)
        #expect(purges(core.handle(.started, at: now)) == [.purge(before: kept, ahead: ahead, limit: 2_000)])
        let more = core.handle(.committed(CommitID(number: 1), CommitSummary(purgeReachedLimit: true)), at: now)
        #expect(purges(more).count == 1)
        // A clock that leaps in between takes nothing away.
        var leaping = core
        let leapt = Now(wall: now.wall + .hours(24 * 200), boot: now.boot, sync: now.sync)
        let reached = CommitSummary(purgeReachedLimit: true)
        #expect(purges(leaping.handle(.committed(CommitID(number: 2), reached), at: leapt)).isEmpty)
        #expect(purges(core.handle(.committed(CommitID(number: 2), CommitSummary()), at: now)).isEmpty)

        var harness = CoreHarness(at: "18:00:00")
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        #expect(purges(harness.advance(.hours(23))).isEmpty)
    }

    private func isPurged(_ effects: [CoordinatorEffect]) -> Bool {
        effects.contains { effect in
            guard case .commit(_, let operations) = effect else { return false }
            return operations.contains { if case .purge = $0 { true } else { false } }
        }
    }

    private static let leap: Duration = .hours(365 * 24)

    /// At once, in hours that lie apart, and there and back: the clock is not what it was vouched for.
    @Test(arguments: [[leap], Array(repeating: .hours(20), count: 6), [.zero - leap, leap]])
    func aClockThatLeapsAfterDaysOfWorkDeletesNothingForADay(steps: [Duration]) {
        let last = QuarterRecord(target: instant("18:00:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "18:20:00", stored: state([stored(kitchen, last: last)], closedThrough: "18:00:00"))
        harness.commitAll()
        var effects = harness.advance(.hours(47))
        for step in steps {
            effects += harness.commitAll()
            harness.now.wall = harness.now.wall + step
            effects += harness.send(.clockSet) + harness.commitAll() + harness.advance(.minutes(5))
        }
        effects = harness.advance(.hours(2)) + harness.commitAll()
        #expect(!isPurged(effects))
        effects = harness.advance(.hours(24)) + harness.commitAll()
        #expect(isPurged(effects), "a day later the time service is believed")
    }

    /// A leap counts even when the failing store could not record it.
    @Test func aClockThatLeapsWhileTheStoreFailsDeletesNothing() {
        let last = QuarterRecord(target: instant("18:00:00"), outcome: .announced)
        var harness = CoreHarness(
            at: "18:20:00", stored: state([stored(kitchen, last: last)], closedThrough: "18:00:00"))
        harness.commitAll()
        var effects = harness.advance(.hours(47)) + harness.commitAll()
        harness.send(.availability(kitchen, .online))
        harness.failCommit()
        harness.now.wall = harness.now.wall + Self.leap
        effects = harness.send(.clockSet) + harness.advance(.hours(2))
        for _ in 0..<5 { effects += harness.commitAll() + harness.advance(.minutes(1)) }
        #expect(!isPurged(effects))
    }

    /// A room that goes by the coordinator's clock says what that clock says.
    @Test(arguments: [ClockSource.system, .coordinator])
    func aNodeThatFollowsTheCoordinatorsClockProvesNothing(source: ClockSource) {
        var harness = CoreHarness(at: "18:20:00", stored: state([stored(kitchen)], closedThrough: "18:00:00"))
        harness.commitAll()
        _ = harness.advance(.hours(47)) + harness.commitAll()
        var report = reported()
        report.clock.source = source
        harness.send(.reported(kitchen, report))
        harness.now.wall = harness.now.wall + Self.leap
        harness.send(.clockSet)
        harness.commitAll()
        let line = QuarterRecord(target: QuarterHour.atOrBefore(harness.now.wall), outcome: .announced)
        harness.send(
            .ledger(
                kitchen,
                LedgerBatch(
                    epoch: "e1", oldest: 1,
                    entries: [LedgerEntry(sequence: 1, at: harness.now.wall, event: .quarter(line))])))
        harness.commitAll()
        let effects = harness.advance(.hours(2)) + harness.commitAll()
        #expect(isPurged(effects) == (source == .system))
    }

    @Test func aClockThatNobodyVouchesForDeletesNothing() {
        let last = QuarterRecord(target: instant("18:00:00"), outcome: .announced)
        let state = state([stored(kitchen, last: last)], closedThrough: "18:00:00")
        func deletes(at time: String, _ sync: SystemSync, after running: Duration = .zero) -> Bool {
            var now = Now(wall: instant(time), boot: BootTime(nanoseconds: 1), sync: sync)
            var core = CoordinatorCore(
                settings: CoordinatorSettings(site: SiteID("home")!, version: "1", broker: "b", storePath: "/store"),
                stored: state, at: now)
            var effects = core.handle(.started, at: now)
            if running > .zero {
                let timer = effects.compactMap { effect -> TimerToken<CoordinatorTimer>? in
                    if case .setTimer(let token, _) = effect, token.kind == .purge { token } else { nil }
                }
                now = Now(wall: now.wall + running, boot: now.boot + running, sync: sync)
                effects = timer.flatMap { core.handle(.timer($0), at: now) }
            }
            return effects.contains {
                if case .commit(_, let operations) = $0 {
                    operations.contains { if case .purge = $0 { true } else { false } }
                } else {
                    false
                }
            }
        }
        #expect(deletes(at: "18:20:00", .unsynchronised))
        #expect(!deletes(at: "2028-01-01T00:00:00Z", .unsynchronised))
        // A time service may be wrong as well, but hardly for a day.
        #expect(!deletes(at: "2028-01-01T00:00:00Z", CoreHarness.synchronised))
        #expect(deletes(at: "2028-01-01T00:00:00Z", CoreHarness.synchronised, after: .hours(24)))
        #expect(!deletes(at: "2028-01-01T00:00:00Z", .unsynchronised, after: .hours(24)))
    }
}

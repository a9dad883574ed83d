import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The coordinator's own lines for rings that nodes never reported. Berlin is an hour ahead of UTC.
@Suite struct AbsenceTests {
    private var harness = CoreHarness(at: "05:00:00")
    private let due = Occurrence(source: .alarm(a1), due: instant("06:00:00"))

    init() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    /// Returns the absences that the coordinator records until `time`, with its commits in between.
    private mutating func absences(until time: String) -> [RingAbsence] {
        harness.live(until: time).absences
    }

    @Test mutating func aNodeThatIsOfflineGetsItsLineFiveMinutesAfterAnOnlineOneAfterThreeHours() throws {
        harness.made(.addAlarm(draft("07:00", .weekly(.everyDay), label: "Work", nodes: [kitchen, bedroom])))
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        #expect(absences(until: "06:04:59").isEmpty)
        let first = absences(until: "06:05:01")
        #expect(first.map(\.node) == [bedroom])
        let record = try #require(first.first).record
        #expect(record.occurrence == due && record.label == "Work")
        #expect(record.outcome == .absent && record.reason == .offline)
        #expect(record.detail == "offline since 2026-11-21T05:00:00.000Z")
        #expect(absences(until: "08:59:59").isEmpty)
        let second = absences(until: "09:00:01")
        #expect(second.map(\.node) == [kitchen] && second.map(\.record.reason) == [.unreported])
        #expect(absences(until: "23:00:00").isEmpty)
    }

    @Test mutating func whatIsStoredMeanwhileDoesNotSetTheNextLookAgain() throws {
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen])))
        harness.send(.ledger(kitchen, batch(1...1)))
        let commit = try #require(harness.commit)
        let effects = harness.send(.committed(commit.id, CommitSummary()))
        #expect(!effects.contains { if case .setTimer(let token, _) = $0 { token.kind == .rings } else { false } })
    }

    @Test mutating func whoReportsGetsNoLineWheneverItComes() {
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])))
        _ = absences(until: "06:01:00")
        harness.ledger(kitchen, stopped(due))
        _ = absences(until: "07:30:00")
        harness.ledger(bedroom, stopped(due))
        #expect(absences(until: "23:00:00").isEmpty)
    }

    /// A repeating alarm's line is not closed yet, and the node does not send it again.
    @Test func whatHasItsLineIsNotMissedAfterARestart() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "05:00:00", store: store)
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", .weekly(.everyDay), nodes: [kitchen])))
        harness.made(.addAlarm(draft("07:30", .weekly(.everyDay), nodes: [kitchen])))
        _ = harness.live(until: "06:01:00")
        harness.ledger(kitchen, stopped(due))
        _ = harness.live(until: "06:31:00")
        harness.ledger(kitchen, from: 2, stopped(Occurrence(source: .alarm(a2), due: instant("06:30:00"))))
        _ = harness.live(until: "07:00:00")

        harness = CoreHarness(at: "12:00:00", store: store)
        harness.settleIn(kitchen)
        #expect(harness.live(until: "23:00:00").absences.isEmpty)
    }

    @Test mutating func skippedDatesGetLinesTooAndDisabledAlarmsNone() {
        harness.made(
            .addAlarm(draft("07:00", skips: ["2026-11-21"])), .addAlarm(draft("07:01", on: false)),
            .addAlarm(draft("07:02", .weekly(WeekdaySet([.monday])))))
        #expect(absences(until: "23:00:00").map(\.record.occurrence) == [due])
    }

    @Test mutating func eachNodeIsDueByItsZoneUnlessTheAlarmHasOne() {
        harness.zones["America/New_York"] = newYork
        harness.settleIn(NodeID("office")!, zone: "America/New_York")
        harness.made(
            .addAlarm(draft("07:00", nodes: [kitchen, NodeID("office")!])),
            .addAlarm(draft("08:00", zone: "Europe/Berlin", nodes: [NodeID("office")!])))
        let all = absences(until: "23:00:00")
        #expect(all.map(\.record.occurrence.due) == ["06:00:00", "07:00:00", "12:00:00"].map(instant))
        #expect(all.map(\.node.rawValue) == ["kitchen", "office", "office"])
    }

    @Test mutating func whatWasDueBeforeAChangeGetsItsLinesWithTheChange() {
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])))
        _ = absences(until: "06:02:00")
        harness.ledger(kitchen, stopped(due))
        // Another label is no other alarm.
        harness.change(.editAlarm(a1, revision: 1, draft("07:00", label: "b", nodes: [kitchen, bedroom])))
        #expect(harness.effects.absences.isEmpty)
        harness.commitAll()
        harness.change(.editAlarm(a1, revision: 2, draft("09:00", label: "b", nodes: [kitchen, bedroom])))
        #expect(harness.effects.absences.map(\.node) == [bedroom])
        #expect(harness.effects.absences.map(\.record.occurrence) == [due])
        harness.commitAll()
        let later = absences(until: "23:00:00")
        #expect(later.map(\.record.occurrence.due) == ["08:00:00", "08:00:00"].map(instant))
        // Awaited for hours, and then removed.
        _ = harness.advance(.hours(8))
        harness.commitAll()
        _ = absences(until: "2026-11-22T08:30:00Z")
        harness.change(.removeAlarm(a1))
        #expect(harness.effects.absences.map(\.node) == [bedroom, kitchen])
        harness.commitAll()
        #expect(absences(until: "2026-11-22T23:00:00Z").isEmpty)
    }

    /// The coordinator may start again before it gives up waiting, and then knows the later zone alone.
    @Test mutating func aNodeThatChangesItsZoneGetsItsLineOfWhatWasDueInTheFormer() {
        harness.zones["America/New_York"] = newYork
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])))
        _ = absences(until: "06:10:00")
        harness.send(.reported(kitchen, reported(zone: "America/New_York")))
        #expect(harness.effects.absences.map(\.node) == [kitchen])
        #expect(harness.effects.absences.map(\.record.occurrence) == [due])
    }

    /// Rules that nobody needs are forgotten once a day.
    @Test mutating func aZoneThatTheLastNodeHasLeftTakesNoLinesFromTheOthers() {
        harness.zones["America/New_York"] = newYork
        harness.settleIn(bedroom, zone: "America/New_York")
        harness.made(.addAlarm(draft("07:00", .weekly(.everyDay), nodes: [kitchen, bedroom])))
        _ = absences(until: "13:00:00")
        harness.settleIn(bedroom)
        // New York's next 07:00 goes by.
        _ = absences(until: "2026-11-22T13:00:00Z")
        let next = absences(until: "2026-11-23T09:01:00Z")
        #expect(next.map(\.node) == [bedroom, kitchen])
        #expect(next.allSatisfy { $0.record.occurrence.due == instant("2026-11-23T06:00:00Z") })
    }

    @Test mutating func aNodeThatLeavesAGroupGetsItsLine() {
        harness.made(
            .setGroup(NodeGroup(id: upstairs, nodes: [bedroom, kitchen])),
            .addAlarm(draft("07:00", nodes: [kitchen], groups: [upstairs])))
        _ = absences(until: "06:10:00")
        harness.change(.setGroup(NodeGroup(id: upstairs, nodes: [kitchen])))
        #expect(harness.effects.absences.map(\.node) == [bedroom])
    }

    @Test func aLongTimeDownIsClosedAfterAMinute() throws {
        let definition = AlarmDefinition(
            alarm: Alarm(
                id: a1, revision: 1, label: "", isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(hour: 7, minute: 0)!, repetition: .weekly(.everyDay),
                    countsFrom: instant("2026-01-01T00:00:00Z")),
                ring: .alarm, misfire: .standard), targets: RingTargets(nodes: [kitchen]))
        let state = StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant("05:00:00"), nodes: [stored(kitchen)],
            numbers: DefinitionNumbers(lastAlarm: 1), objects: [.alarm(definition)],
            ringsClosedThrough: instant("2026-11-11T12:00:00Z"))
        var harness = CoreHarness(at: "05:00:00", stored: state)
        harness.answerZones()
        #expect(harness.advance(.seconds(59)).absences.isEmpty)
        let absences = harness.advance(.seconds(1)).absences
        #expect(absences.map(\.record.occurrence.due).first == instant("2026-11-12T06:00:00Z"))
        #expect(absences.map(\.record.occurrence.due).last == instant("2026-11-20T06:00:00Z"))
        #expect(absences.count == 9 && absences.allSatisfy { $0.record.reason == .unreported })
        #expect(absences.first?.record.detail?.contains("coordinator was not running") == true)
    }

    @Test mutating func aFailedCommitIsMadeUpForWhenTheStoreWorksAgain() throws {
        harness.made(.addAlarm(draft("07:00")))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        _ = absences(until: "06:04:59")
        #expect(harness.advance(.seconds(1)).absences.count == 1)
        harness.send(.commitFailed(try #require(harness.underWay).id, reason: "no space"))
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        #expect((harness.advance(.minutes(2)) + harness.commitAll()).absences.map(\.record.occurrence) == [due])
    }

    @Test mutating func aClockThatWasAheadTakesItsLinesBack() throws {
        harness.made(.addAlarm(draft("07:00")))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        _ = harness.setClock(to: "2026-11-25T12:00:00Z")
        harness.commitAll()
        #expect(absences(until: "2026-11-25T12:10:00Z").count == 5)
        _ = harness.setClock(to: "05:15:00")
        harness.commitAll()
        #expect(absences(until: "06:10:00").map(\.record.occurrence) == [due])
    }

    /// The kitchen goes off, and the clocks go ahead, the bedroom's as well.
    private mutating func skip(to day: String) {
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        _ = harness.setClock(to: "\(day)T05:50:00Z")
        harness.commitAll()
        harness.send(
            .ledger(bedroom, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry(1, "\(day)T05:45:00Z")])))
        harness.commitAll()
    }

    /// A room that goes by that clock seems to prove it, so rings too old by it are skipped, also those due meanwhile.
    @Test mutating func whatWasDueWhileTheClockWasMonthsAheadGetsItsLine() {
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen])))
        skip(to: "2027-07-31")
        #expect(absences(until: "2027-07-31T06:10:00Z").allSatisfy { $0.record.occurrence.due > instant("23:00:00") })
        _ = harness.setClock(to: "06:12:00")
        harness.commitAll()
        #expect(absences(until: "06:30:00").map(\.record.occurrence) == [due])
    }

    /// So soon that no line of the coordinator was stored yet.
    @Test mutating func whatWasDueWhileTheClockWasMonthsAheadForTwoWeeksGetsItsLine() {
        harness.made(.addAlarm(draft("07:00", .weekly(.everyDay), nodes: [kitchen])))
        skip(to: "2027-02-24")
        _ = absences(until: "2027-02-24T06:10:00Z")
        _ = harness.setClock(to: "2026-12-05T05:50:00Z")
        harness.commitAll()
        let dues = absences(until: "2026-12-05T06:10:00Z").map(\.record.occurrence.due)
        #expect(dues.contains(due.due) && dues.contains(instant("2026-12-05T06:00:00Z")), "\(dues)")
    }

    @Test func whatWasDueWhileANewCoordinatorWasDownGetsItsLine() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "05:00:00", store: store)
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00")))
        harness = CoreHarness(at: "06:30:00", store: store)
        harness.answerZones()
        #expect(harness.live(until: "06:32:00").absences.map(\.record.occurrence) == [due])
    }

    /// The first zone that is read has nothing that is past.
    @Test func whatWasDueInAZoneThatIsReadLaterIsLookedAtInAMinuteToo() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "05:00:00", store: store)
        harness.zones["America/New_York"] = newYork
        harness.settleIn(kitchen)
        harness.settleIn(bedroom, zone: "America/New_York")
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])))
        harness = CoreHarness(at: "06:30:00", store: store)
        harness.send(.zone("America/New_York", newYork))
        harness.send(.zone("Europe/Berlin", berlin))
        #expect(harness.live(until: "06:32:00").absences.map(\.record.occurrence) == [due])
    }

    /// The coordinator stores the bedroom's lines although the online kitchen still owes an earlier one.
    @Test func anOnlineNodesLineIsWaitedForAcrossARestart() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "05:00:00", store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])), .addAlarm(draft("08:30", nodes: [bedroom])))
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        #expect(harness.live(until: "07:40:00").absences.map(\.node) == [bedroom, bedroom])
        harness = CoreHarness(at: "07:45:00", store: store)
        harness.answerZones()
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        // Those of the bedroom are there already, and the store leaves them as they are.
        let absences = harness.live(until: "08:59:00").absences + harness.live(until: "09:01:00").absences
        #expect(absences.filter { $0.node == kitchen }.map(\.record.occurrence) == [due])
        #expect(store.ringLines.map(\.outcome) == [.absent, .absent, .absent])
    }

    // MARK: Alarms that ring once

    @Test mutating func aOneShotIsSwitchedOffWhenEveryNodeHasALine() throws {
        harness.made(.addAlarm(draft("07:00", .once, nodes: [kitchen, bedroom])))
        _ = absences(until: "06:01:00")
        harness.ledger(kitchen, stopped(due))
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        let effects = harness.ledger(bedroom, stopped(due))
        let alarm = try #require(harness.alarm(a1)).alarm
        #expect(!alarm.isEnabled && alarm.revision == 2)
        let event = try #require(
            effects.compactMap { if case .publish(.change(let event)) = $0 { event } else { nil } }.first)
        #expect(event.new == harness.alarm(a1).map(DefinedObject.alarm))
        #expect(harness.desired[kitchen]?.alarms.first?.isEnabled == false)
        // Switched on again it is another one, which the old lines say nothing of.
        harness.made(.editAlarm(a1, revision: 2, draft("07:00", .once, nodes: [kitchen, bedroom])))
        harness.ledger(kitchen, from: 2, stopped(due))
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        let next = Occurrence(source: .alarm(a1), due: instant("2026-11-22T06:00:00Z"))
        harness.ledger(kitchen, from: 3, stopped(next))
        harness.ledger(bedroom, from: 2, stopped(next))
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
    }

    /// The coordinator does not remember a line of hours ahead, and the store takes no second one.
    @Test func aNodesOwnLineCountsBesideAnAbsentOneThatIsWrittenInVain() {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "04:00:00", store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        harness.made(.addAlarm(draft("07:00", .once, nodes: [kitchen, bedroom])))
        // Its clock is two hours ahead.
        harness.ledger(kitchen, stopped(due))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        #expect(harness.live(until: "06:06:00").absences.map(\.node) == [kitchen])
        harness.ledger(bedroom, stopped(due))
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
        #expect(store.ringLines.map(\.outcome) == [.rang, .rang])
    }

    @Test mutating func aLineOfTheHourBeforeItWasMovedDoesNotUseItUp() {
        harness.made(.addAlarm(draft("07:00", .once)))
        _ = absences(until: "05:50:00")
        harness.made(.editAlarm(a1, revision: 1, draft("08:00", .once)))
        _ = absences(until: "06:01:00")
        // The node had not heard of it yet.
        harness.ledger(kitchen, stopped(due))
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        _ = absences(until: "07:01:00")
        let moved = Occurrence(source: .alarm(a1), due: instant("07:00:00"))
        harness.ledger(kitchen, from: 2, stopped(moved))
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
    }

    @Test mutating func anAbsentNodeUsesItUpOnlyWhenItCouldNotRingLateAnyMore() {
        harness.made(.addAlarm(draft("07:00", .onDate(date("2026-11-21")), nodes: [kitchen])))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        #expect(absences(until: "06:34:00").count == 1)
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        _ = absences(until: "06:36:00")
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
    }

    @Test mutating func aFailedSwitchingOffIsTriedAgain() throws {
        harness.made(.addAlarm(draft("07:00", .once)))
        _ = absences(until: "06:01:00")
        harness.send(
            .ledger(
                kitchen,
                LedgerBatch(
                    epoch: "e1", oldest: 1,
                    entries: [LedgerEntry(sequence: 1, at: harness.now.wall, event: .ring(stopped(due)))])))
        harness.send(.committed(try #require(harness.underWay).id, CommitSummary()))
        harness.send(.commitFailed(try #require(harness.underWay).id, reason: "no space"))
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
    }

    /// The line of a ring due at 07:00. The coordinator does not know at once by which zone an alarm is due.
    @Test(arguments: [(7, false), (8, true)])
    func aRestartSwitchesOffWhatAllLinesAreThereFor(hour: Int, isEnabled: Bool) throws {
        let alarm = Alarm(
            id: a1, revision: 4, label: "", isEnabled: true,
            schedule: AlarmSchedule(
                time: try #require(LocalTime(hour: hour, minute: 0)), repetition: .once,
                countsFrom: instant("05:00:00")),
            ring: .alarm, misfire: .standard)
        let state = StoredState(
            storeID: "00112233aabbccdd", closedThrough: instant("05:00:00"), nodes: [stored(kitchen)],
            numbers: DefinitionNumbers(lastAlarm: 1),
            objects: [.alarm(AlarmDefinition(alarm: alarm, targets: RingTargets(nodes: [kitchen])))],
            ringsClosedThrough: instant("05:00:00"),
            lines: [RingLine(node: kitchen, occurrence: due, isOfNode: true)])
        var harness = CoreHarness(at: "06:10:00", stored: state)
        #expect(harness.alarm(a1)?.alarm.isEnabled == true)
        harness.answerZones()
        harness.commitAll()
        #expect(harness.alarm(a1)?.alarm.isEnabled == isEnabled)
        #expect(harness.alarm(a1)?.alarm.revision == (isEnabled ? 4 : 5))
    }

    // MARK: What nodes show

    @Test mutating func aStatusShowsWhatRingsIsToComeAndCounts() {
        var report = reported()
        report.rings = [
            RingReport(
                occurrence: due, label: "Work", state: .ringing, since: due.due, until: nil, snoozes: 0,
                snoozeMinutes: 9)
        ]
        report.upcoming = [UpcomingRing(occurrence: due, label: String(repeating: "x", count: 10_000))]
        report.timers = [TimerReport(id: t1, revision: 1, name: "pasta", state: .running(ends: due.due))]
        harness.send(.reported(kitchen, report))
        let status = harness.status(kitchen)
        #expect(status.rings == report.rings && status.timers == report.timers)
        #expect(status.alarms.map(\.occurrence) == [due])
        #expect(status.alarms.first.map { $0.label.utf8.count <= 256 } == true)
    }
}

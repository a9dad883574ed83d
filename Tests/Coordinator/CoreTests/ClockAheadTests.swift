import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// A clock that was ahead for a while, and is right again. Berlin is an hour ahead of UTC.
@Suite struct ClockAheadTests {
    private let due = Occurrence(source: .alarm(a1), due: instant("06:00:00"))

    @Test func switchesNoAlarmOffForGood() {
        var harness = CoreHarness(at: "05:00:00")
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", .once)), .addAlarm(draft("08:00", .once)))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        func switchedOn() -> [Bool] { harness.schedule().alarms.map(\.alarm.isEnabled) }
        _ = harness.setClock(to: "18:30:00")
        harness.commitAll()
        _ = harness.live(until: "18:40:00")
        #expect(switchedOn() == [false, false])
        _ = harness.setClock(to: "05:15:00")
        harness.commitAll()
        _ = harness.live(until: "05:16:00")
        #expect(switchedOn() == [true, true])
        #expect(harness.live(until: "06:10:00").absences.map(\.record.occurrence) == [due])
    }

    @Test func putsOffNoCheckOfTheNight() {
        var harness = CoreHarness(
            at: "17:31:00",
            notices: NoticeSettings(
                address: NoticeAddress("https://ntfy.example.org/clock")!, quiet: QuietPeriod("22:00-06:30")))
        harness.settleIn(kitchen)
        _ = harness.answerZones()
        #expect(harness.setClock(to: "2026-11-25T20:00:00Z").contains(.checkStore))
        harness.commitAll()
        _ = harness.setClock(to: "17:31:00")
        harness.commitAll()
        #expect(harness.live(until: "19:01:00").contains(.checkStore))
    }

    /// The clock is put right while the coordinator runs, or while it is off.
    @Test(arguments: [false, true]) func hidesNoAbsenceOfARoomThatItMet(isRestarted: Bool) {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "09:00:00", store: store)
        harness.settleIn(kitchen)
        _ = harness.advance(.minutes(5))
        if isRestarted {
            harness = CoreHarness(at: "05:05:00", store: store)
            harness.settleIn(kitchen)
        } else {
            _ = harness.setClock(to: "05:05:00")
            harness.commitAll()
        }
        harness.made(.addAlarm(draft("07:00")))
        harness.send(.availability(kitchen, .offline))
        let effects = harness.live(until: "06:16:00")
        #expect(effects.absences.map(\.record.occurrence) == [due])
        #expect(effects.closings.last?.through == instant("06:15:00"))
        #expect(effects.closings.flatMap(\.absences).allSatisfy { $0.firstSeen <= instant("05:05:00") })
    }

    @Test(arguments: [false, true]) func putsNoAlarmOffThatItMade(isRestarted: Bool) {
        let store = MemoryStore.empty()
        var harness = CoreHarness(at: "2026-11-22T05:00:00Z", sync: .unsynchronised, store: store)
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", .once)), .addAlarm(draft("08:00")))
        if isRestarted {
            harness = CoreHarness(at: "05:10:00", store: store)
            harness.settleIn(kitchen)
        } else {
            harness.now.sync = CoreHarness.synchronised
            _ = harness.setClock(to: "05:10:00")
            harness.commitAll()
        }
        #expect(
            harness.schedule().alarms.map(\.alarm.schedule.countsFrom) == [instant("05:10:00"), instant("05:10:00")])
        harness.send(.availability(kitchen, .offline))
        #expect(harness.live(until: "06:10:00").absences.map(\.record.occurrence) == [due])
    }

    /// Alarms that a right clock made, by one that is behind: nobody vouches for it, or a room's own clock says so.
    @Test(arguments: [false, true]) func aClockThatIsBehindMovesNoAlarm(isVouched: Bool) {
        var harness = CoreHarness(
            at: "09:00:00",
            stored: StoredState(
                storeID: "00112233aabbccdd", closedThrough: nil,
                nodes: [stored(kitchen, last: isVouched ? announced("08:45:00") : nil)]))
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", .once)))
        if !isVouched { harness.now.sync = .unsynchronised }
        _ = harness.setClock(to: "05:00:00")
        _ = harness.live(until: "05:20:00")
        #expect(harness.alarm(a1)?.alarm.schedule.countsFrom == instant("09:00:00"))
    }

    @Test func movesTheEndOfAMute() {
        var harness = CoreHarness(at: "09:00:00")
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        var patch = SettingsPatch()
        patch.muteSeconds = 7_200
        harness.request(SetRequest(nodes: [kitchen], change: patch))
        harness.commitAll()
        // Named by its end.
        harness.request(SetRequest(nodes: [bedroom], change: SettingsPatch(mute: .until(instant("11:00:00")))))
        harness.commitAll()
        _ = harness.advance(.minutes(30))
        _ = harness.setClock(to: "05:30:00")
        // The disk is full at the first step.
        harness.failCommit()
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        harness.send(.clockSet)
        harness.commitAll()
        #expect(harness.status(kitchen).settings.mute == .until(instant("07:00:00")))
        #expect(harness.status(bedroom).settings.mute == .until(instant("11:00:00")))
        harness.now.wall = harness.now.wall + .hours(4)
        harness.send(.clockSet)
        harness.commitAll()
        #expect(harness.status(kitchen).settings.mute == .until(instant("11:00:00")))
    }
}

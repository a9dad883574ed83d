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
}

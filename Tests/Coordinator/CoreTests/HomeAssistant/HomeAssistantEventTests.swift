import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The event of a room: the course of the rings there.
@Suite struct HomeAssistantEventTests {
    private var harness = HomeAssistantHarness.withKitchen()
    private let occurrence = Occurrence(source: .alarm(a1), due: instant("18:00:00"))

    private func ring(_ state: RingReport.State, snoozes: Int = 0) -> Reported {
        var report = reported()
        report.rings = [
            RingReport(
                occurrence: occurrence, label: "School", state: state,
                since: state == .ringing ? instant("18:00:00") : nil,
                until: state == .snoozed ? instant("18:09:00") : nil, snoozes: snoozes, snoozeMinutes: 9)
        ]
        return report
    }

    private mutating func tell(_ outcome: RingOutcome, _ reason: RingReason, ended: String = "18:01:00") {
        let record = RingRecord(
            occurrence: occurrence, label: "School", outcome: outcome, reason: reason, endedAt: instant(ended))
        let entry = LedgerEntry(sequence: 1, at: instant(ended), event: .ring(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [entry])))
    }

    @Test mutating func ringingSnoozedAndStoppedAreToldAsTheyHappen() {
        harness.send(.reported(kitchen, ring(.ringing)))
        #expect(harness.detail("kitchen", "ringing")["state"] as? String == "ON")
        #expect(harness.attributes("kitchen", "ringing")["labels"] as? [String] == ["School"])
        // The same report again is no news.
        harness.send(.reported(kitchen, ring(.ringing)))
        harness.send(.reported(kitchen, ring(.snoozed, snoozes: 1)))
        #expect(harness.detail("kitchen", "ringing")["state"] as? String == "OFF")
        harness.send(.reported(kitchen, ring(.ringing, snoozes: 1)))
        harness.send(.reported(kitchen, reported()))
        tell(.rang, .stopped)
        #expect(harness.events(kitchen) == ["ringing", "snoozed", "ringing", "stopped"])
        #expect(harness.kept["clock/v1/home/ha/kitchen/ring"] == nil)
    }

    @Test(
        arguments: [
            (RingOutcome.rang, RingReason.stopped, "stopped"), (.rang, .withdrawn, "stopped"),
            (.rang, .unanswered, "unanswered"), (.missed, .late, "missed"), (.failed, .deviceBusy, "failed"),
            (.absent, .offline, "missed"),
        ])
    mutating func everyEndIsTold(outcome: RingOutcome, reason: RingReason, event: String) {
        tell(outcome, reason)
        #expect(harness.events(kitchen) == [event])
    }

    @Test mutating func whatWasNotToRingAndWhatIsLongOverIsNoEvent() {
        tell(.skipped, .holiday)
        tell(.missed, .late, ended: "2026-11-19T18:00:00Z")
        #expect(harness.events(kitchen) == [])
    }

    @Test mutating func whatRangBeforeTheCoordinatorStartedIsNoNews() {
        harness = HomeAssistantHarness()
        harness.send(.availability(kitchen, .online))
        harness.send(.reported(kitchen, ring(.ringing)))
        #expect(harness.events(kitchen) == [])
        #expect(harness.detail("kitchen", "ringing")["state"] as? String == "ON")
    }

    @Test mutating func anAlarmThatAnOfflineRoomLeftIsTold() {
        harness.change(.addAlarm(draft("19:10", label: "School")))
        harness.send(.availability(kitchen, .offline))
        harness.live(until: "18:20:00")
        #expect(harness.events(kitchen) == ["missed"])
    }
}

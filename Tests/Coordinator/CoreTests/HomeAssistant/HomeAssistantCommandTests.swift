import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The effects of Home Assistant's commands.
@Suite struct HomeAssistantCommandTests {
    private var harness = HomeAssistantHarness.withKitchen()

    @Test(
        arguments: [
            ("volume", "35"), ("volume", "35.0"), ("mute", "ON"), ("chime", "westminster"),
            ("interval", "every hour"), ("interval", "off"),
        ])
    mutating func aSettingGoesThereAndBack(entity: String, payload: String) {
        harness.command("kitchen", entity, payload)
        #expect(harness.state("kitchen", entity) == (payload == "35.0" ? "35" : payload))
        #expect(harness.refusals == [])
    }

    @Test mutating func aVoiceThatIsInstalledCanBeChosen() {
        var report = reported()
        report.voice.installed = ["english", "german"]
        harness.send(.reported(kitchen, report))
        #expect(harness.announcement("select", "kitchen", "voice")["options"] as? [String] == ["english", "german"])
        harness.command("kitchen", "voice", "german")
        #expect(harness.state("kitchen", "voice") == "german")
    }

    @Test(
        arguments: [
            ("volume", "101"), ("volume", "loud"), ("volume", "nan"), ("volume", "1e300"), ("mute", "maybe"),
            ("voice", "../etc"), ("chime", "no such/chime"), ("interval", "15"),
        ])
    mutating func whatIsRefusedIsShownAsItIs(entity: String, payload: String) {
        let before = harness.state("kitchen", entity)
        harness.forgetPublished()
        harness.command("kitchen", entity, payload)
        #expect(
            harness.published.map(\.topic) == [
                "clock/v1/home/ha/kitchen/command", "clock/v1/home/ha/kitchen/\(entity)",
            ])
        #expect(harness.state("kitchen", entity) == before)
        #expect(harness.refusals.count == 1)
    }

    @Test mutating func aChangeThatTheStoreDoesNotTakeIsShownAsItIs() {
        harness.forgetPublished()
        harness.take(
            harness.core.send(
                .homeAssistantCommand(HomeAssistantCommand(subject: "kitchen", entity: "volume", payload: "5"))))
        #expect(harness.published == [], "not before it is committed")
        harness.take(harness.core.failCommit())
        #expect(harness.state("kitchen", "volume") == "80" && harness.count("kitchen", "volume") == 1)
    }

    @Test mutating func buttonsAndTextsAskWhatPeopleAsk() throws {
        harness.command("kitchen", "announce")
        #expect(harness.commands.contains { if case .announce = $0 { true } else { false } })
        for entity in ["say", "speak"] {
            let effects = harness.core.send(
                .homeAssistantCommand(HomeAssistantCommand(subject: "kitchen", entity: entity, payload: "Dinner")))
            let texts = effects.compactMap { if case .speak(_, let text, _) = $0 { text } else { nil } }
            #expect(texts == ["Dinner"])
        }
        harness.command("kitchen", "say", "")
        #expect(harness.refusals.last?.contains("cannot be said") == true)
    }

    @Test mutating func stopAndSnoozeGoToEveryRoomAsFromAClient() {
        harness.command("kitchen", "stop")
        #expect(harness.actions == [] && harness.refusals.last?.contains("nothing rings in kitchen") == true)
        let occurrence = Occurrence(source: .alarm(a1), due: instant("18:00:00"))
        var report = reported()
        report.rings = [
            RingReport(
                occurrence: occurrence, label: "School", state: .ringing, since: instant("18:00:00"), until: nil,
                snoozes: 0, snoozeMinutes: 9)
        ]
        harness.send(.reported(kitchen, report))
        harness.command("kitchen", "snooze")
        harness.command("kitchen", "stop")
        #expect(harness.actions.map(\.kind) == [.snooze, .stop])
        #expect(harness.actions.allSatisfy { $0.occurrence == occurrence && $0.by == "Home Assistant" })
        #expect(Set(harness.actions.map(\.id)).count == 2)
    }

    @Test mutating func anAlarmIsSwitchedAndMoved() {
        harness.change(.addAlarm(draft("07:00", label: "School")))
        harness.command("alarm_a1", "enabled", "OFF")
        #expect(harness.detail("alarm_a1", "enabled")["state"] as? String == "OFF")
        #expect(harness.attributes("alarm_a1", "enabled")["next"] is String == false)
        harness.command("alarm_a1", "time", "06:45:00")
        #expect(harness.state("alarm_a1", "time") == "06:45:00")
        harness.command("alarm_a1", "time", "06:45:30")
        #expect(harness.state("alarm_a1", "time") == "06:45:00")
        #expect(harness.refusals.count == 1)
        let alarm = harness.core.alarm(a1)
        #expect(alarm?.alarm.label == "School" && alarm?.alarm.isEnabled == false && alarm?.alarm.revision == 3)
    }

    @Test mutating func aTimerIsPausedResumedAndCancelled() {
        harness.change(timer(600))
        harness.command("timer_t1", "pause")
        #expect(harness.attributes("timer_t1", "ends")["timer"] as? String == "paused")
        harness.command("timer_t1", "resume")
        #expect(harness.attributes("timer_t1", "ends")["timer"] as? String == "running")
        harness.command("timer_t1", "cancel")
        #expect(harness.state("timer_t1", "ends") == nil)
    }

    @Test(
        arguments: [
            ("attic", "volume"), ("kitchen", "nothing"), ("alarm_a9", "enabled"), ("timer_t9", "cancel"),
            ("site_home", "health"), ("site_away", "health"), ("", ""), ("kitchen_volume", "set"),
            ("alarm_", "enabled"),
        ])
    mutating func whatIsNotThereChangesNothing(subject: String, entity: String) {
        let before = harness.kept
        harness.command(subject, entity, "ON")
        #expect(harness.kept == before)
        #expect(harness.core.underWay == nil)
        #expect(harness.refusals.count == 1)
    }

    @Test mutating func nothingIsObeyedWhileItIsSwitchedOff() {
        harness = HomeAssistantHarness.withKitchen(nil)
        harness.command("kitchen", "volume", "5")
        #expect(harness.core.status(kitchen).volume == 80 && harness.published == [])
    }
}

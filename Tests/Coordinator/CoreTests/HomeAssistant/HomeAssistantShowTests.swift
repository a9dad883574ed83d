import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The entities and states that Home Assistant receives.
@Suite struct HomeAssistantShowTests {
    @Test func aRoomHasItsEntitiesAndOneDevice() throws {
        let harness = HomeAssistantHarness.withKitchen()
        let components = harness.kept.keys.compactMap { topic -> String? in
            let levels = topic.split(separator: "/")
            return levels.last == "config" && levels[3].hasPrefix("kitchen_") ? "\(levels[1]) \(levels[3])" : nil
        }
        #expect(
            components.sorted() == [
                "binary_sensor kitchen_clock_problem", "binary_sensor kitchen_connectivity",
                "binary_sensor kitchen_ringing", "button kitchen_announce", "button kitchen_snooze",
                "button kitchen_stop", "event kitchen_command", "event kitchen_ring", "notify kitchen_speak",
                "number kitchen_volume",
                "select kitchen_chime", "select kitchen_interval", "select kitchen_voice",
                "sensor kitchen_clock_offset", "sensor kitchen_last_quarter", "sensor kitchen_next_alarm",
                "sensor kitchen_onset_error", "switch kitchen_mute", "text kitchen_say",
            ])
        for topic in harness.topics(with: "/kitchen_") {
            let levels = topic.split(separator: "/").map(String.init)
            let entity = String(levels[3].dropFirst("kitchen_".count))
            let message = harness.announcement(levels[1], "kitchen", entity)
            #expect(message["unique_id"] as? String == "clocksmith_home_kitchen_\(entity)")
            #expect(message["default_entity_id"] as? String == "\(levels[1]).clocksmith_home_kitchen_\(entity)")
            let device = try #require(message["device"] as? [String: Any])
            #expect(device["identifiers"] as? [String] == ["clocksmith_home_kitchen"])
            #expect(device["via_device"] as? String == "clocksmith_home")
            #expect((message["origin"] as? [String: Any])?["name"] as? String == "Clocksmith")
            if entity == "connectivity" {
                #expect(message["state_topic"] as? String == "clock/v1/home/node/kitchen/availability")
                #expect(message["availability"] == nil)
            } else {
                #expect(message["availability_mode"] as? String == "all")
                #expect(
                    (message["availability"] as? [[String: String]])?.compactMap { $0["topic"] } == [
                        "clock/v1/home/coordinator/availability", "clock/v1/home/node/kitchen/availability",
                    ])
            }
        }
        // The field stays empty: it shows neither the last text nor a meaningless word.
        let say = harness.announcement("text", "kitchen", "say")
        #expect(say["value_template"] as? String == "{{ '' }}" && say["min"] as? Int == 0)
        #expect(say["state_topic"] as? String == "clock/v1/home/node/kitchen/availability")
        let site = try #require(harness.announcement("sensor", "site_home", "next_wake")["device"] as? [String: Any])
        #expect(site["identifiers"] as? [String] == ["clocksmith_home"])
        let wake = harness.announcement("sensor", "site_home", "next_wake")
        #expect(wake["default_entity_id"] as? String == "sensor.clocksmith_home_next_wake")
    }

    @Test func whatIsAnnouncedIsShown() {
        let harness = HomeAssistantHarness.withKitchen()
        for (topic, payload) in harness.kept where topic.hasSuffix("/config") {
            #expect(!payload.contains("\"state_topic\":\"\""))
        }
        #expect(harness.state("kitchen", "volume") == "80")
        #expect(harness.state("kitchen", "mute") == "OFF")
        #expect(harness.state("kitchen", "voice") == "english")
        #expect(harness.state("kitchen", "chime") == "strike")
        #expect(harness.state("kitchen", "interval") == "every 15 minutes")
        #expect(harness.state("kitchen", "clock_offset") == "0.2")
        #expect(harness.state("kitchen", "onset_error") == "None")
        #expect(harness.detail("kitchen", "clock_problem")["state"] as? String == "OFF")
        #expect(harness.detail("kitchen", "ringing")["state"] as? String == "OFF")
        #expect(harness.state("site_home", "next_wake") == "2026-11-21T18:14:45.000Z")
        #expect(harness.detail("site_home", "health")["state"] as? String == "running")
        #expect(harness.detail("site_home", "preflight")["state"] as? String == "OFF")
        // The options of a select have what it shows, or Home Assistant takes neither.
        #expect((harness.announcement("select", "kitchen", "voice")["options"] as? [String]) == ["english"])
    }

    @Test func aWrongClockAndTheQuarterHourAreShownWithTheirReasons() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.send(.reported(kitchen, reported(trusted: false)))
        #expect(harness.detail("kitchen", "clock_problem")["state"] as? String == "ON")
        #expect(harness.attributes("kitchen", "clock_problem")["reason"] as? String == "never set")
        harness.send(.ledger(kitchen, batch(1...1)))
        #expect(harness.detail("kitchen", "last_quarter")["state"] as? String == "announced")
        #expect(harness.state("kitchen", "onset_error") == "0.007")
        let missed = LedgerEntry(
            sequence: 2, at: instant("18:15:00"),
            event: .quarter(QuarterRecord(target: instant("18:15:00"), outcome: .missed, reason: .untrusted)))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [missed])))
        #expect(harness.detail("kitchen", "last_quarter")["state"] as? String == "missed")
        #expect(harness.attributes("kitchen", "last_quarter")["reason"] as? String == "untrusted")
    }

    @Test func anAlarmIsASwitchWithItsTimeAndGoesWhenItIsRemoved() {
        var harness = HomeAssistantHarness.withKitchen()
        let before = harness.kept
        harness.change(.addAlarm(draft("07:00", .weekly([.monday, .friday].set), label: "School \"run\"")))
        #expect(harness.detail("alarm_a1", "enabled")["state"] as? String == "ON")
        let attributes = harness.attributes("alarm_a1", "enabled")
        #expect(attributes["time"] as? String == "07:00" && attributes["days"] as? [String] == ["mon", "fri"])
        #expect(attributes["next"] as? String == "2026-11-23T06:00:00.000Z")
        #expect(attributes["rooms"] as? [String] == ["kitchen"])
        #expect(harness.announcement("switch", "alarm_a1", "enabled")["name"] as? String == "Alarm School \"run\"")
        #expect(harness.state("alarm_a1", "time") == "07:00:00")
        harness.change(.removeAlarm(a1))
        #expect(harness.kept.keys.sorted() == before.keys.sorted(), "nothing is left of it")
    }

    @Test func theNextTimeOfAnAlarmGoesOnWhenItWasDue() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.change(.addAlarm(draft("19:30")))
        #expect(harness.attributes("alarm_a1", "enabled")["next"] as? String == "2026-11-21T18:30:00.000Z")
        harness.live(until: "18:31:00")
        #expect(harness.attributes("alarm_a1", "enabled")["next"] as? String == "2026-11-22T18:30:00.000Z")
        #expect(harness.state("site_home", "next_wake") == "2026-11-21T18:44:45.000Z")
    }

    @Test func theSwitchOfAMuteGoesOffAtItsEnd() {
        var harness = HomeAssistantHarness.withKitchen()
        func mute(_ mute: Mute) {
            let request = SetRequest(nodes: [kitchen], change: SettingsPatch(mute: mute))
            harness.send(.request(CoreHarness.origin, CoordinatorRequest(request)))
        }
        mute(.until(instant("18:07:00")))
        #expect(harness.state("kitchen", "mute") == "ON")
        harness.live(until: "18:06:59")
        #expect(harness.state("kitchen", "mute") == "ON")
        harness.live(until: "18:07:01")
        #expect(harness.state("kitchen", "mute") == "OFF")
        mute(.until(instant("18:30:00")))
        harness.command("kitchen", "mute", "OFF")
        #expect(harness.state("kitchen", "mute") == "OFF")
        mute(.on)
        harness.live(until: "18:40:00")
        #expect(harness.state("kitchen", "mute") == "ON")
    }

    @Test func anAlarmIsNotShownToRingOnAHoliday() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.change(.setHolidays(calendar("de", "2026-11-22")))
        harness.change(.addAlarm(draft("07:00", holidays: "de")))
        #expect(harness.attributes("alarm_a1", "enabled")["next"] as? String == "2026-11-23T06:00:00.000Z")
        harness.change(.setHolidays(calendar("de", "2026-11-22/2026-11-23")))
        #expect(harness.attributes("alarm_a1", "enabled")["next"] as? String == "2026-11-24T06:00:00.000Z")
    }

    @Test func anAlarmIsNotShownToRingOnTheDaysOfAnyOfItsCalendars() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.change(.setHolidays(calendar("de", "2026-11-22")))
        harness.change(.setHolidays(calendar("school", "2026-11-23")))
        harness.change(.addAlarm(draft("07:00", holidays: CalendarNames(["de", "school"]))))
        #expect(harness.attributes("alarm_a1", "enabled")["next"] as? String == "2026-11-24T06:00:00.000Z")
    }

    @Test func aTimerHasItsEndAndItsButtonsWhileItIsThere() {
        var harness = HomeAssistantHarness.withKitchen()
        let before = harness.kept
        harness.change(timer(600))
        #expect(harness.detail("timer_t1", "ends")["state"] as? String == "2026-11-21T18:11:00.000Z")
        #expect(!harness.announcement("button", "timer_t1", "pause").isEmpty)
        harness.change(.pauseTimer(t1))
        #expect(harness.detail("timer_t1", "ends")["state"] is String == false)
        #expect(harness.attributes("timer_t1", "ends")["remaining_s"] as? Int == 600)
        #expect(harness.announcement("button", "timer_t1", "pause").isEmpty)
        #expect(!harness.announcement("button", "timer_t1", "resume").isEmpty)
        harness.change(.cancelTimer(t1))
        #expect(harness.kept.keys.sorted() == before.keys.sorted())
    }

    @Test func aStoreThatFailsIsShownAsDegraded() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.take(harness.core.request(ChangeRequest(changes: [timer(60)])))
        harness.take(harness.core.failCommit())
        #expect(harness.detail("site_home", "health")["state"] as? String == "degraded")
        #expect(harness.attributes("site_home", "health")["problem"] as? String == "no space")
    }

    @Test func anEmergencyIsShownUntilItIsOverWithTheRoomsThatAreSilent() {
        var harness = HomeAssistantHarness.withKitchen()
        #expect(harness.detail("site_home", "emergency")["state"] as? String == "OFF")
        let begun = Emergency.Word(at: harness.core.now.wall, by: "office")
        harness.send(.emergencyHeard(Emergency(id: "e1", begun: begun, text: "Leave the building")))
        #expect(harness.detail("site_home", "emergency")["state"] as? String == "ON")
        let shown = harness.attributes("site_home", "emergency")
        #expect(shown["text"] as? String == "Leave the building" && shown["since"] as? String == begun.at.rfc3339)
        #expect(shown["silent"] as? [String] == ["kitchen"])
        harness.live(until: "18:45:00")
        #expect(harness.detail("site_home", "emergency")["state"] as? String == "OFF")
    }

    @Test func preflightNamesTheRoomsInWhichAnAlarmMayNotRing() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.join(bedroom)
        harness.change(.addAlarm(draft("07:00")))
        // The document with the alarm is revision 2, and the kitchen goes by 1. That is no finding for a moment.
        #expect(harness.detail("site_home", "preflight")["state"] as? String == "OFF")
        harness.live(until: "18:15:00")
        #expect(
            harness.attributes("site_home", "preflight")["findings"] as? [String] == [
                "kitchen: what was changed has not reached it yet"
            ])
        var report = reported(revision: 2)
        report.upcoming = [
            UpcomingRing(occurrence: Occurrence(source: .alarm(a1), due: instant("2026-11-22T06:00:00Z")), label: "")
        ]
        harness.send(.reported(kitchen, report))
        #expect(harness.detail("site_home", "preflight")["state"] as? String == "OFF")
        #expect(harness.detail("kitchen", "next_alarm")["state"] as? String == "2026-11-22T06:00:00.000Z")
        harness.send(.availability(kitchen, .offline))
        #expect(harness.detail("site_home", "preflight")["state"] as? String == "ON")
        #expect(harness.attributes("site_home", "preflight")["findings"] as? [String] == ["kitchen: offline"])
    }

    @Test(
        arguments: [
            ("2024.3", false, false), ("2024.5.4", true, false), ("2025.4", true, true), ("2026.11", true, true),
        ])
    func olderVersionsHearNothingOfWhatTheyWarnAbout(version: String, hasNotify: Bool, hasTime: Bool) throws {
        let since = try #require(HomeAssistantVersion(version))
        var harness = HomeAssistantHarness.withKitchen(HomeAssistantSettings(since: since))
        harness.change(.addAlarm(draft()))
        #expect(harness.topics(with: "/notify/").isEmpty != hasNotify)
        #expect(harness.topics(with: "/time/").isEmpty != hasTime)
        #expect((harness.state("alarm_a1", "time") != nil) == hasTime)
    }

    @Test func olderVersionsAreNeverShownATimeThatIsNone() throws {
        let since = try #require(HomeAssistantVersion("2024.3"))
        let old = HomeAssistantHarness.withKitchen(HomeAssistantSettings(since: since))
        let message = old.announcement("sensor", "kitchen", "next_alarm")
        #expect(message["value_template"] as? String == "{{ value_json.state or '1970-01-01T00:00:00Z' }}")
        #expect((message["availability"] as? [[String: String]])?.count == 3)
        let new = HomeAssistantHarness.withKitchen().announcement("sensor", "kitchen", "next_alarm")
        #expect((new["availability"] as? [[String: String]])?.count == 2)
    }

    @Test(arguments: ["2024.2", "2025", "2025.13", "soon", "2025.4.", "-1.4"])
    func noVersion(text: String) {
        #expect(HomeAssistantVersion(text) == nil)
    }

    @Test func whatDoesNotChangeIsNotPublishedAgain() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.forgetPublished()
        harness.send(.reported(kitchen, reported()))
        #expect(harness.published == [])
        harness.send(
            .request(
                CoreHarness.origin,
                CoordinatorRequest(SetRequest(nodes: [kitchen], change: SettingsPatch(volume: .full)))))
        #expect(harness.published.map(\.topic) == ["clock/v1/home/ha/kitchen/volume"])
    }

    @Test func aHomeAssistantThatStartsIsToldEverythingAgain() {
        var harness = HomeAssistantHarness.withKitchen()
        harness.change(.addAlarm(draft()), timer(60))
        harness.forgetPublished()
        harness.send(.homeAssistantStarted)
        #expect(Set(harness.published.map(\.topic)) == Set(harness.kept.keys))
        #expect(harness.published.allSatisfy { harness.kept[$0.topic] == $0.payload })
    }

    @Test func aLargeSiteIsPublishedAFewRoomsAtATime() {
        var harness = HomeAssistantHarness()
        for number in 1...30 { harness.join(NodeID("room-\(number)")!) }
        let kept = harness.kept
        let effects = harness.core.send(.homeAssistantStarted)
        let first = effects.count { if case .publishHomeAssistant = $0 { true } else { false } }
        #expect((1...200).contains(first))
        harness.take(harness.core.advance(.seconds(2)))
        #expect(harness.kept == kept)
    }
}

extension [Weekday] {
    var set: WeekdaySet { WeekdaySet(self) }
}

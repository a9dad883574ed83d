import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Starts of coordinators and rooms: automations act on every change that an entity shows.
@Suite struct HomeAssistantStartTests {
    private let store = MemoryStore.empty()

    /// The new payloads of each retained topic, in order.
    private func changes(_ published: [HomeAssistantMessage], since kept: [String: String]) -> [String: [String]] {
        var shown = kept
        var changes: [String: [String]] = [:]
        for message in published where message.isRetained && shown[message.topic, default: ""] != message.payload {
            changes[message.topic, default: []].append(message.payload)
            shown[message.topic] = message.payload.isEmpty ? nil : message.payload
        }
        return changes
    }

    /// The room reports at once, or late; a room that was offline stays so.
    @Test(arguments: [0, 5])
    func noEntityChangesOverARestartOfTheCoordinator(seconds: Int64) {
        var first = HomeAssistantHarness(store: store)
        first.join(kitchen)
        first.join(bedroom)
        first.send(.availability(bedroom, .offline))
        first.change(.addAlarm(draft()), timer(3_600))
        first.take(first.core.advance(.seconds(20)))
        let kept = first.kept
        #expect(kept.count > 60)

        var second = HomeAssistantHarness(at: "18:02:00", store: store, kept: kept, isPatient: false)
        second.take(second.core.advance(.seconds(seconds)))
        second.send(.availability(bedroom, .offline))
        second.send(.reported(bedroom, reported()))
        second.join(kitchen)
        second.take(second.core.advance(.seconds(20)))
        let changed = changes(second.published, since: kept)
        #expect(changed.keys.sorted() == [], "\(changed)")
        #expect(second.kept == kept)
    }

    @Test(arguments: [true, false])
    func aRoomThatStartsHasNoClockProblemForTenSeconds(isKnown: Bool) {
        var harness = HomeAssistantHarness()
        if isKnown { harness.join(kitchen) }
        harness.forgetPublished()
        let before = harness.kept
        // Its first reports, before its first exchange.
        harness.take(harness.core.send(.availability(kitchen, .online)) + harness.core.commitAll())
        for _ in 0..<8 {
            harness.take(harness.core.send(.reported(kitchen, reported(trusted: false))))
            harness.take(harness.core.advance(.seconds(1)))
        }
        harness.take(harness.core.send(.reported(kitchen, reported())))
        harness.take(harness.core.advance(.seconds(1)))
        let topic = HomeAssistantHarness.topics.homeAssistantState("kitchen", "clock_problem")
        let shown = changes(harness.published, since: before)[topic] ?? []
        #expect(!shown.contains { $0.contains("\"ON\"") }, "\(shown)")
        #expect(harness.detail("kitchen", "clock_problem")["state"] as? String == "OFF")
        // A clock that stays wrong is a problem.
        harness.take(harness.core.send(.reported(kitchen, reported(trusted: false))))
        harness.take(harness.core.advance(.seconds(11)))
        #expect(harness.detail("kitchen", "clock_problem")["state"] as? String == "ON")
    }

    @Test(arguments: [("kitchen", "volume", "101", "kitchen"), ("alarm_a9", "enabled", "ON", "site_home")])
    func aRefusedCommandIsAnEventOfTheCommandEntity(subject: String, entity: String, payload: String, place: String) {
        var harness = HomeAssistantHarness.withKitchen()
        harness.forgetPublished()
        harness.command(subject, entity, payload)
        let topic = HomeAssistantHarness.topics.homeAssistantState(place, "command")
        let events = harness.published.filter { $0.topic == topic }
        #expect(events.count == 1 && !events[0].isRetained)
        let text = events.first?.payload ?? ""
        #expect(text.contains("\"event_type\":\"refused\"") && text.contains("\"\(payload)\""), "\(text)")
        #expect(harness.announcement("event", place, "command")["event_types"] is [String])
        // A button has no state that could show it.
        harness.forgetPublished()
        harness.command("kitchen", "stop")
        #expect(harness.published.contains { $0.topic.hasSuffix("kitchen/command") })
    }
}

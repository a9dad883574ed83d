import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The broker keeps nothing of things that are gone.
@Suite struct HomeAssistantClearTests {
    /// A site with everything that there can be, in a store.
    private func site(_ settings: HomeAssistantSettings? = HomeAssistantSettings()) -> (
        HomeAssistantHarness, MemoryStore
    ) {
        let store = MemoryStore.empty()
        var harness = HomeAssistantHarness(settings, store: store)
        harness.join(kitchen)
        harness.join(bedroom)
        harness.change(.addAlarm(draft("07:00", label: "School")), .addAlarm(draft(nodes: [bedroom])), timer(600))
        return (harness, store)
    }

    @Test func aForgottenRoomIsClearedWhole() {
        var (harness, _) = site()
        harness.send(.availability(kitchen, .offline))
        harness.change(.removeAlarm(a1), .cancelTimer(t1))
        #expect(!harness.topics(with: "kitchen").isEmpty)
        harness.send(.request(CoreHarness.origin, CoordinatorRequest(ForgetRequest(node: kitchen))))
        #expect(harness.topics(with: "kitchen") == [])
        #expect(!harness.topics(with: "bedroom").isEmpty)
    }

    @Test func aRenamedRoomKeepsItsTopicsUnderItsNewName() {
        var (harness, _) = site()
        let before = harness.kept
        harness.send(.request(CoreHarness.origin, CoordinatorRequest(RenameRequest(node: kitchen, room: "Galley"))))
        #expect(harness.kept.keys.sorted() == before.keys.sorted())
        let device = harness.announcement("number", "kitchen", "volume")["device"] as? [String: Any]
        #expect(device?["name"] as? String == "Galley clock" && device?["suggested_area"] as? String == "Galley")
    }

    @Test func switchedOffNothingIsLeft() {
        let (harness, store) = site()
        let later = HomeAssistantHarness(nil, store: store, kept: harness.kept)
        #expect(later.kept == [:])
    }

    @Test func underAnotherPrefixNothingIsLeftUnderTheFirst() {
        let (harness, store) = site()
        let later = HomeAssistantHarness(HomeAssistantSettings(prefix: "ha2"), store: store, kept: harness.kept)
        #expect(later.topics(with: "homeassistant/") == [])
        #expect(later.topics(with: "ha2/").count == harness.topics(with: "homeassistant/").count)
    }

    @Test func forAnOlderVersionNothingIsLeftOfWhatItWarnsAbout() throws {
        let (harness, store) = site()
        let since = try #require(HomeAssistantVersion("2024.3"))
        let later = HomeAssistantHarness(HomeAssistantSettings(since: since), store: store, kept: harness.kept)
        #expect(later.topics(with: "/time/") == [] && later.topics(with: "/notify/") == [])
        #expect(later.state("alarm_a1", "time") == nil && later.state("alarm_a1", "enabled") != nil)
    }

    @Test func whatWentWhileNobodyCouldBeToldIsClearedAtTheNextConnection() {
        var (harness, _) = site()
        let kept = harness.kept
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.forgetPublished()
        harness.change(.removeAlarm(a1), .cancelTimer(t1))
        #expect(harness.published == [])
        harness.send(.brokerConnected)
        harness.send(.homeAssistantFound(kept.keys.sorted()))
        #expect(harness.topics(with: "a1") == [] && harness.topics(with: "t1") == [])
        #expect(!harness.topics(with: "a2").isEmpty)
    }

    @Test func ofAThousandRoomsNothingIsLeftHoweverTheyGo() throws {
        let store = MemoryStore.empty()
        var harness = HomeAssistantHarness(store: store)
        let rooms = (1...1_000).map { NodeID("room-\($0)")! }
        for room in rooms { harness.join(room) }
        let perRoom = harness.topics(with: "room-1_").count + harness.topics(with: "/room-1/").count
        let site = harness.kept.keys.filter { !$0.contains("room-") }.count
        #expect(perRoom > 20 && harness.kept.count == 1_000 * perRoom + site)
        // Renamed: as many, on the same topics.
        let before = Set(harness.kept.keys)
        harness.send(.request(CoreHarness.origin, CoordinatorRequest(RenameRequest(node: rooms[7], room: "Galley"))))
        #expect(Set(harness.kept.keys) == before)
        // Under another prefix: none under the first.
        let moved = HomeAssistantHarness(HomeAssistantSettings(prefix: "ha2"), store: store, kept: harness.kept)
        #expect(moved.topics(with: "homeassistant/").isEmpty && moved.kept.count == before.count)
        // Switched off: none.
        #expect(HomeAssistantHarness(nil, store: store, kept: moved.kept).kept.isEmpty)
        // Forgotten, half of them: as many as of the other half.
        for room in rooms[..<500] {
            harness.send(.availability(room, .offline))
            harness.send(.request(CoreHarness.origin, CoordinatorRequest(ForgetRequest(node: room))))
        }
        #expect(harness.kept.count == 500 * perRoom + site)
        #expect(harness.topics(with: "/room-500/").isEmpty && !harness.topics(with: "/room-501/").isEmpty)
    }

    @Test func whatIsWantedAndWhatIsOfOthersIsLeft() {
        var (harness, _) = site()
        let kept = harness.kept
        harness.forgetPublished()
        harness.send(.homeAssistantFound(kept.keys.sorted()))
        #expect(harness.published == [])
        // As a person might have left them there.
        let strays = [
            "homeassistant/switch/clocksmith_home/attic_volume/config",
            "homeassistant/switch/clocksmith_home/kitchen_nothing/config", "clock/v1/home/ha/attic/volume",
            "homeassistant/switch/clocksmith_home/x/config", "clock/v1/home/ha/kitchen/volume/set",
        ]
        harness.send(.homeAssistantFound(strays))
        #expect(Set(harness.published.map(\.topic)) == Set(strays))
        #expect(harness.published.allSatisfy { $0.payload.isEmpty && $0.isRetained })
    }

    /// Nodes may be called like the kinds of subjects.
    @Test(arguments: ["alarm", "timer", "site", "a1", "t1"])
    func noRoomIsTakenForSomethingElse(name: String) throws {
        let node = try #require(NodeID(name))
        var harness = HomeAssistantHarness()
        harness.join(node)
        harness.change(.addAlarm(draft(nodes: [node])), timer(60, nodes: [node]))
        let kept = harness.kept
        harness.send(.homeAssistantFound(kept.keys.sorted()))
        #expect(harness.kept == kept)
        harness.command(name, "volume", "7")
        #expect(harness.state(name, "volume") == "7")
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

struct TopicsTests {
    let topics = Topics(site: SiteID("home")!)

    @Test func areBuiltAndReadBack() {
        let table: [(String, String, Topic)] = [
            (topics.wake, "clock/v1/home/wake", .wake),
            (topics.coordinatorAvailability, "clock/v1/home/coordinator/availability", .coordinatorAvailability),
            (topics.availability(kitchen), "clock/v1/home/node/kitchen/availability", .node(kitchen, .availability)),
            (topics.desired(kitchen), "clock/v1/home/node/kitchen/desired", .node(kitchen, .desired)),
            (topics.reported(kitchen), "clock/v1/home/node/kitchen/reported", .node(kitchen, .reported)),
            (topics.ledger(kitchen), "clock/v1/home/node/kitchen/ledger", .node(kitchen, .ledger)),
            (topics.acked(kitchen), "clock/v1/home/node/kitchen/acked", .node(kitchen, .acked)),
            (topics.command(kitchen), "clock/v1/home/node/kitchen/command", .node(kitchen, .command)),
            (topics.time(kitchen), "clock/v1/home/node/kitchen/time", .node(kitchen, .time)),
            (topics.nodeReply(kitchen), "clock/v1/home/node/kitchen/reply", .node(kitchen, .reply)),
            (topics.ring(.people), "clock/v1/home/ring/people", .ring(.people)),
            (topics.ring(.coordinator), "clock/v1/home/ring/coordinator", .ring(.coordinator)),
            (topics.ring(.node(kitchen)), "clock/v1/home/ring/node/kitchen", .ring(.node(kitchen))),
            (topics.change, "clock/v1/home/change", .change),
            (topics.emergency, "clock/v1/home/emergency", .emergency),
            (
                topics.chunk(3, of: Samples.sound.id, in: Samples.packList.reference.digest),
                "clock/v1/home/content/\(Samples.packList.reference.digest)/\(Samples.sound.id)/3",
                .chunk(3, of: Samples.sound.id, in: Samples.packList.reference.digest)
            ),
            (
                topics.homeAssistantState("kitchen", "volume"), "clock/v1/home/ha/kitchen/volume",
                .homeAssistantState(subject: "kitchen", entity: "volume")
            ),
            (
                topics.homeAssistantCommand("alarm_a1", "enabled"), "clock/v1/home/ha/alarm_a1/enabled/set",
                .homeAssistantCommand(subject: "alarm_a1", entity: "enabled")
            ),
            (topics.coordinatorPresence, "clock/v1/home/coordinator/presence", .coordinatorPresence),
            (topics.contentReport(kitchen), "clock/v1/home/node/kitchen/content", .node(kitchen, .content)),
        ]
        for (built, text, meaning) in table {
            #expect(built == text)
            #expect(topics.parse(text) == meaning)
            #expect(topics.name(of: meaning) == text)
        }
        for verb in CoordinatorCore.requests.map({ $0.request.verb }) + [RequestVerb("of-a-newer-version")] {
            #expect(topics.request(verb) == "clock/v1/home/request/\(verb.rawValue)")
            #expect(topics.parse(topics.request(verb)) == .request(verb))
        }
        #expect(topics.reply(client: "c-1") == "clock/v1/home/reply/c-1")
        #expect(
            topics.discovery("homeassistant", "number", "kitchen", "volume")
                == "homeassistant/number/clocksmith_home/kitchen_volume/config")
    }

    @Test(arguments: [
        "", "/", "clock", "clock/v1/home", "clock/v1/home/", "clock/v1/home//wake", "clock/v1/home/wake/",
        "clock/v1/home/Wake", "clock/v2/home/wake", "clock/v1/homes/wake", "clock/v1/school/wake",
        "/clock/v1/home/wake",
        "clock/v1/home/node", "clock/v1/home/node/kitchen", "clock/v1/home/node//desired",
        "clock/v1/home/node/Kitchen/desired", "clock/v1/home/node/-k/desired", "clock/v1/home/node/+/desired",
        "clock/v1/home/node/kitchen/desires", "clock/v1/home/node/kitchen/desired/x",
        "clock/v1/home/node/küche/desired",
        "clock/v1/home/node/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/desired", "clock/v1/home/request/",
        "clock/v1/home/request/status/x", "clock/v1/home/coordinator",
        "clock/v1/home/coordinator/reported", "clock/v1/home/ring", "clock/v1/home/ring/a0", "clock/v1/home/ring/s1",
        "clock/v1/home/ring/a7/x", "clock/v1/home/changes", "clock/v1/home/content/abc/0",
        "clock/v1/home/content/\(Samples.sound.id)/0", "clock/v1/home/content/\(Samples.sound.id)/x/0",
        "clock/v1/home/content/x/\(Samples.sound.id)/0",
        "clock/v1/home/content/\(Samples.sound.id)/\(Samples.sound.id)/00",
        "clock/v1/home/content/\(Samples.sound.id)/\(Samples.sound.id)/-1",
        "clock/v1/home/content/\(Samples.sound.id)/\(Samples.sound.id)",
        "clock/v1/home/change/a7", "clock/v1/home/\u{0}",
        "clock/v1/home/node/kitchen\u{0}/desired",
    ])
    func othersMeanNothing(_ topic: String) {
        #expect(topics.parse(topic) == nil)
    }

    @Test func whatIsSubscribedToIsUnderstood() {
        let filters = topics.coordinatorFilters + topics.nodeFilters(kitchen) + topics.changeFilters
        for filter in filters where !filter.hasSuffix("request/+") {
            let level = "kitchen"
            let topic = filter.split(separator: "/").map { $0 == "+" ? level : String($0) }.joined(separator: "/")
            #expect(topics.parse(topic) != nil, "\(filter)")
        }
        // A node hears nothing of other nodes but who stopped what rings.
        #expect(Set(topics.nodeFilters(kitchen)).count == 9)
        #expect(
            topics.nodeFilters(kitchen).filter { $0.contains("+") || $0.contains("#") } == ["clock/v1/home/ring/node/+"]
        )
    }
}

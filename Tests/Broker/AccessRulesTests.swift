import ClockCoordinatorCore
import ClockDomain
import ClockMQTT
import ClockTestSupport
import ClockWire
import Glibc
import Testing

/// The shipped rules at the real mosquitto: the topics that each user may write and read.
@Suite struct AccessRulesTests {
    private static let topics = Topics(site: SiteID("home")!)
    private static let kitchen = NodeID("kitchen")!
    private static let bedroom = NodeID("bedroom")!
    private static let sound = Digest(String(repeating: "a", count: 64))!

    private static func spoken(by node: NodeID) -> [String] {
        [
            topics.availability(node), topics.reported(node), topics.ledger(node), topics.time(node),
            topics.contentReport(node), topics.held(node),
        ]
    }

    private static func told(to node: NodeID) -> [String] {
        [topics.desired(node), topics.acked(node), topics.command(node), topics.nodeReply(node)]
    }

    private static let shared = [
        topics.wake, topics.chunk(0, of: sound, in: sound),
    ]
    private static let rings = [
        topics.ring(.people), topics.ring(.coordinator), topics.ring(.node(kitchen)), topics.ring(.node(bedroom)),
    ]
    private static let emergency = topics.emergency
    /// A topic that is no writer's.
    private static let stray = "clock/v1/home/ring/a1"
    /// The topics of an entity's state and of its discovery, which Home Assistant reads.
    private static let shown = [
        topics.homeAssistantState("kitchen", "volume"),
        topics.discovery("homeassistant", "number", "kitchen", "volume"),
    ]
    private static let wish = topics.homeAssistantCommand("kitchen", "volume")
    private static let birth = "homeassistant/status"

    /// The topics of a role's requests.
    private static func requests(for role: ClientRole) -> [String] {
        CoordinatorCore.requests.map { $0.request }.filter { $0.role <= role }.map { topics.request($0.verb) }
    }

    /// Every topic of the protocol, with two nodes.
    private static var all: [String] {
        spoken(by: kitchen) + spoken(by: bedroom) + told(to: kitchen) + told(to: bedroom) + shared
            + [
                stray, topics.change, topics.coordinatorAvailability, topics.pairing, topics.request(.pair),
                topics.reply(client: "client-homemember"),
            ]
            + rings + requests(for: .admin) + shown + [wish, birth, emergency]
    }

    /// Returns all topics that a user may publish.
    private static func allowed(_ user: String, _ proof: ShippedBroker.Proof) -> Set<String> {
        switch user {
        case "kitchen": return Set(spoken(by: kitchen) + [topics.ring(.node(kitchen))])
        case "bedroom": return Set(spoken(by: bedroom) + [topics.ring(.node(bedroom))])
        case "home.coordinator":
            let cleared = [kitchen, bedroom].flatMap { [topics.availability($0), topics.reported($0)] }
            return Set(
                told(to: kitchen) + told(to: bedroom) + cleared + shared + shown + rings
                    + [
                        stray, wish, topics.change, topics.coordinatorAvailability,
                        topics.reply(client: "client-homemember"),
                    ])
        case "home.viewer": return Set(requests(for: .viewer))
        case "home.member": return Set(requests(for: .member) + [topics.ring(.people), emergency])
        case "home.admin", ShippedBroker.local:
            return Set(requests(for: .admin) + [topics.request(.pair), topics.ring(.people), emergency])
        case "home.door": return [topics.pairing, topics.reply(client: "client-homemember")]
        case "home.web-admin": return [topics.request(.pair)]
        case "home.homeassistant": return [wish, birth]
        default: return []
        }
    }

    /// Returns all topics that a user may read. A broker that knows people by certificates applies the same patterns to
    /// everybody, and takes from people the topics that these give to nodes; a user who may stop a ring may read its
    /// topics as well.
    private static func readable(_ user: String, _ proof: ShippedBroker.Proof) -> Set<String> {
        let nodes = Set(shared + rings + [emergency])
        let status = [kitchen, bedroom].flatMap { [topics.availability($0), topics.reported($0)] }
        let views = Set(status + [topics.wake, topics.change, topics.coordinatorAvailability])
        switch user {
        case "kitchen": return nodes.union(told(to: kitchen))
        case "bedroom": return nodes.union(told(to: bedroom))
        case "home.coordinator":
            return (proof == .certificate ? nodes : []).union(
                spoken(by: kitchen) + spoken(by: bedroom) + rings + [topics.wake, stray, emergency]
            )
            .union(requests(for: .admin) + [topics.request(.pair)]).union(
                shown + [wish, birth, "$SYS/broker/publish/messages/dropped"])
        case "home.door":
            return Set([topics.request(.pair)] + [kitchen, bedroom].map { topics.availability($0) })
        case "home.viewer": return views
        case "home.member":
            return views.union(
                [topics.reply(client: "client-homemember"), topics.ring(.people), emergency]
                    + (proof == .certificate ? rings : [])
            )
        case "home.admin", ShippedBroker.local: return Set(all.filter { $0.hasPrefix("clock/") })
        case "home.web-admin": return [topics.pairing]
        case "home.homeassistant":
            return Set(shown + [birth, topics.coordinatorAvailability])
                .union([kitchen, bedroom].map { topics.availability($0) })
        default: return []
        }
    }

    @Test(
        "each user says what is theirs to say and hears what is theirs to hear, on every topic of the protocol",
        arguments: ShippedBroker.Proof.allCases)
    func rights(proof: ShippedBroker.Proof) async throws {
        let broker = try ShippedBroker(proof)
        var parties: [Party] = []
        for user in ShippedBroker.everybody { parties.append(try await Party(user, at: broker)) }
        for party in parties {
            for topic in Self.all {
                let may = try await party.mayPublish(topic)
                #expect(may == Self.allowed(party.user, proof).contains(topic), "\(party.user) publishes to \(topic)")
            }
        }
        for listener in parties {
            let readable = Self.readable(listener.user, proof)
            for topic in Self.all {
                let speakers = Set(ShippedBroker.everybody.filter { Self.allowed($0, proof).contains(topic) })
                let expected = readable.contains(topic) ? speakers : []
                // By the time all expected messages are there, any other has had time to come.
                try await waitUntil("\(listener.user) hearing \(topic)") {
                    listener.heard(on: topic).isSuperset(of: expected)
                }
            }
            #expect(listener.topics.subtracting(readable) == [], "\(listener.user) hears what it may not")
        }
        for party in parties { await party.end() }
    }

    @Test(
        "somebody else's program at the same broker is no node, nor is whoever claims a name at the socket",
        arguments: [
            (ShippedBroker.stranger, nil), (ShippedBroker.local, "home.coordinator"), (ShippedBroker.local, "kitchen"),
        ])
    func stranger(user: String, claim: String?) async throws {
        let broker = try ShippedBroker(.password)
        let stranger = try await Party(user, at: broker, claiming: claim)
        let coordinator = try await Party("home.coordinator", at: broker)
        let itself = NodeID(ShippedBroker.stranger)!
        for topic in Self.all + Self.spoken(by: itself) + Self.told(to: itself) {
            #expect(try await !stranger.mayPublish(topic), "\(topic)")
        }
        for topic in Self.told(to: itself) + Self.shared {
            #expect(try await coordinator.mayPublish(topic))
        }
        // The coordinator writes this last and reads it itself: by then every message for the stranger had its time.
        #expect(try await coordinator.mayPublish(Self.topics.availability(Self.kitchen)))
        try await waitUntil("the coordinator hearing itself") {
            coordinator.topics.contains(Self.topics.availability(Self.kitchen))
        }
        #expect(stranger.topics == [])
        for party in [stranger, coordinator] { await party.end() }
    }

    @Test("the socket is for its owner and its group")
    func socketMode() throws {
        let broker = try ShippedBroker(.certificate)
        var status = stat()
        #expect(lstat(broker.socket, &status) == 0 && status.st_mode & 0o7777 == 0o770)
    }

    /// By patterns every name is a node's; a person's has a dot, which no node's id has.
    @Test("nobody who is no node speaks under a node's topics by their own name")
    func people() async throws {
        let broker = try ShippedBroker(.certificate)
        for user in ShippedBroker.users where user.contains(".") {
            let party = try await Party(user, at: broker)
            for leaf in ["availability", "reported", "ledger", "time", "content", "held"] {
                #expect(try await !party.mayPublish("clock/v1/home/node/\(user)/\(leaf)"), "\(user) \(leaf)")
            }
            await party.end()
        }
    }

    @Test("nobody hears the client identifier by which a node could be thrown out")
    func identifiers() async throws {
        let broker = try ShippedBroker(.password)
        var parties: [Party] = []
        for user in ShippedBroker.users where user != "bedroom" { parties.append(try await Party(user, at: broker)) }
        let secret = "b6f1e0d3a97c4852"
        let bedroom = try await Party("bedroom", at: broker, id: secret)
        for topic in Self.spoken(by: Self.bedroom) { #expect(try await bedroom.mayPublish(topic)) }
        await bedroom.end()
        // Everything that was said before this has been heard when this is.
        for party in parties where party.user == "home.coordinator" {
            #expect(try await party.mayPublish(Self.topics.wake))
            #expect(try await party.mayPublish(Self.topics.availability(Self.kitchen)))
        }
        for party in parties where party.user == "home.door" {
            #expect(try await party.mayPublish(Self.topics.pairing))
        }
        for party in parties {
            let last =
                switch party.user {
                case "kitchen": Self.topics.wake
                case "home.web-admin": Self.topics.pairing
                default: Self.topics.availability(Self.kitchen)
                }
            try await waitUntil("\(party.user) hearing the last of it") { party.topics.contains(last) }
            #expect(!party.heardAnything(with: secret), "\(party.user)")
        }
        for party in parties { await party.end() }
    }
}

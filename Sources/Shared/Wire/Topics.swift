public import ClockDomain

/// The topic tree of one site, `clock/v1/<site>/…` (docs/protocol.md). The only place that spells a topic.
public struct Topics: Hashable, Sendable {
    public let site: SiteID
    private let root: String

    public init(site: SiteID) {
        self.site = site
        root = "clock/v1/\(site)"
    }

    /// The inverse of ``parse(_:)``.
    public func name(of topic: Topic) -> String {
        switch topic {
        case .wake: wake
        case .change: change
        case .ring(let writer): ring(writer)
        case .emergency: emergency
        case .chunk(let chunk, let blob, let content): self.chunk(chunk, of: blob, in: content)
        case .coordinatorAvailability: coordinatorAvailability
        case .coordinatorPresence: coordinatorPresence
        case .node(let node, let leaf): "\(root)/node/\(node)/\(leaf.rawValue)"
        case .request(let verb): request(verb)
        case .homeAssistantState(let subject, let entity): homeAssistantState(subject, entity)
        case .homeAssistantCommand(let subject, let entity): homeAssistantCommand(subject, entity)
        }
    }

    public var wake: String { "\(root)/wake" }
    /// Retained word on the coordinator, `online` or `offline` (its last will).
    public var coordinatorAvailability: String { "\(root)/coordinator/availability" }
    /// Retained state of the coordinator's store.
    public var coordinatorPresence: String { "\(root)/coordinator/presence" }
    /// The topics of every site's ``coordinatorAvailability`` at the broker.
    public static let allCoordinators = "clock/v1/+/coordinator/availability"

    /// The site of a coordinator's word; `nil` for any other topic.
    public static func site(ofCoordinator topic: String) -> SiteID? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 5, let site = SiteID(String(levels[2])) else { return nil }
        return topic == Topics(site: site).coordinatorAvailability ? site : nil
    }

    public func availability(_ node: NodeID) -> String { name(of: .node(node, .availability)) }
    public func desired(_ node: NodeID) -> String { name(of: .node(node, .desired)) }
    public func reported(_ node: NodeID) -> String { name(of: .node(node, .reported)) }
    public func ledger(_ node: NodeID) -> String { name(of: .node(node, .ledger)) }
    public func acked(_ node: NodeID) -> String { name(of: .node(node, .acked)) }
    public func command(_ node: NodeID) -> String { name(of: .node(node, .command)) }
    public func time(_ node: NodeID) -> String { name(of: .node(node, .time)) }
    /// A node's progress with a sound or a voice pack, and the chunks that the node wants.
    public func contentReport(_ node: NodeID) -> String { name(of: .node(node, .content)) }
    /// The document that a node obeys, published on request.
    public func held(_ node: NodeID) -> String { name(of: .node(node, .held)) }
    /// The answers to a node: time exchanges.
    public func nodeReply(_ node: NodeID) -> String { name(of: .node(node, .reply)) }

    /// A writer's stops and snoozes, retained.
    public func ring(_ writer: RingWriter) -> String {
        switch writer {
        case .node(let node): "\(root)/ring/node/\(node)"
        case .people: "\(root)/ring/people"
        case .coordinator: "\(root)/ring/coordinator"
        }
    }
    /// The topics of all writers.
    public var ringFilters: [String] { [ring(.people), ring(.coordinator), "\(root)/ring/node/+"] }
    /// Everything under `ring/`, also topics that belong to no writer.
    public var allRingsFilter: String { "\(root)/ring/#" }
    /// True for a topic under `ring/`.
    public func isRing(_ topic: String) -> Bool { topic.utf8.starts(with: "\(root)/ring/".utf8) }
    /// A chunk of a blob that is a sound or belongs to a voice pack.
    ///
    /// - Parameter content: of the sound, or of the pack's list.
    public func chunk(_ chunk: Int, of blob: Digest, in content: Digest) -> String {
        "\(root)/content/\(content)/\(blob)/\(chunk)"
    }
    /// All that is sent of a sound or a voice pack.
    public func contentFilter(_ content: Digest) -> String { "\(root)/content/\(content)/+/+" }
    /// The site's ``Emergency``, retained.
    public var emergency: String { "\(root)/emergency" }
    /// The door's ``WaitingRooms``, retained.
    public var pairing: String { "\(root)/pairing" }
    /// The changes of definitions.
    public var change: String { "\(root)/change" }

    public func request(_ verb: RequestVerb) -> String { "\(root)/request/\(verb.rawValue)" }
    public func reply(client: String) -> String { "\(root)/reply/\(client)" }

    /// The state of one entity for Home Assistant.
    ///
    /// - Parameters:
    ///   - subject: a node's id, `alarm_a7`, `timer_t3` or `site_` and the site's id; without `_` it is a node's.
    ///   - entity: its name within the subject, of `a-z` and `_`.
    public func homeAssistantState(_ subject: String, _ entity: String) -> String { "\(root)/ha/\(subject)/\(entity)" }
    /// Home Assistant's commands to an entity.
    public func homeAssistantCommand(_ subject: String, _ entity: String) -> String {
        "\(homeAssistantState(subject, entity))/set"
    }
    /// The description of one entity for Home Assistant: outside the site's own topics, under a prefix of Home
    /// Assistant's.
    public func discovery(_ prefix: String, _ component: String, _ subject: String, _ entity: String) -> String {
        "\(prefix)/\(component)/clocksmith_\(site)/\(subject)_\(entity)/config"
    }
    /// Everything published of this site for any Home Assistant, whatever its prefix.
    public var homeAssistantStateFilters: [String] { ["\(root)/ha/+/+", "+/+/clocksmith_\(site)/+/config"] }
    public var homeAssistantCommandFilter: String { "\(root)/ha/+/+/set" }

    /// The retained topics by which a coordinator notices another one, and what rooms shall say in an emergency.
    public var coordinatorStateFilters: [String] { [wake, coordinatorPresence, emergency] }
    /// The coordinator's topics that nobody may retain: a broker would repeat a retained request, and the coordinator
    /// would carry it out again, at every connection.
    public var coordinatorMessageFilters: [String] { ["\(root)/node/+/time", "\(root)/request/+"] }
    /// The retained availability of every node.
    public var availabilityFilter: String { "\(root)/node/+/availability" }
    /// The retained reports of nodes. The coordinator reads reports on a connection of their own, which may wait.
    public var reportStateFilters: [String] { ["availability", "reported"].map { "\(root)/node/+/\($0)" } }
    /// The reports of nodes that nobody may retain.
    public var reportMessageFilters: [String] {
        ["ledger", "content", "held"].map { "\(root)/node/+/\($0)" }
    }
    public var coordinatorFilters: [String] {
        coordinatorStateFilters + coordinatorMessageFilters + reportStateFilters + reportMessageFilters
    }

    /// The retained topics to which a node subscribes for as long as it runs.
    public func nodeStateFilters(_ node: NodeID) -> [String] {
        [wake, emergency, desired(node), acked(node)] + ringFilters
    }
    /// The topics to which a node subscribes for as long as it runs, and which nobody may retain.
    public func nodeMessageFilters(_ node: NodeID) -> [String] { [command(node), nodeReply(node)] }
    public func nodeFilters(_ node: NodeID) -> [String] { nodeStateFilters(node) + nodeMessageFilters(node) }

    /// The topics to which a client publishes, as a filter for a broker's access rules.
    public var requestFilter: String { "\(root)/request/#" }
    /// Everything of the site, as a filter for a broker's access rules.
    public var siteFilter: String { "\(root)/#" }

    /// The topics to which a live view subscribes: each message hints that the state has changed.
    public var changeFilters: [String] {
        [
            wake, coordinatorAvailability, change, "\(root)/node/+/availability", "\(root)/node/+/reported",
        ]
    }

    /// Returns the meaning of a received topic; `nil` for one that is not of this site or this version.
    public func parse(_ topic: String) -> Topic? {
        // By bytes, as a broker takes them: that is also the quickest.
        let slash = UInt8(ascii: "/")
        guard topic.utf8.starts(with: root.utf8) else { return nil }
        let rest = topic.utf8.dropFirst(root.utf8.count)
        guard rest.first == slash else { return nil }
        let levels = rest.dropFirst().split(separator: slash, omittingEmptySubsequences: false).map(Substring.init)
        switch levels.count {
        case 1 where levels[0] == "wake":
            return .wake
        case 1 where levels[0] == "change":
            return .change
        case 1 where levels[0] == "emergency":
            return .emergency
        case 2 where levels[0] == "ring" && levels[1] == "people":
            return .ring(.people)
        case 2 where levels[0] == "ring" && levels[1] == "coordinator":
            return .ring(.coordinator)
        case 3 where levels[0] == "ring" && levels[1] == "node":
            return NodeID(String(levels[2])).map { .ring(.node($0)) }
        case 3 where levels[0] == "ha":
            return .homeAssistantState(subject: String(levels[1]), entity: String(levels[2]))
        case 4 where levels[0] == "ha" && levels[3] == "set":
            return .homeAssistantCommand(subject: String(levels[1]), entity: String(levels[2]))
        case 2 where levels[0] == "coordinator" && levels[1] == "availability":
            return .coordinatorAvailability
        case 2 where levels[0] == "coordinator" && levels[1] == "presence":
            return .coordinatorPresence
        case 2 where levels[0] == "request" && !levels[1].isEmpty:
            return .request(RequestVerb(String(levels[1])))
        case 4 where levels[0] == "content":
            guard let content = Digest(levels[1]), let blob = Digest(levels[2]), let chunk = Int(levels[3]),
                chunk >= 0, String(chunk) == levels[3]
            else { return nil }
            return .chunk(chunk, of: blob, in: content)
        case 3 where levels[0] == "node":
            guard let node = NodeID(String(levels[1])), let leaf = Topic.NodeLeaf(rawValue: String(levels[2])) else {
                return nil
            }
            return .node(node, leaf)
        default:
            return nil
        }
    }
}

/// A parsed topic of a site.
public enum Topic: Hashable, Sendable {
    case wake, change
    case ring(RingWriter)
    case emergency
    case chunk(Int, of: Digest, in: Digest)
    case coordinatorAvailability, coordinatorPresence
    case node(NodeID, NodeLeaf)
    case request(RequestVerb)
    case homeAssistantState(subject: String, entity: String)
    case homeAssistantCommand(subject: String, entity: String)

    public enum NodeLeaf: String, Hashable, Sendable {
        case availability, desired, reported, ledger, acked, command, time, content, held, reply
    }
}

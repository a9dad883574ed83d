internal import ClockDomain
internal import ClockWire

/// The topics of a run, each with a number, so that the simulator routes messages without comparing text.
struct TopicTable {
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private(set) var levels: [[TopicFilter.Level]] = []
    /// A topic's meaning at this site; `nil` for a foreign one.
    private(set) var meanings: [Topic?] = []
    private let topics: Topics
    private(set) var nodes: [NodeID: NodeTopics] = [:]
    /// The numbers of the topics of stops and snoozes, one for each writer, each with its last use.
    private var rings: [Int: Int] = [:]
    private var uses = 0

    /// Beyond this many, the least recently used one gives up its number: nothing of it is under way any more, as a
    /// message under it lasts for a day.
    private static let maximumRings = 2_048

    init(site: SiteID) { topics = Topics(site: site) }

    var count: Int { names.count }

    mutating func id(of name: String) -> TopicID {
        if let number = numbers[name] {
            if rings[number] != nil { use(number) }
            return TopicID(index: number)
        }
        let meaning = topics.parse(name)
        let isRing = if case .ring = meaning { true } else { false }
        if isRing, rings.count >= Self.maximumRings, let oldest = rings.min(by: { $0.value < $1.value })?.key {
            rename(oldest, name, meaning)
            return TopicID(index: oldest)
        }
        let number = names.count
        numbers[name] = number
        names.append(name)
        levels.append(TopicFilter.levels(of: name))
        meanings.append(meaning)
        if isRing { use(number) }
        return TopicID(index: number)
    }

    private mutating func use(_ number: Int) {
        uses += 1
        rings[number] = uses
    }

    private mutating func rename(_ number: Int, _ name: String, _ meaning: Topic?) {
        numbers[names[number]] = nil
        numbers[name] = number
        names[number] = name
        levels[number] = TopicFilter.levels(of: name)
        meanings[number] = meaning
        use(number)
    }

    /// Returns the topics of any node: a store that comes from elsewhere may know nodes that the plan does not.
    mutating func of(_ node: NodeID) -> NodeTopics {
        if let known = nodes[node] { return known }
        let new = NodeTopics(node, topics, &self)
        nodes[node] = new
        return new
    }

    func name(of topic: TopicID) -> String { names[topic.index] }

    func meaning(of topic: TopicID) -> Topic? { meanings[topic.index] }
}

/// The numbers of one node's topics.
struct NodeTopics {
    private let availability, desired, reported, ledger, acked, command, time, content, held, reply: TopicID

    init(_ node: NodeID, _ names: Topics, _ table: inout TopicTable) {
        func id(_ leaf: Topic.NodeLeaf) -> TopicID { table.id(of: names.name(of: .node(node, leaf))) }
        availability = id(.availability)
        desired = id(.desired)
        reported = id(.reported)
        ledger = id(.ledger)
        acked = id(.acked)
        command = id(.command)
        time = id(.time)
        content = id(.content)
        held = id(.held)
        reply = id(.reply)
    }

    subscript(leaf: Topic.NodeLeaf) -> TopicID {
        switch leaf {
        case .availability: availability
        case .desired: desired
        case .reported: reported
        case .ledger: ledger
        case .acked: acked
        case .command: command
        case .time: time
        case .content: content
        case .held: held
        case .reply: reply
        }
    }
}

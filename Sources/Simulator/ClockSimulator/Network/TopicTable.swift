internal import ClockDomain
internal import ClockWire

/// The topics of a run, each with a number, so that messages are routed without looking at text.
struct TopicTable {
    private var names: [String] = []
    private var numbers: [String: Int] = [:]
    private(set) var levels: [[Substring]] = []
    /// What a topic means at this site; `nil` for a foreign one.
    private(set) var meanings: [Topic?] = []
    private let topics: Topics

    init(site: SiteID) {
        topics = Topics(site: site)
    }

    var count: Int { names.count }

    mutating func id(of name: String) -> TopicID {
        if let number = numbers[name] { return TopicID(index: number) }
        let number = names.count
        numbers[name] = number
        names.append(name)
        levels.append(name.split(separator: "/", omittingEmptySubsequences: false))
        meanings.append(topics.parse(name))
        return TopicID(index: number)
    }

    func name(of topic: TopicID) -> String { names[topic.index] }

    func meaning(of topic: TopicID) -> Topic? { meanings[topic.index] }
}

/// The numbers of one node's topics.
struct NodeTopics {
    var availability, desired, reported, ledger, acked, command, time, soundReport, packWant, reply: TopicID

    init(_ node: NodeID, site: SiteID, _ table: inout TopicTable) {
        let topics = Topics(site: site)
        availability = table.id(of: topics.availability(node))
        desired = table.id(of: topics.desired(node))
        reported = table.id(of: topics.reported(node))
        ledger = table.id(of: topics.ledger(node))
        acked = table.id(of: topics.acked(node))
        command = table.id(of: topics.command(node))
        time = table.id(of: topics.time(node))
        packWant = table.id(of: topics.packWant(node))
        soundReport = table.id(of: topics.soundReport(node))
        reply = table.id(of: topics.nodeReply(node))
    }
}

public import ClockDomain
internal import ClockWire

/// A message on a topic for which the site has another, or none.
public struct StrayMessage: Hashable, Sendable {
    public var topic: String
    public var bytes: Int
    /// The node that owns the topic; `nil` for a topic without an owner.
    public var node: NodeID?
    /// The fault of its payload.
    public var problem: String

    public init(topic: String, bytes: Int, node: NodeID?, problem: String) {
        self.topic = topic
        self.bytes = bytes
        self.node = node
        self.problem = problem
    }
}

/// Clears stray messages under `ring/`: the broker keeps them, and sends them to every node at each connection.
///
/// It remembers the stray messages of the last hour by topic, at most 64. Overflow policy: a further one is cleared and
/// not remembered.
///
/// A list on the topic of a node that the site does not have is stray too. The coordinator may receive a new node's
/// list before the node's first report, so it judges a minute later. Overflow policy: at most 1,024 lists wait; the
/// broker sends a further one again at the next connection.
struct StrayMessages: Sendable {
    private static let maximum = 64
    private static let remembered: Duration = .hours(1)

    private static let maximumLists = 1_024
    private static let patience: Duration = .minutes(1)

    private var found: [String: (message: StrayMessage, at: WallTime, count: Int)] = [:]
    /// The sizes of the lists of unknown nodes.
    private var lists: [NodeID: Int] = [:]

    /// Receives the size of a list on a node's topic.
    mutating func receiveList(of node: NodeID, bytes: Int, _ nodes: Nodes, at now: Now, _ out: inout Outbox) {
        guard !nodes.isKnown(node), lists.count < Self.maximumLists else { return }
        if lists.isEmpty { out.setTimer(.strays, .boot(now.boot + Self.patience)) }
        lists[node] = bytes
    }

    /// Clears the lists of nodes that are still unknown.
    mutating func clearLists(_ nodes: Nodes, _ topics: Topics, at now: Now, _ out: inout Outbox) {
        for (node, bytes) in lists.sorted(by: { $0.key < $1.key }) where !nodes.isKnown(node) {
            receive(
                StrayMessage(
                    topic: topics.ring(.node(node)), bytes: bytes, node: node, problem: "the site has no such node"),
                at: now, &out)
        }
        lists = [:]
    }

    mutating func receive(_ stray: StrayMessage, at now: Now, _ out: inout Outbox) {
        found = found.filter { (now.wall - $0.value.at).magnitude < Self.remembered }
        let count = found[stray.topic]?.count ?? 0
        if count > 0 || found.count < Self.maximum { found[stray.topic] = (stray, now.wall, count + 1) }
        out.perform(.clear(topic: stray.topic))
        out.perform(
            .logLimited(
                .warning,
                "cleared a message of \(stray.bytes) bytes on \(stray.topic.line(maximumBytes: 120)), which "
                    + "\(stray.writer) wrote: \(stray.problem)",
                about: "stray messages"))
    }

    /// Returns one check for each writer.
    func checks(at now: Now) -> [DoctorCheck] {
        let recent = found.values.filter { (now.wall - $0.at).magnitude < Self.remembered }
        let byWriter = Dictionary(grouping: recent) { $0.message.writer }
        return byWriter.sorted { $0.key < $1.key }.compactMap { writer, strays in
            guard let largest = strays.max(by: { $0.message.bytes < $1.message.bytes }) else { return nil }
            let count = strays.reduce(0) { $0 + $1.count }
            return DoctorCheck(
                subject: "stray messages", verdict: .warning,
                finding: "\(writer) wrote \(count) that no program of this site reads, up to "
                    + "\(largest.message.bytes) bytes, such as on \(largest.message.topic.line(maximumBytes: 120)); "
                    + "the coordinator cleared them",
                fix: "see who that is in the broker's log, and give everybody the shipped access rules: "
                    + "docs/operations.md, \"The broker\"")
        }
    }
}

extension StrayMessage {
    /// The writer's name for people.
    fileprivate var writer: String { node.map { "node \($0)" } ?? "somebody who may write there" }
}

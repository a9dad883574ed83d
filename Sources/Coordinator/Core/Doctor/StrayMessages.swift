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
struct StrayMessages: Sendable {
    private static let maximum = 64
    private static let remembered: Duration = .hours(1)

    private var found: [String: (message: StrayMessage, at: WallTime, count: Int)] = [:]

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

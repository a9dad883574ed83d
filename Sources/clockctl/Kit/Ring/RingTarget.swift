internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// Which of the things that ring an action is for.
enum RingTarget: Hashable, Sendable {
    /// The only one there is.
    case any
    case all
    case source(RingSource)
    case node(NodeID)
    /// A timer's name or an alarm's label.
    case name(String)

    /// - Throws: ``FatalError`` for a word that can be nothing that rings.
    init(_ word: String?, all: Bool) throws(FatalError) {
        guard let word else {
            self = all ? .all : .any
            return
        }
        if all { throw FatalError(.usage, "say \(word) or --all, not both") }
        if let source = RingSource(word.lowercased()) {
            self = .source(source)
        } else if let node = NodeID(word) {
            self = .node(node)
        } else {
            self = .name(word)
        }
    }
}

/// One occurrence that rings or is snoozed, with all nodes where it does.
struct RingingOccurrence: Hashable, Sendable {
    var occurrence: Occurrence
    var label: String
    /// Ascending by node.
    var rooms: [Room]

    struct Room: Hashable, Sendable {
        var node: NodeID
        var ring: RingReport
        var isOnline: Bool
    }

    var name: String { ScheduleWords.name(occurrence.source, label) }
    var isRinging: Bool { rooms.contains { $0.ring.state == .ringing } }
    /// 0 where it cannot be snoozed.
    var snoozeMinutes: Int { rooms.map(\.ring.snoozeMinutes).max() ?? 0 }

    /// Everything that rings or is snoozed by the nodes' own words, ascending by occurrence.
    static func all(_ nodes: [NodeID: LinkState.NodeWord]) -> [RingingOccurrence] {
        var rooms: [Occurrence: [Room]] = [:]
        for (node, word) in nodes.sorted(by: { $0.key < $1.key }) {
            for ring in word.reported?.rings ?? [] {
                rooms[ring.occurrence, default: []].append(
                    Room(node: node, ring: ring, isOnline: word.availability == .online))
            }
        }
        return rooms.sorted { $0.key < $1.key }.map { occurrence, rooms in
            RingingOccurrence(occurrence: occurrence, label: rooms.first?.ring.label ?? "", rooms: rooms)
        }
    }
}

extension RingTarget {
    /// The occurrences that are meant.
    ///
    /// - Parameters:
    ///   - ringing: what rings or is snoozed.
    ///   - command: the command as it is typed, for what to do instead.
    /// - Throws: ``FatalError`` when the word does not name one, or none is named and there are several.
    func choose(_ ringing: [RingingOccurrence], command: String) throws(FatalError) -> [RingingOccurrence] {
        switch self {
        case .all: return ringing
        case .any:
            guard ringing.count > 1 else { return ringing }
            throw FatalError(
                .usage,
                "\(ringing.count) things ring or are snoozed: \(RingTarget.list(ringing)); "
                    + "say which: \(command) \(ringing[0].occurrence.source), or \(command) --all")
        case .source(let source):
            return try found(ringing.filter { $0.occurrence.source == source }, "\(source)", ringing)
        case .node(let node):
            let there = ringing.filter { $0.rooms.contains { $0.node == node } }
            // A word can be a node and a name alike; the node goes first.
            return try found(there.isEmpty ? named(node.rawValue, ringing) : there, node.rawValue, ringing)
        case .name(let name):
            return try found(named(name, ringing), "\"\(name.prefix(64))\"", ringing)
        }
    }

    private func named(_ name: String, _ ringing: [RingingOccurrence]) -> [RingingOccurrence] {
        ringing.filter { $0.label.lowercased() == name.lowercased() }
    }

    private func found(
        _ chosen: [RingingOccurrence], _ word: String, _ ringing: [RingingOccurrence]
    ) throws(FatalError) -> [RingingOccurrence] {
        guard chosen.isEmpty else { return chosen }
        let rest = ringing.isEmpty ? "nothing else does either" : "what does is \(RingTarget.list(ringing))"
        throw FatalError(.badData, "\(word) does not ring and is not snoozed; \(rest)")
    }

    static func list(_ ringing: [RingingOccurrence]) -> String {
        ringing.map { "\($0.name) (\($0.rooms.map(\.node.rawValue).joined(separator: ", ")))" }.joined(separator: ", ")
    }
}

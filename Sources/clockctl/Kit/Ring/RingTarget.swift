internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
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

internal import ClockDomain
internal import ClockRuntime
internal import ClockSite

enum RingTarget: Hashable, Sendable {
    /// The only one there is.
    case any
    case all
    /// Ids, timers' names, alarms' labels, rooms and groups, as typed; never empty.
    case named([String])

    /// - Throws: ``FatalError`` for words beside `--all`.
    init(_ words: [String], all: Bool) throws(FatalError) {
        guard let word = words.first else {
            self = all ? .all : .any
            return
        }
        if all { throw FatalError(.usage, "say \(word) or --all, not both") }
        self = .named(words)
    }
}

extension RingTarget {
    /// Returns the selected occurrences.
    ///
    /// - Parameters:
    ///   - ringing: the occurrences that ring or are snoozed.
    ///   - command: the command as typed, for advice.
    ///   - rooms: returns the nodes behind a room's or a group's name; empty for an unknown one.
    /// - Throws: ``FatalError`` when a word does not name one, or there is no word and there are several.
    func choose(
        _ ringing: [RingingOccurrence], command: String, rooms: (String) -> [NodeID]
    ) throws(FatalError) -> [RingingOccurrence] {
        switch self {
        case .all: return ringing
        case .any:
            guard ringing.count > 1 else { return ringing }
            throw FatalError(
                .usage,
                "\(ringing.count) things ring or are snoozed: \(RingTarget.list(ringing)); "
                    + "say which: \(command) \(ringing[0].occurrence.source), or \(command) --all")
        case .named(let words):
            // A label may itself have commas.
            let names = words.flatMap { word in
                ringing.contains { $0.label.lowercased() == word.lowercased() } ? [word] : NodeWords.names([word])
            }
            var chosen: Set<RingingOccurrence> = []
            for name in names { chosen.formUnion(try RingTarget.find(name, ringing, rooms)) }
            return ringing.filter(chosen.contains)
        }
    }

    /// Finds by id, then by node, by label, and by the names of rooms and groups.
    private static func find(
        _ word: String, _ ringing: [RingingOccurrence], _ rooms: (String) -> [NodeID]
    ) throws(FatalError) -> [RingingOccurrence] {
        let name = word.lowercased()
        var found = ringing.filter { $0.occurrence.source == RingSource(name) }
        if found.isEmpty, let source = RingSource(name) {
            found = ringing.filter { source.stands(for: $0.occurrence.source) }
        }
        if found.isEmpty { found = ringing.filter { $0.rooms.contains { $0.node.rawValue.lowercased() == name } } }
        if found.isEmpty { found = ringing.filter { $0.label.lowercased() == name } }
        if found.isEmpty, !ringing.isEmpty {
            let nodes = rooms(word)
            found = ringing.filter { $0.rooms.contains { nodes.contains($0.node) } }
        }
        guard found.isEmpty else { return found }
        let isID = RingSource(name) != nil || NodeID(word) != nil
        let shown = isID ? word : "\"\(word.prefix(64))\""
        let rest = ringing.isEmpty ? "nothing else does either" : "what does is \(list(ringing))"
        throw FatalError(.badData, "\(shown) does not ring and is not snoozed; \(rest)")
    }

    static func list(_ ringing: [RingingOccurrence]) -> String {
        ringing.map { "\($0.name) (\($0.rooms.map(\.node.rawValue).joined(separator: ", ")))" }.joined(separator: ", ")
    }
}

internal import ClockDomain
public import ClockWire

/// The changes that an ``UndoRequest`` is about, as the store has them: those of one person at one instant, which one
/// request made.
public struct FoundChanges: Hashable, Sendable, Codable {
    public let request: UndoRequest
    /// The newest first; empty when there are none. One more than ``maximum`` stands for any number of more.
    public private(set) var changes: [ChangeEvent] = []
    /// A newer change that nobody can take back.
    public private(set) var lasting: ChangeEvent?

    /// The answer to so many fits into a message.
    static let maximum = 250

    private var isComplete = false
    /// Changes of one person at one instant.
    private var group: [ChangeEvent] = []
    private var undone: Set<Int> = []

    enum CodingKeys: String, CodingKey {
        case request, changes, lasting
    }

    init(_ request: UndoRequest) { self.request = request }

    /// Reads the next older change; `nil` for the end.
    ///
    /// - Returns: false when it needs no more.
    mutating func read(_ event: ChangeEvent?) -> Bool {
        if let last = group.last, event.map({ $0.at != last.at || $0.by != last.by }) ?? true { finishGroup() }
        guard !isComplete, let event else { return false }
        if let undoes = event.undoes { undone.insert(undoes.number) }
        // Only people's changes have a name.
        if event.by != nil, event.undoes == nil, group.count <= Self.maximum { group.append(event) }
        return true
    }

    private mutating func finishGroup() {
        defer { group = [] }
        guard !group.isEmpty, undone.isDisjoint(with: group.map(\.number)),
            request.change.map({ wanted in group.contains { $0.number == wanted } }) ?? true
        else { return }
        if let event = group.first(where: { $0.reasonToLast != nil }) {
            lasting = lasting ?? event
            isComplete = request.change != nil
        } else {
            changes = group
            isComplete = true
        }
    }
}

extension ChangeEvent {
    /// The reason for which nobody can take such a change back, and the remedy; `nil` for all others.
    var reasonToLast: String? {
        switch (old, new) {
        case (_, .timer(let it)?): "timer \(it.timer.id) has counted on: use clockctl timer add, pause or cancel"
        case (.timer?, nil): "a timer that was cancelled counts no more: start another one with clockctl timer start"
        case (_, .stopwatch?), (.stopwatch?, nil): "a stopwatch goes by the clock: use clockctl stopwatch"
        case (.node(let id, _, _, _)?, nil): "the site knows node \(id) again as soon as it is switched on"
        case (.node(let id, _, _, let before)?, .node(_, _, _, let after)?) where before != after:
            "use clockctl voice push or withdraw for the voice packs of node \(id)"
        default: nil
        }
    }
}

extension CoordinatorStore {
    /// Finds the changes that an `undo` is about, of those at or after an instant. Reads no more than it needs.
    func changes(toUndoBy request: UndoRequest, since: WallTime) throws(StoreError) -> FoundChanges {
        var found = FoundChanges(request)
        var query = ChangesRequest(since: since)
        while true {
            let page = try changes(query)
            for event in page.changes where !found.read(event) { return found }
            guard let next = page.next else { break }
            query.before = next
        }
        _ = found.read(nil)
        return found
    }
}

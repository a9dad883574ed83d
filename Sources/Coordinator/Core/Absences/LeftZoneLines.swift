internal import ClockDomain

/// Lines of occurrences in zones that nodes have left. It keeps them until the store has them.
struct LeftZoneLines: Sendable {
    /// Beyond this number it forgets the oldest lines. Nodes move rarely, and no store is full for long.
    private static let maximum = 5_000

    private var lines: [RingAbsence] = []
    /// The number of lines, from the first, that are on their way to the store.
    private var ordered = 0

    mutating func add(_ new: [RingAbsence]) {
        lines += new.filter { index(of: $0.record.occurrence, of: $0.node) == nil }
        let excess = max(0, lines.count - Self.maximum)
        lines.removeFirst(excess)
        ordered = max(0, ordered - excess)
    }

    /// Returns the operation that writes the lines not yet on their way: each once, unless the store refuses it.
    mutating func nextOperation(_ nodes: Nodes) -> StoreOperation? {
        guard ordered < lines.count else { return nil }
        let rest = lines.dropFirst(ordered).filter { nodes[$0.node]?.committed != nil }
        lines.replaceSubrange(ordered..., with: rest)
        ordered = lines.count
        return rest.isEmpty ? nil : .closeRings(rest, through: nil)
    }

    /// Removes a line that the store now has.
    mutating func came(_ occurrence: Occurrence, of node: NodeID) {
        guard let index = index(of: occurrence, of: node) else { return }
        lines.remove(at: index)
        if index < ordered { ordered -= 1 }
    }

    /// Marks the lines on their way as unsent, because the store has refused them.
    mutating func rollBack() { ordered = 0 }

    /// Forgets lines due after `instant`: the clock was ahead, and they are still to come.
    mutating func goBack(to instant: WallTime) {
        ordered = lines.prefix(ordered).count { $0.record.occurrence.due <= instant }
        lines.removeAll { $0.record.occurrence.due > instant }
    }

    private func index(of occurrence: Occurrence, of node: NodeID) -> Int? {
        lines.firstIndex { $0.node == node && $0.record.occurrence == occurrence }
    }
}

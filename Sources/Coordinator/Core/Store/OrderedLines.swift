internal import ClockDomain

/// Lines by key, and their keys in order: most are added at the end.
struct OrderedLines<Key: Hashable & Comparable & Sendable, Line: Sendable>: Sendable {
    /// Ascending.
    private(set) var keys: [Key] = []
    /// In boxes: a copy that goes its own way copies references, and most lines are never changed.
    private var lines: [Key: Boxed<Line>] = [:]

    subscript(key: Key) -> Line? {
        get { lines[key]?.wrappedValue }
        set {
            if let newValue {
                if lines.updateValue(Boxed(wrappedValue: newValue), forKey: key) == nil { keys.insertAscending(key) }
            } else if lines.removeValue(forKey: key) != nil {
                keys.removeAscending(key)
            }
        }
    }

    var last: Line? { keys.last.flatMap { self[$0] } }

    /// Keeps what passes.
    mutating func filter(_ isKept: (Key, Line) -> Bool) {
        let gone = keys.filter { key in lines[key].map { !isKept(key, $0.wrappedValue) } ?? false }
        guard !gone.isEmpty else { return }
        for key in gone { lines[key] = nil }
        keys = keys.filter { lines[$0] != nil }
    }

    /// The lines at `end` and before it, newest first, as long as they are taken.
    func newest(through end: Key?, while isTaken: (Key, Line) -> Bool) {
        var index = end.map { end in keys.lowerBound(of: end) } ?? keys.count
        if let end, index < keys.count, keys[index] == end { index += 1 }
        while index > 0 {
            index -= 1
            guard let line = self[keys[index]], isTaken(keys[index], line) else { return }
        }
    }
}

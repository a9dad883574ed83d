internal import ClockDomain

/// Lines by key, in the keys' order: most are added at the end.
struct OrderedLines<Key: Comparable & Sendable, Line: Sendable>: Sendable {
    /// Ascending.
    private(set) var keys: [Key] = []
    /// In the order of the keys. In boxes: a copy that diverges copies references, and most lines never change.
    private var lines: [Boxed<Line>] = []

    subscript(key: Key) -> Line? {
        get {
            let place = keys.lowerBound(of: key)
            return place < keys.count && keys[place] == key ? lines[place].wrappedValue : nil
        }
        set {
            let place = keys.lowerBound(of: key)
            let isThere = place < keys.count && keys[place] == key
            if let newValue {
                if isThere {
                    lines[place] = Boxed(wrappedValue: newValue)
                } else {
                    keys.insert(key, at: place)
                    lines.insert(Boxed(wrappedValue: newValue), at: place)
                }
            } else if isThere {
                keys.remove(at: place)
                lines.remove(at: place)
            }
        }
    }

    var last: Line? { lines.last?.wrappedValue }

    /// Keeps the lines that pass.
    mutating func filter(_ isKept: (Key, Line) -> Bool) {
        let kept = keys.indices.filter { isKept(keys[$0], lines[$0].wrappedValue) }
        guard kept.count < keys.count else { return }
        keys = kept.map { keys[$0] }
        lines = kept.map { lines[$0] }
    }

    /// Passes the lines from `end` back, newest first, while `isTaken` returns true.
    func newest(through end: Key?, while isTaken: (Key, Line) -> Bool) {
        var index = end.map { end in keys.lowerBound(of: end) } ?? keys.count
        if let end, index < keys.count, keys[index] == end { index += 1 }
        while index > 0 {
            index -= 1
            guard isTaken(keys[index], lines[index].wrappedValue) else { return }
        }
    }
}

/// The next occurrence of each of many alarms, the earliest at hand: a binary min-heap by instant and then by the
/// alarm's number.
struct OccurrenceHeap: Sendable {
    struct Item: Sendable {
        /// The alarm's index in the agenda.
        var alarm: Int
        var next: ScheduledOccurrence

        func precedes(_ other: Item) -> Bool { (next.due, alarm) < (other.next.due, other.alarm) }
    }

    private var items: [Item]

    init(_ items: [Item]) {
        self.items = items
        for parent in stride(from: items.count / 2 - 1, through: 0, by: -1) { sink(parent) }
    }

    var first: Item? { items.first }

    /// Puts the first alarm's next occurrence in, or takes the alarm out where it has none. Not on an empty heap.
    mutating func replaceFirst(with next: ScheduledOccurrence?) {
        if let next {
            items[0].next = next
        } else {
            items.swapAt(0, items.count - 1)
            items.removeLast()
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            let left = 2 * parent + 1
            guard left < items.count else { return }
            let right = left + 1
            let child = right < items.count && items[right].precedes(items[left]) ? right : left
            guard items[child].precedes(items[parent]) else { return }
            items.swapAt(child, parent)
            parent = child
        }
    }
}

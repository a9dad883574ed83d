import ClockDomain

/// The timers that are set, ordered by deadline on each of the two clocks: the pure part of ``TimerQueue``.
struct DeadlineQueue<Kind: Hashable & Sendable> {
    struct Entry {
        var token: TimerToken<Kind>
        /// On the clock of the list that holds the entry.
        var nanoseconds: Int64
        /// Order of setting, so that timers due at one instant fire in the order they were set.
        var order: UInt64
    }

    private var deadlines: [Kind: (deadline: Deadline, generation: Int, order: UInt64)] = [:]
    /// Latest first, so that taking the earliest is cheap.
    private var wall: [Entry] = []
    private var boot: [Entry] = []
    private var nextOrder: UInt64 = 0

    var earliestWall: WallTime? { wall.last.map { WallTime(nanoseconds: $0.nanoseconds) } }
    var earliestBoot: BootTime? { boot.last.map { BootTime(nanoseconds: $0.nanoseconds) } }
    var count: Int { deadlines.count }

    /// Sets a timer; an earlier setting of the same kind is forgotten.
    mutating func set(_ token: TimerToken<Kind>, _ deadline: Deadline) {
        remove(token.kind)
        let order = nextOrder
        nextOrder += 1
        deadlines[token.kind] = (deadline, token.generation, order)
        switch deadline {
        case .wall(let time): insert(Entry(token: token, nanoseconds: time.nanoseconds, order: order), into: &wall)
        case .boot(let time): insert(Entry(token: token, nanoseconds: time.nanoseconds, order: order), into: &boot)
        }
    }

    /// Forgets a timer unless it has been set again since, under another generation.
    mutating func cancel(_ token: TimerToken<Kind>) {
        guard deadlines[token.kind]?.generation == token.generation else { return }
        remove(token.kind)
    }

    /// Removes and returns the timers due on either clock, the wall clock's first, each in order of its deadlines.
    mutating func takeDue(wall wallNow: WallTime, boot bootNow: BootTime) -> [TimerToken<Kind>] {
        let due = takeDue(from: &wall, upTo: wallNow.nanoseconds) + takeDue(from: &boot, upTo: bootNow.nanoseconds)
        for token in due { deadlines[token.kind] = nil }
        return due
    }

    private func takeDue(from list: inout [Entry], upTo limit: Int64) -> [TimerToken<Kind>] {
        var due: [TimerToken<Kind>] = []
        while let last = list.last, last.nanoseconds <= limit {
            due.append(last.token)
            list.removeLast()
        }
        return due
    }

    private mutating func remove(_ kind: Kind) {
        guard let known = deadlines.removeValue(forKey: kind) else { return }
        switch known.deadline {
        case .wall(let time): wall.remove(at: position(of: time.nanoseconds, known.order, in: wall))
        case .boot(let time): boot.remove(at: position(of: time.nanoseconds, known.order, in: boot))
        }
    }

    private func insert(_ entry: Entry, into list: inout [Entry]) {
        list.insert(entry, at: position(of: entry.nanoseconds, entry.order, in: list))
    }

    /// The first index whose entry is not later than the given one, by binary search.
    private func position(of nanoseconds: Int64, _ order: UInt64, in list: [Entry]) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if (list[middle].nanoseconds, list[middle].order) > (nanoseconds, order) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

internal import ClockDomain

/// The timers that a program has set: at most one of each kind. They are few, so a linear search is fast enough.
struct TimerSlots<Kind: Hashable & Sendable> {
    private struct Slot {
        var token: TimerToken<Kind>
        var nanoseconds: Int64
        var order: UInt64
        var isWall: Bool
    }

    private var slots: [Slot] = []
    private var order: UInt64 = 0

    var count: Int { slots.count }

    mutating func set(_ token: TimerToken<Kind>, _ deadline: Deadline) {
        order += 1
        let slot =
            switch deadline {
            case .wall(let wall): Slot(token: token, nanoseconds: wall.nanoseconds, order: order, isWall: true)
            case .boot(let boot): Slot(token: token, nanoseconds: boot.nanoseconds, order: order, isWall: false)
            }
        if let index = slots.firstIndex(where: { $0.token.kind == token.kind }) {
            slots[index] = slot
        } else {
            slots.append(slot)
        }
    }

    mutating func cancel(_ token: TimerToken<Kind>) {
        if let index = slots.firstIndex(where: { $0.token == token }) {
            slots.swapAt(index, slots.count - 1)
        } else {
            return
        }
        slots.removeLast()
    }

    mutating func removeAll() { slots.removeAll(keepingCapacity: true) }

    /// The instant at which the first timer is due, in true time; `.max` without timers.
    func due(_ clock: MachineClock) -> Int64 {
        var (wall, boot) = (Int64.max, Int64.max)
        for slot in slots {
            if slot.isWall { wall = min(wall, slot.nanoseconds) } else { boot = min(boot, slot.nanoseconds) }
        }
        // Both clocks order instants alike.
        let earliest = wall == .max ? boot : min(boot, clock.boot(wall: wall))
        return earliest == .max ? .max : clock.time(boot: earliest)
    }

    /// Removes and returns the first of the timers that are due: the wall clock's before the boot clock's, each by its
    /// deadline.
    ///
    /// - Returns: the timer, and true if another is due; `nil` without a due timer.
    mutating func takeDue(wall: Int64, boot: Int64) -> (token: TimerToken<Kind>, isAnotherDue: Bool)? {
        var best: Int?
        var isAnotherDue = false
        for (index, slot) in slots.enumerated() where slot.nanoseconds <= (slot.isWall ? wall : boot) {
            if let known = best {
                isAnotherDue = true
                if !isBefore(slot, slots[known]) { continue }
            }
            best = index
        }
        guard let best else { return nil }
        let token = slots[best].token
        slots.swapAt(best, slots.count - 1)
        slots.removeLast()
        return (token, isAnotherDue)
    }

    private func isBefore(_ x: Slot, _ y: Slot) -> Bool {
        if x.isWall != y.isWall { return x.isWall }
        return (x.nanoseconds, x.order) < (y.nanoseconds, y.order)
    }
}

internal import ClockDomain

/// The quarter hours of a run by number, for tables with a place for each.
struct RunQuarters {
    let first: Int64
    let count: Int

    private static let length: Int64 = 900_000_000_000

    init(plan: SimulationPlan) {
        first = plan.start.nanoseconds - plan.start.nanoseconds.flooredRemainder(by: Self.length)
        count = Int((plan.end.nanoseconds - first) / Self.length) + 1
    }

    /// `nil` for an instant that is no quarter hour of the run: a wrong clock's.
    func index(of target: WallTime) -> Int? {
        let distance = target.nanoseconds - first
        guard distance >= 0, distance % Self.length == 0 else { return nil }
        let index = Int(distance / Self.length)
        return index < count ? index : nil
    }

    func target(_ index: Int) -> WallTime { WallTime(nanoseconds: first + Int64(index) * Self.length) }

    /// The number of the first one at or after `time`.
    func index(atOrAfter time: Int64) -> Int {
        max(0, Int((time - first + Self.length - 1).flooredQuotient(by: Self.length)))
    }
}

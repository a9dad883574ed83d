internal import ClockDomain

/// The delay before the next attempt with a password: none after the first failures, then ever longer.
struct Delays: Sendable {
    private struct Failures: Sendable {
        var count: Int
        var last: BootTime
        /// The one before, for ``takeBack(_:)``.
        var previous: BootTime
    }

    private var failures: [String: Failures] = [:]
    /// So many failures in a row cost nothing.
    private let free: Int
    private let longest: Duration

    /// We forget failures after so long.
    private static let memory: Duration = .seconds(3600)
    /// Overflow policy: we forget the holder of the oldest failure.
    private static let capacity = 4_096

    init(free: Int, longest: Duration) {
        self.free = free
        self.longest = longest
    }

    func wait(_ who: String, at now: BootTime) -> Duration {
        guard let failures = failures[who], failures.count >= free, now - failures.last < Self.memory else {
            return .zero
        }
        let delay = min(longest, .seconds(1 << min(failures.count - free, 6)))
        return max(.zero, delay - (now - failures.last))
    }

    mutating func failed(_ who: String, at now: BootTime) {
        let isFresh = failures[who].map { now - $0.last < Self.memory } ?? false
        if failures[who] == nil, failures.count >= Self.capacity,
            let oldest = failures.min(by: { ($0.value.last, $0.key) < ($1.value.last, $1.key) })?.key
        {
            failures[oldest] = nil
        }
        let known = isFresh ? failures[who] : nil
        failures[who] = Failures(count: (known?.count ?? 0) + 1, last: now, previous: known?.last ?? now)
    }

    /// Takes the last failure back, since the attempt succeeded.
    mutating func takeBack(_ who: String) {
        guard let known = failures[who] else { return }
        failures[who] =
            known.count <= 1
            ? nil : Failures(count: known.count - 1, last: known.previous, previous: known.previous)
    }

    mutating func forget(_ who: String) { failures[who] = nil }
}

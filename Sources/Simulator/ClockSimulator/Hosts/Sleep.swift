/// A machine's sleep, and the events that wait for its end.
struct Sleep {
    private var suspensions = 0
    /// The events that fell due during the sleep.
    private(set) var deferred: [EventHeap.Entry] = []
    /// True when the clock was set during the sleep.
    var wasClockSet = false
    /// True when a program was due to start during the sleep.
    var missedStart = false

    var isSuspended: Bool { suspensions > 0 }

    /// - Returns: true if the machine was awake.
    mutating func begin() -> Bool {
        suspensions += 1
        return suspensions == 1
    }

    mutating func wait(_ entry: EventHeap.Entry) { deferred.append(entry) }

    /// - Returns: the sleep that is over; `nil` if none is.
    mutating func finish() -> Sleep? {
        guard isSuspended else { return nil }
        suspensions -= 1
        guard !isSuspended else { return nil }
        defer { self = Sleep() }
        return self
    }

    /// Ends the sleep, because the power is gone.
    ///
    /// - Returns: the events that fell due meanwhile, which the caller discards.
    mutating func losePower() -> [EventHeap.Entry] {
        suspensions = 0
        defer { deferred = [] }
        return deferred
    }
}

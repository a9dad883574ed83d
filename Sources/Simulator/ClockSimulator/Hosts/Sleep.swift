/// A machine's sleep, and what waits for its end.
struct Sleep {
    private var suspensions = 0
    /// What fell due meanwhile.
    private(set) var deferred: [EventHeap.Entry] = []
    /// The clock was set meanwhile.
    var wasClockSet = false
    /// A program was to start meanwhile.
    var missedStart = false

    var isSuspended: Bool { suspensions > 0 }

    /// - Returns: whether the machine was awake.
    mutating func begin() -> Bool {
        suspensions += 1
        return suspensions == 1
    }

    mutating func wait(_ entry: EventHeap.Entry) { deferred.append(entry) }

    /// - Returns: the sleep that is over; `nil` where none is.
    mutating func end() -> Sleep? {
        guard isSuspended else { return nil }
        suspensions -= 1
        guard !isSuspended else { return nil }
        defer { self = Sleep() }
        return self
    }

    /// The power is gone.
    ///
    /// - Returns: what fell due meanwhile, and comes to nothing.
    mutating func losePower() -> [EventHeap.Entry] {
        suspensions = 0
        defer { deferred = [] }
        return deferred
    }
}

struct Program {
    private(set) var isRunning = false
    /// Numbers the runs; an event that belongs to an earlier run is void.
    private(set) var incarnation: Int32 = 0
    /// Faults that keep it from starting again.
    var holds = 0
    /// A crash that a later effect triggers.
    var fuse: Fuse?
    /// The true time for which the timer thread is armed, and the appointment's number. `.min` while timers fire.
    private(set) var armedFor: Int64 = .max
    private var appointment: Int32 = 0

    struct Fuse {
        var fault: Int
        var effectsLeft: Int
        var outage: Duration
        var cutsPower: Bool
    }

    mutating func start() { isRunning = true }

    mutating func stop() {
        isRunning = false
        incarnation += 1
        fuse = nil
        _ = arm(for: .max)
    }

    mutating func release() { holds = max(0, holds - 1) }

    /// Counts an effect just before the program performs it.
    ///
    /// - Returns: the crash that this effect triggers, if any.
    mutating func countEffect() -> Fuse? {
        fuse?.effectsLeft -= 1
        guard let fuse, fuse.effectsLeft < 0 else { return nil }
        return fuse
    }

    /// - Returns: the number of the appointment; an earlier one is void.
    mutating func arm(for due: Int64) -> Int32 {
        armedFor = due
        appointment &+= 1
        return appointment
    }

    /// - Returns: true if the appointment still stands.
    mutating func keep(_ appointment: Int32) -> Bool {
        guard isRunning, self.appointment == appointment else { return false }
        armedFor = .min
        return true
    }
}

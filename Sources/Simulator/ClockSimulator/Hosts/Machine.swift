internal import ClockDomain

/// What nodes, coordinators and clients have in common: power, clocks, a program, a way to the brokers.
struct Machine {
    let host: Host
    let clockPlan: ClockPlan
    let bootLength: Int64
    let startsAfter: Duration
    /// Nanoseconds.
    let wakeUpLatency: Int64

    // MARK: Power and program

    var isOn = false
    /// Numbers the boots.
    var boot: Int32 = 0
    var isRunning = false
    /// Numbers the runs of the program; what was begun for an earlier one is void.
    var incarnation: Int32 = 0
    /// Faults that keep the program, or the power, from coming back.
    var programHolds = 0
    var powerHolds = 0
    var suspensions = 0
    /// What fell due while the machine slept.
    var deferred: [EventHeap.Entry] = []
    var wasSetAsleep = false
    /// The plan's faults that hold now, in the order in which they began.
    var faults: [Int] = []
    /// A crash that waits for its effect.
    var fuse: Fuse?
    var random: SplitMix64

    struct Fuse {
        var fault: Int
        var effectsLeft: Int
        var outage: Duration
        var cutsPower: Bool
    }

    // MARK: Clocks

    var clock: MachineClock
    /// What the wall clock showed when the power went, and when that was.
    var lastShutdown: (wall: Int64, time: Int64)?
    var drift: Int64
    var isVouched = false
    /// What the time service adds to the rate while it slews.
    var slew: Int64 = 0
    /// Numbers the time service's doings.
    var service: Int32 = 0
    /// The program's picture of ``isVouched``, which it renews every ten seconds.
    var shownSync = SystemSync.unsynchronised
    var shownUntil: Int64 = .min
    /// How far the wall clock was ahead of the boot clock at the last renewal: a set clock renews it at once.
    var shownAhead: Int64 = 0
    /// When the timer thread's next appointment is, in true time, and its number.
    var armedFor: Int64 = .max
    var appointment: Int32 = 0

    // MARK: Network

    /// The brokers' number for the client identifier.
    let clientNumber: Int
    let will: Message?
    var filters: [TopicFilter]
    /// Of the port in use; of a coordinator, which uses them all, the first.
    var port: Int

    var isSuspended: Bool { suspensions > 0 }

    /// A program that was to start while the machine slept.
    var missedStart = false
}

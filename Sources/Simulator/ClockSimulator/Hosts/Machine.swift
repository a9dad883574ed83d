internal import ClockDomain

/// The common part of nodes, coordinators and clients: power, clocks, a program, a way to the broker.
struct Machine {
    let host: Host
    let clockPlan: ClockPlan
    let bootLength: Int64
    let startsAfter: Duration
    /// Nanoseconds.
    let wakeUpLatency: Int64

    /// The broker's number for the client identifier.
    let clientNumber: Int
    let will: Message?

    var isOn = false
    var boot: Int32 = 0
    /// Faults that keep the power from coming back.
    var powerHolds = 0
    var program = Program()
    var sleep = Sleep()
    /// The plan's faults that hold now, in the order in which they began.
    var faults: [Int] = []
    var random: SplitMix64
    var clock: MachineClock
    /// The wall clock's reading when the power went, and the true time of that.
    var lastShutdown: (wall: Int64, time: Int64)?
    var drift: Int64
    var service = TimeService()
    var shown = ShownSync()
    var filters: [TopicFilter]

    var isSuspended: Bool { sleep.isSuspended }

    mutating func renewShownSync(boot: Int64) {
        shown.renew(
            service.isVouched ? .synchronised(by: clockPlan.timeService?.service ?? .timesyncd) : .unsynchronised,
            boot: boot, wallAhead: clock.wallAhead)
    }
}

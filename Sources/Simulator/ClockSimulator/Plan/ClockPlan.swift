public import ClockDomain

/// A machine's clocks: a crystal, perhaps a battery, perhaps a time service.
public struct ClockPlan: Hashable, Sendable, Codable {
    /// The wall clock's reading after the power was off.
    public enum Boot: Hashable, Sendable, Codable {
        /// A battery kept it running at the crystal's rate.
        case battery
        /// No battery: it resumes at the time of the power cut, which timesyncd saved.
        case lastShutdown
        /// No battery and nothing saved: it shows this.
        case fixed(WallTime)

        /// 1970-01-01T00:00:00Z
        public static let epoch = Boot.fixed(WallTime(nanoseconds: 0))
    }

    /// Wall clock minus true time when the machine is first switched on.
    public var initialOffset = Duration.zero
    /// The first reading of all, instead of true time plus ``initialOffset``.
    public var initial = Boot.battery
    /// The crystal's rate error, in parts per 1,000,000,000; positive gains. -500,000...500,000.
    ///
    /// It drives both clocks; a working time service corrects it.
    public var driftPPB = 0
    public var afterPowerCut = Boot.battery
    /// `nil`: nothing ever sets this clock.
    public var timeService: TimeServicePlan? = TimeServicePlan()
    /// The greatest delay of a thread after its deadline. Drawn each time from zero to this.
    public var wakeUpLatency = Duration.microseconds(200)
}

/// A time service of the operating system. Once it has synchronised, it keeps the wall clock within its error of true
/// time and vouches for it, until it is stopped. It steps a clock that is 0.4 s or more off, and slews a smaller error
/// (500 ppm), as timesyncd does.
public struct TimeServicePlan: Hashable, Sendable, Codable {
    public var service = SystemSync.TimeService.timesyncd
    /// From the boot to its first synchronisation.
    public var after = Duration.seconds(10)
    /// Wall clock minus true time while it is synchronised.
    public var error = Duration.zero
}

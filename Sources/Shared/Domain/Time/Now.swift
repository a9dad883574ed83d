/// The time of an event for a core: both clocks, and the operating system's word on the wall clock.
public struct Now: Hashable, Sendable {
    public var wall: WallTime
    public var boot: BootTime
    public var sync: SystemSync

    public init(wall: WallTime, boot: BootTime, sync: SystemSync) {
        self.wall = wall
        self.boot = boot
        self.sync = sync
    }

    /// Returns the time that the wall clock, as it is set now, shows or showed at an instant of the boot clock.
    public func wall(at instant: BootTime) -> WallTime { wall + (instant - boot) }
}

/// The operating system's own word on its wall clock.
///
/// The kernel's flag alone is not enough (systemd-time-wait-sync(8) says why), so `synchronised` needs the kernel
/// without STA_UNSYNC *and* a time service that says so.
public enum SystemSync: Hashable, Sendable {
    case synchronised(by: TimeService)
    case unsynchronised

    public enum TimeService: String, Hashable, Sendable {
        case timesyncd, chrony, ntpd
    }
}

public import ClockDomain
import Glibc
import Synchronization

/// The machine's clocks, read together.
///
/// The wall clock may be shifted by a fixed `wallOffset` for demonstrations and tests. The operating system's word on
/// synchronisation still counts then: the clock underneath is what is synchronised, and every program of a
/// demonstration shifts by the same amount.
///
/// A program that uses another machine's clock has it steered: then it computes the wall clock from the boot clock
/// alone, and a set CLOCK_REALTIME changes nothing.
public final class SystemClock: Sendable {
    /// Added to CLOCK_REALTIME in everything this clock says. Zero in normal operation.
    public let wallOffset: Duration

    private let sync: SystemSyncMonitor
    private let steering = Mutex<SteeredClock?>(nil)

    public convenience init(wallOffset: Duration = .zero) {
        self.init(wallOffset: wallOffset, sync: SystemSyncMonitor())
    }

    init(wallOffset: Duration, sync: SystemSyncMonitor) {
        self.wallOffset = wallOffset
        self.sync = sync
    }

    /// Both clocks, read within about a microsecond, and the system's word on the wall clock, at most ten seconds old and
    /// not from before the clock was set.
    public func now() -> Now {
        let boot = BootTime(nanoseconds: SystemClock.read(CLOCK_BOOTTIME))
        let wall = WallTime(nanoseconds: SystemClock.read(CLOCK_REALTIME))
        let shown = steered?.wall(at: boot) ?? wall + wallOffset
        return Now(wall: shown, boot: boot, sync: sync.state(at: boot, wall: wall))
    }

    /// The clock that replaces CLOCK_REALTIME; `nil` while none does.
    var steered: SteeredClock? { steering.withLock { $0 } }

    /// Computes the wall clock from the boot clock from now on. The caller must inform a ``TimerQueue`` of this clock.
    /// From any thread.
    public func steer(to clock: SteeredClock) { steering.withLock { $0 = clock } }

    /// Returns the reading of CLOCK_MONOTONIC, the clock of sound devices, at a wall instant, if until then nobody sets
    /// or steers the wall clock otherwise, nor suspends the machine.
    public func monotonicNanoseconds(for wall: WallTime) -> Int64 {
        if let steered { return monotonicNanoseconds(for: steered.boot(at: wall)) }
        return SystemClock.monotonic(when: CLOCK_REALTIME, shows: (wall - wallOffset).nanoseconds)
    }

    /// Returns the reading of CLOCK_MONOTONIC at an instant of the boot clock, if nobody suspends the machine until
    /// then.
    public func monotonicNanoseconds(for boot: BootTime) -> Int64 {
        SystemClock.monotonic(when: CLOCK_BOOTTIME, shows: boot.nanoseconds)
    }

    /// The clocks cannot be read at once, so of several readings the one with the shortest gap is used; its error is at
    /// most half that gap, well under a microsecond on an idle machine. NTP slews all of them alike.
    private static func monotonic(when clock: clockid_t, shows target: Int64) -> Int64 {
        var shortestGap = Int64.max
        var aheadOfMonotonic: Int64 = 0
        for _ in 0..<8 {
            let before = SystemClock.read(CLOCK_MONOTONIC)
            let reading = SystemClock.read(clock)
            let after = SystemClock.read(CLOCK_MONOTONIC)
            if after - before < shortestGap {
                shortestGap = after - before
                aheadOfMonotonic = reading - (before + (after - before) / 2)
            }
        }
        return (BootTime(nanoseconds: target) - .nanoseconds(aheadOfMonotonic)).nanoseconds
    }

    /// The kernel's random name of this boot; boot times are comparable only under the same one.
    ///
    /// - Throws: ``SystemError`` where /proc is not mounted.
    public static func bootID() throws(SystemError) -> String {
        let bytes = try AtomicFile.read("/proc/sys/kernel/random/boot_id", limit: 256)
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Nanoseconds on one of the kernel's clocks. With these clock ids the call cannot fail.
    static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

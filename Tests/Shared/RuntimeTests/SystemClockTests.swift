import ClockDomain
import ClockTestSupport
import Glibc
import Synchronization
import Testing

@testable import ClockRuntime

@Suite struct SystemClockTests {
    @Test func theOffsetShiftsTheWallClockOnly() {
        let plain = SystemClock()
        let shifted = SystemClock(wallOffset: .seconds(7200))
        let (before, between, after) = (plain.now(), shifted.now(), plain.now())
        #expect(before.wall + .seconds(7200) <= between.wall && between.wall <= after.wall + .seconds(7200))
        #expect(before.boot <= between.boot && between.boot <= after.boot)
    }

    @Test func aWallInstantMapsToTheSoundDevicesClock() {
        let clock = SystemClock(wallOffset: .seconds(-500))
        let before = SystemClock.read(CLOCK_MONOTONIC)
        let wall = clock.now().wall
        let after = SystemClock.read(CLOCK_MONOTONIC)
        let mapped = clock.monotonicNanoseconds(for: wall + .seconds(60)) - 60_000_000_000
        // The clocks are read one after the other on a machine that does other things as well.
        #expect(mapped >= before - 100_000 && mapped <= after + 100_000)
    }

    @Test func aBootInstantMapsToTheSoundDevicesClockWhateverTheWallClockShows() {
        let clock = SystemClock(wallOffset: .seconds(7200))
        clock.steer(to: SteeredClock(boot: clock.now().boot, wall: WallTime(seconds: 1_900_000_000), ratePPB: 100_000))
        let before = SystemClock.read(CLOCK_MONOTONIC)
        let boot = clock.now().boot
        let after = SystemClock.read(CLOCK_MONOTONIC)
        let mapped = clock.monotonicNanoseconds(for: boot + .seconds(1000)) - 1_000_000_000_000
        #expect(mapped >= before - 100_000 && mapped <= after + 100_000)
    }

    @Test func aSteeredWallClockIsMadeFromTheBootClock() {
        let clock = SystemClock(wallOffset: .seconds(7200))
        let boot = clock.now().boot
        let steered = SteeredClock(boot: boot, wall: WallTime(seconds: 1_900_000_000), ratePPB: 100_000)
        clock.steer(to: steered)
        let now = clock.now()
        #expect(now.wall == steered.wall(at: now.boot))
        let before = SystemClock.read(CLOCK_MONOTONIC)
        let wall = clock.now().wall
        let after = SystemClock.read(CLOCK_MONOTONIC)
        // A thousand seconds of a clock that is 100 ppm fast are 0.1 s less of the sound device's.
        let mapped = clock.monotonicNanoseconds(for: wall + .seconds(1000)) - 1_000_000_000_000 + 99_990_000
        #expect(mapped >= before - 200_000 && mapped <= after + 200_000)
    }

    @Test func theBootIDIsTheKernels() throws {
        let id = try SystemClock.bootID()
        #expect(id.count == 36)
        #expect(id == readText("/proc/sys/kernel/random/boot_id")?.split(separator: "\n").first.map(String.init))
    }

    private func monitor(_ folder: TemporaryFolder, kernel: Bool = true) -> SystemSyncMonitor {
        SystemSyncMonitor(root: folder.path, kernelIsSynchronised: { kernel })
    }

    private func make(_ folder: TemporaryFolder, _ path: String, _ text: String) throws {
        var parent = folder.path
        for part in path.split(separator: "/").dropLast() {
            parent += "/\(part)"
            mkdir(parent, 0o755)
        }
        try folder.write(text, to: path)
    }

    @Test func bothTheKernelAndAServiceMustSaySo() throws {
        let folder = try TemporaryFolder()
        let boot = BootTime(nanoseconds: 0)
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .unsynchronised)
        try make(folder, "run/systemd/timesync/synchronized", "")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .synchronised(by: .timesyncd))
        #expect(monitor(folder, kernel: false).state(at: boot, wall: WallTime(nanoseconds: 0)) == .unsynchronised)
    }

    @Test func aPIDFileCountsOnlyWhileItsDaemonLives() throws {
        let folder = try TemporaryFolder()
        let boot = BootTime(nanoseconds: 0)
        try make(folder, "run/chrony/chronyd.pid", "4711\n")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .unsynchronised)
        try make(folder, "proc/4711/comm", "another\n")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .unsynchronised)
        try make(folder, "proc/4711/comm", "chronyd\n")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .synchronised(by: .chrony))
    }

    @Test func aUnitWithProcessesCountsWhereThePIDFileIsClosed() throws {
        let folder = try TemporaryFolder()
        let boot = BootTime(nanoseconds: 0)
        try make(folder, "sys/fs/cgroup/system.slice/ntpsec.service/cgroup.procs", "")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .unsynchronised)
        try make(folder, "sys/fs/cgroup/system.slice/ntpsec.service/cgroup.procs", "812\n813\n")
        #expect(monitor(folder).state(at: boot, wall: WallTime(nanoseconds: 0)) == .synchronised(by: .ntpd))
    }

    @Test func theSystemIsAskedEveryTenSecondsOnly() throws {
        let folder = try TemporaryFolder()
        final class Counter: Sendable { let value = Mutex(0) }
        let counter = Counter()
        let monitor = SystemSyncMonitor(
            root: folder.path,
            kernelIsSynchronised: {
                counter.value.withLock { $0 += 1 }
                return true
            })
        for millisecond in stride(from: 0, through: 25_000, by: 50) {
            let nanoseconds = Int64(millisecond) * 1_000_000
            _ = monitor.state(at: BootTime(nanoseconds: nanoseconds), wall: WallTime(nanoseconds: nanoseconds))
        }
        #expect(counter.value.withLock { $0 } == 3)
    }

    @Test func whatVouchedForTheOldTimeDoesNotVouchForTheTimeThatWasSet() throws {
        let folder = try TemporaryFolder()
        try make(folder, "run/systemd/timesync/synchronized", "")
        let kernel = Mutex(true)
        let monitor = SystemSyncMonitor(root: folder.path, kernelIsSynchronised: { kernel.withLock { $0 } })
        let second: Int64 = 1_000_000_000
        func state(_ seconds: Int64, ahead: Int64) -> SystemSync {
            monitor.state(
                at: BootTime(nanoseconds: seconds * second), wall: WallTime(nanoseconds: (seconds + ahead) * second))
        }
        #expect(state(1, ahead: 0) == .synchronised(by: .timesyncd))
        kernel.withLock { $0 = false }
        #expect(state(2, ahead: 0) == .synchronised(by: .timesyncd))
        #expect(state(3, ahead: 3600) == .unsynchronised)
    }
}

import CLinux
public import ClockDomain
import ClockThreads
import Glibc
import Synchronization

/// Fires timers on the wall clock and the boot clock from one thread that sleeps until a timer is due.
///
/// Two timerfds carry the earliest deadline of each clock. The wall clock's is set with TFD_TIMER_CANCEL_ON_SET, also
/// while no wall timer is set, so a set clock is noticed at once: `clockSet` is called once, then whatever the new time
/// made due fires. Nothing wakes the thread while nothing is due. While the clock is steered, its deadlines are kept by
/// the boot clock as well, and a set clock is nobody's business.
///
/// A timer that is set again or cancelled while its firing is on the way may still fire; the token's generation shows
/// it.
public final class TimerQueue<Kind: Hashable & Sendable>: Sendable {
    private let engine: TimerEngine<Kind>
    private let thread: OwnedThread

    /// Plenty for handlers that copy and hand over.
    private static var stackBytes: Int { 256 << 10 }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - clock: its wall clock is the one that deadlines count by.
    ///   - fired: called on the timer thread for each timer that is due, at or after its deadline. Must not block.
    ///   - clockSet: called on the timer thread after the wall clock was set. Must not block.
    /// - Throws: ``SystemError`` when the system refuses a descriptor or the thread.
    public init(
        clock: SystemClock,
        fired: @escaping @Sendable (TimerToken<Kind>) -> Void,
        clockSet: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let engine = try TimerEngine(clock: clock, fired: fired, clockSet: clockSet)
        self.engine = engine
        do throws(ThreadError) {
            thread = try OwnedThread(name: "timers", stackBytes: TimerQueue.stackBytes) { engine.run() }
        } catch {
            throw SystemError(error)
        }
    }

    deinit { stop() }

    /// Sets a timer, replacing an earlier setting of its kind. A deadline that has passed fires at once. From any
    /// thread.
    public func set(_ token: TimerToken<Kind>, _ deadline: Deadline) { engine.set(token, deadline) }

    /// Forgets a timer. Does nothing when it fired already or was set again since. From any thread.
    public func cancel(_ token: TimerToken<Kind>) { engine.cancel(token) }

    /// The clock was steered: its deadlines come at other moments. From any thread.
    public func clockSteered() { engine.clockSteered() }

    /// Ends the thread and waits for it; no handler is called afterwards. Safe to call twice, and from a handler, where
    /// it does not wait.
    public func stop() {
        engine.stop()
        thread.join()
    }
}

/// The state of the timer thread; apart from ``TimerQueue`` so that the thread does not keep the queue alive.
private final class TimerEngine<Kind: Hashable & Sendable>: Sendable {
    private struct State {
        var queue = DeadlineQueue<Kind>()
        /// The last setting of each timerfd, to spare system calls.
        var armedWall: Int64?
        var armedBoot: Int64?
        /// The kernel reported the set clock to the setter of a timer, not to the thread.
        var clockWasSet = false
        var stopping = false
    }

    private let state = Mutex(State())
    private let wallTimer: FileDescriptor
    private let bootTimer: FileDescriptor
    private let wakeUp: WakeDescriptor
    private let clock: SystemClock
    private let fired: @Sendable (TimerToken<Kind>) -> Void
    private let clockSet: @Sendable () -> Void

    init(
        clock: SystemClock,
        fired: @escaping @Sendable (TimerToken<Kind>) -> Void,
        clockSet: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        self.clock = clock
        self.fired = fired
        self.clockSet = clockSet
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        wallTimer = try FileDescriptor(timerfd_create(CLOCK_REALTIME, flags), "create a timer")
        bootTimer = try FileDescriptor(timerfd_create(CLOCK_BOOTTIME, flags), "create a timer")
        do throws(ThreadError) {
            wakeUp = try WakeDescriptor()
        } catch {
            throw SystemError(error)
        }
        state.withLock { arm(&$0) }
    }

    func set(_ token: TimerToken<Kind>, _ deadline: Deadline) {
        state.withLock { state in
            state.queue.set(token, deadline)
            arm(&state)
        }
    }

    func cancel(_ token: TimerToken<Kind>) {
        state.withLock { state in
            state.queue.cancel(token)
            arm(&state)
        }
    }

    func clockSteered() { state.withLock { arm(&$0) } }

    func stop() {
        state.withLock { $0.stopping = true }
        wakeUp.signal()
    }

    func run() {
        var descriptors = [wallTimer.raw, bootTimer.raw, wakeUp.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while true {
            // The descriptors are this object's own and open, so an interruption is the only failure.
            _ = retryingInterrupted { poll(&descriptors, nfds_t(descriptors.count), -1) }
            let clockWasSet = drain(wallTimer) == ECANCELED
            _ = drain(bootTimer)
            wakeUp.drain()
            guard deliver(clockWasSet: clockWasSet) else { return }
        }
    }

    /// Calls the handlers for all events, outside the lock so that they may set timers. False when stopped.
    private func deliver(clockWasSet: Bool) -> Bool {
        let (stopping, wasSet) = state.withLock { state in
            let wasSet = clockWasSet || state.clockWasSet
            state.clockWasSet = false
            if wasSet { state.armedWall = nil }
            return (state.stopping, wasSet)
        }
        if stopping { return false }
        if wasSet, clock.steered == nil { clockSet() }
        let due = state.withLock { state in
            let boot = BootTime(nanoseconds: SystemClock.read(CLOCK_BOOTTIME))
            let wall =
                clock.steered?.wall(at: boot)
                ?? WallTime(nanoseconds: SystemClock.read(CLOCK_REALTIME)) + clock.wallOffset
            let due = state.queue.takeDue(wall: wall, boot: boot)
            // The queue must set an expired timerfd again even if the next deadline is the same.
            state.armedBoot = nil
            state.armedWall = nil
            arm(&state)
            return due
        }
        for token in due {
            if state.withLock({ $0.stopping }) { return false }
            fired(token)
        }
        return true
    }

    /// Sets the timerfds to the earliest deadlines, where they are not already.
    private func arm(_ state: inout State) {
        var wall = state.queue.earliestWall.map { max(1, ($0 - clock.wallOffset).nanoseconds) } ?? Int64.max
        // No boot timer at all: zero disarms.
        var boot = state.queue.earliestBoot.map { max(1, $0.nanoseconds) } ?? 0
        if let steered = clock.steered {
            wall = .max
            if let earliest = state.queue.earliestWall {
                let instant = max(1, steered.boot(at: earliest).nanoseconds)
                boot = boot == 0 ? instant : min(boot, instant)
            }
        }
        if wall != state.armedWall {
            state.armedWall = wall
            let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
            if settime(wallTimer, flags, wall) == ECANCELED {
                // The kernel sets the timer nevertheless, and reports the set clock only once, here.
                state.clockWasSet = true
                wakeUp.signal()
            }
        }
        if boot != state.armedBoot {
            state.armedBoot = boot
            _ = settime(bootTimer, Int32(TFD_TIMER_ABSTIME), boot)
        }
    }

    /// Returns the error number, zero for success. With a valid descriptor and time only ECANCELED can happen.
    private func settime(_ timer: FileDescriptor, _ flags: Int32, _ nanoseconds: Int64) -> Int32 {
        var value = itimerspec()
        value.it_value.tv_sec = time_t(nanoseconds / 1_000_000_000)
        value.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
        return timerfd_settime(timer.raw, flags, &value, nil) == 0 ? 0 : errno
    }

    /// Reads how often a timer expired; the error number where there was nothing to read, else zero.
    private func drain(_ timer: FileDescriptor) -> Int32 {
        var count: UInt64 = 0
        return read(timer.raw, &count, 8) == 8 ? 0 : errno
    }
}

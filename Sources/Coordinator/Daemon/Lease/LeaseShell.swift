internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Performs the effects of ``LeaseMachine``: asks the database, and starts and ends the coordinator's work.
final class LeaseShell: Sendable {
    /// The leading coordinator, once it leads.
    private struct Work {
        var shell: CoordinatorShell?
        /// The status from before the coordinator could receive it.
        var status: LeaseStatus?
        var end: FatalError?
    }

    private let lease: PostgresLease
    private let manager: ServiceManager
    private let logger: Logger
    private let clock: SystemClock
    private let mailbox = Mailbox<LeaseEvent>(own: 64, messages: 1)
    private let questions = DispatchQueue(label: "lease")
    private let timers: TimerQueue<LeaseTimer>
    private let work = Mutex(Work())
    /// Yields once when this coordinator has the lease; finishes without a value if it never will.
    private let leads: AsyncStream<Void>
    private let leading: AsyncStream<Void>.Continuation

    init(_ lease: PostgresLease, clock: SystemClock, manager: ServiceManager, logger: Logger) throws {
        self.lease = lease
        self.manager = manager
        self.logger = logger
        self.clock = clock
        (leads, leading) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        timers = try TimerQueue(clock: clock, fired: { [mailbox] in _ = mailbox.post(.timer($0)) }, clockSet: {})
        _ = mailbox.post(.started)
    }

    /// Passes on that the broker has given this coordinator's name to another client.
    func displaced() { _ = mailbox.post(.displaced) }

    /// A service around everything that works with the store: at its end it gives the lease back.
    var service: some Service {
        // The progress of its loop does not prove that of the coordinator's.
        EffectRunner(
            core: LeaseMachine(holder: lease.holder), mailbox: mailbox, clock: clock,
            manager: ServiceManager(environment: [:], logger: logger), shutdownEvent: .stopped
        ) { [self] effect in perform(effect) }
    }

    /// Waits until this coordinator has the lease.
    ///
    /// - Returns: false if it must exit before that.
    func awaitLead() async -> Bool {
        for await _ in leads.cancelOnGracefulShutdown() { return true }
        return false
    }

    /// The error for which the coordinator must exit though it never led.
    var endBefore: FatalError? { work.withLock { $0.end } }

    /// Connects the coordinator, and hands it everything from before.
    func connect(_ shell: CoordinatorShell) {
        let (status, end) = work.withLock { work in
            work.shell = shell
            return (work.status, work.end)
        }
        if let status { shell.post(.leaseKept(status)) }
        if let end { shell.terminate(end) }
    }

    private func perform(_ effect: LeaseEffect) {
        switch effect {
        case .ask(let question):
            questions.async { [self] in
                do throws(StoreError) {
                    _ = mailbox.post(.answered(try lease.ask(question)))
                } catch {
                    _ = mailbox.post(.failed(reason: error.message))
                }
            }
        case .lead:
            manager.status("works")
            leading.yield()
        case .tell(let status):
            let shell = work.withLock { work in
                work.status = status
                return work.shell
            }
            shell?.post(.leaseKept(status))
        case .end(let reason):
            let why = FatalError(.temporaryFailure, reason)
            let shell = work.withLock { work in
                work.end = why
                return work.shell
            }
            shell?.terminate(why)
            leading.finish()
        case .giveBack:
            questions.sync {
                do throws(StoreError) {
                    try lease.giveBack()
                } catch {
                    logger.warning("\(error); another coordinator takes over when the lease is over")
                }
            }
        case .setTimer(let token, let deadline):
            timers.set(token, deadline)
            // Beside the coordinator's loop, which feeds the watchdog itself.
            if work.withLock({ $0.shell == nil }) { manager.watchdog() }
        case .log(let level, let text): logger.log(level: Logger.Level(level), "\(text)")
        }
    }
}

/// The coordinator that works once it has the lease.
struct Leadership: Service {
    let lease: LeaseShell
    let manager: ServiceManager
    let logger: Logger
    /// Loads the store.
    let begin: @Sendable () throws -> CoordinatorDaemon.Work

    func run() async throws {
        manager.status("stands by")
        guard await lease.awaitLead() else {
            if let end = lease.endBefore { throw end }
            return
        }
        let work = try begin()
        lease.connect(work.shell)
        try await Program.serve(work.services, within: logger)
    }
}

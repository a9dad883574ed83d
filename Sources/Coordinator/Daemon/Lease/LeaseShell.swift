internal import ClockCoordinatorCore
internal import ClockCoordinatorStore
internal import ClockRuntime
internal import ClockWire
internal import Dispatch
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// Carries out what ``LeaseMachine`` decides: asks the database, and tells the coordinator when it is to work and when to
/// end.
final class LeaseShell: Sendable {
    /// The coordinator that works, once it does.
    private struct Work {
        var shell: CoordinatorShell?
        /// What was said before it could hear it.
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
    /// Says once that the store is this coordinator's; an end without it that it never will be.
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

    /// The broker has given this coordinator's name to another client.
    func displaced() { _ = mailbox.post(.displaced) }

    /// To be run around everything that works with the store: what it does last is to give the lease back.
    var service: some Service {
        // Its loop is no proof that the coordinator's moves.
        EffectRunner(
            core: LeaseMachine(holder: lease.holder), mailbox: mailbox, clock: clock,
            manager: ServiceManager(environment: [:], logger: logger), shutdownEvent: .stopped
        ) { [self] effect in perform(effect) }
    }

    /// Waits until the store is this coordinator's.
    ///
    /// - Returns: false where it is to end before.
    func awaitLead() async -> Bool {
        for await _ in leads.cancelOnGracefulShutdown() { return true }
        return false
    }

    /// Why the coordinator is to end though it never led.
    var endBefore: FatalError? { work.withLock { $0.end } }

    /// From now on the coordinator hears what is said.
    func connect(_ shell: CoordinatorShell) {
        let (status, end) = work.withLock { work in
            work.shell = shell
            return (work.status, work.end)
        }
        if let status { shell.post(.leaseKept(status)) }
        if let end { shell.end(end) }
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
            shell?.end(why)
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

/// The coordinator that works when the store is its own.
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

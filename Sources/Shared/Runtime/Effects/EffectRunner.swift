public import ClockDomain
public import ServiceLifecycle

/// The one loop of a daemon: takes events from the mailbox, asks the core, and performs its effects, in order.
///
/// At graceful shutdown the mailbox closes. The runner handles the queued events, then `shutdownEvent`, so that the
/// core can flush, and returns. It does the same when the shutdown takes too long and cancels the task: a disk that
/// holds an effect up for seconds does not cost the flush.
///
/// Under systemd's watch (WATCHDOG_USEC), the runner sends a mark through the mailbox at half the interval and notifies
/// the manager when it comes out, so systemd restarts a loop that hangs in an effect or drowns.
public final class EffectRunner<Core: DecisionCore>: Service {
    private let initial: Core
    private let mailbox: Mailbox<Core.Event>
    private let now: @Sendable () -> Now
    private let manager: ServiceManager
    private let shutdownEvent: Core.Event?
    private let perform: @Sendable (Core.Effect) async -> Void

    /// - Parameters:
    ///   - core: its state at the start.
    ///   - mailbox: the runner is its consumer.
    ///   - manager: receives the watchdog notices.
    ///   - shutdownEvent: handled last at graceful shutdown.
    ///   - perform: carries out one effect. The next effect and the next event wait for it, so it only starts long
    ///     work, which reports back as an event.
    public convenience init(
        core: Core,
        mailbox: Mailbox<Core.Event>,
        clock: SystemClock,
        manager: ServiceManager,
        shutdownEvent: Core.Event? = nil,
        perform: @escaping @Sendable (Core.Effect) async -> Void
    ) {
        self.init(
            core: core, mailbox: mailbox, now: { clock.now() }, manager: manager, shutdownEvent: shutdownEvent,
            perform: perform)
    }

    init(
        core: Core,
        mailbox: Mailbox<Core.Event>,
        now: @escaping @Sendable () -> Now,
        manager: ServiceManager,
        shutdownEvent: Core.Event?,
        perform: @escaping @Sendable (Core.Effect) async -> Void
    ) {
        initial = core
        self.mailbox = mailbox
        self.now = now
        self.manager = manager
        self.shutdownEvent = shutdownEvent
        self.perform = perform
    }

    /// Runs until graceful shutdown. A task that is cancelled without one ends without the flush.
    public func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            if let interval = manager.watchdogInterval {
                let mailbox = mailbox
                group.addTask {
                    while !Task.isCancelled {
                        mailbox.postTick()
                        // Throws only when cancelled, which the loop sees.
                        try? await Task.sleep(for: interval / 2)
                    }
                }
            }
            await withGracefulShutdownHandler {
                await loop()
            } onGracefulShutdown: {
                self.mailbox.close()
            }
            group.cancelAll()
        }
    }

    private func loop() async {
        var core = initial
        while let item = await mailbox.nextItem() {
            switch item {
            case .event(let event): await handle(event, &core)
            case .tick: manager.watchdog()
            }
        }
        if let shutdownEvent, mailbox.isClosed { await handle(shutdownEvent, &core) }
    }

    private func handle(_ event: Core.Event, _ core: inout Core) async {
        for effect in core.handle(event, at: now()) {
            await perform(effect)
        }
    }
}

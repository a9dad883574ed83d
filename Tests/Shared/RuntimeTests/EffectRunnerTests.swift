import ClockDomain
import ClockTestSupport
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import ClockRuntime

@Suite(.timeLimit(.minutes(1))) struct EffectRunnerTests {
    private struct Core: DecisionCore {
        enum Event: SourcedEvent {
            case add(Int), shutdown

            var source: EventSource { .program }
        }
        enum Effect: Sendable, Equatable { case log(Int, boot: Int64), sum(Int) }
        var sum = 0

        mutating func handle(_ event: Event, at now: Now, _ effects: inout [Effect]) {
            switch event {
            case .add(let number):
                sum += number
                effects += [.log(number, boot: now.boot.nanoseconds), .log(-number, boot: now.boot.nanoseconds)]
            case .shutdown: effects.append(.sum(sum))
            }
        }
    }

    private final class Performed: Sendable {
        let effects = Mutex<[Core.Effect]>([])
        var all: [Core.Effect] { effects.withLock { $0 } }
        func add(_ effect: Core.Effect) { effects.withLock { $0.append(effect) } }
    }

    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    private var manager: ServiceManager { ServiceManager(environment: [:], logger: logger) }

    private func group(_ services: [any Service]) -> ServiceGroup {
        ServiceGroup(configuration: .init(services: services, logger: logger))
    }

    private static let now: @Sendable () -> Now = {
        Now(wall: WallTime(seconds: 0), boot: BootTime(nanoseconds: 5), sync: .unsynchronised)
    }

    @Test func effectsAreDoneInOrderAndShutdownHandlesWhatIsQueuedThenItsOwnEventLast() async throws {
        let mailbox = Mailbox<Core.Event>(own: 10, messages: 10)
        let performed = Performed()
        let runner = EffectRunner(
            core: Core(), mailbox: mailbox, now: Self.now, manager: manager, shutdownEvent: .shutdown,
            perform: { effect in
                // A later effect that overtook would land between the yields.
                if case .log(let number, _) = effect, number > 0 { for _ in 0..<20 { await Task.yield() } }
                performed.add(effect)
            })
        for number in 1...3 { #expect(mailbox.post(.add(number))) }
        let group = group([runner])
        async let finished: Void = group.run()
        try await waitUntil("the first effect") { !performed.all.isEmpty }
        await group.triggerGracefulShutdown()
        try await finished
        let logs: [Core.Effect] = (1...3).flatMap { [.log($0, boot: 5), .log(-$0, boot: 5)] }
        #expect(performed.all == logs + [.sum(6)])
        #expect(!mailbox.post(.add(4)))
    }

    /// As a node's, that saves while its disk stalls, rings meanwhile and is told to end.
    @Test func anEffectThatIsHeldUpBeyondTheShutdownLimitCostsNeitherWhatCameMeanwhileNorTheFlush() async throws {
        let mailbox = Mailbox<Core.Event>(own: 10, messages: 10)
        let performed = Performed()
        let disk = Gate()
        disk.close()
        let runner = EffectRunner(
            core: Core(), mailbox: mailbox, now: Self.now, manager: manager, shutdownEvent: .shutdown,
            perform: { effect in
                performed.add(effect)
                // Cancellation ends no write.
                if effect == .log(1, boot: 5) { await disk.pass() }
            })
        #expect(mailbox.post(.add(1)))
        let wasCancelled = Mutex(false)
        var configuration = ServiceGroupConfiguration(
            services: [CancellationWitness(wasCancelled: { wasCancelled.withLock { $0 = true } }), runner],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = .milliseconds(50)
        let group = ServiceGroup(configuration: configuration)
        async let finished: Void = group.run()
        try await waitUntil("the first effect") { !performed.all.isEmpty }
        await group.triggerGracefulShutdown()
        try await waitUntil("the mailbox is closed") { mailbox.isClosed }
        #expect(mailbox.post(.add(2)))
        try await waitUntil("the limit is over") { wasCancelled.withLock { $0 } }
        #expect(mailbox.post(.add(3)))
        disk.open()
        _ = try? await finished
        #expect(performed.all.last == .sum(6))
        #expect(!mailbox.post(.add(4)))
    }

    @Test func withoutAGracefulShutdownACancelledRunnerDoesNotFlush() async throws {
        let mailbox = Mailbox<Core.Event>(own: 10, messages: 10)
        let performed = Performed()
        let runner = EffectRunner(
            core: Core(), mailbox: mailbox, now: Self.now, manager: manager, shutdownEvent: .shutdown,
            perform: { performed.add($0) })
        #expect(mailbox.post(.add(1)))
        let running = Task { try await runner.run() }
        try await waitUntil("both effects") { performed.all.count == 2 }
        running.cancel()
        _ = try? await running.value
        #expect(performed.all.count == 2)
    }

    @Test func theWatchdogIsFedByTheLoopAndNotWhileAnEffectHangs() async throws {
        let socket = try NotifySocket()
        let environment = ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "40000"]
        let mailbox = Mailbox<Core.Event>(own: 10, messages: 10)
        let holder = Gate()
        let runner = EffectRunner(
            core: Core(), mailbox: mailbox, now: Self.now,
            manager: ServiceManager(environment: environment, logger: logger), shutdownEvent: nil,
            perform: { _ in await holder.pass() })
        let group = group([runner])
        async let finished: Void = group.run()
        for _ in 0..<3 { #expect(try socket.receive() == "WATCHDOG=1") }
        holder.close()
        #expect(mailbox.post(.add(1)))
        try await waitUntil("silence") { try socket.receive(timeoutMilliseconds: 200) == nil }
        holder.open()
        #expect(try socket.receive() == "WATCHDOG=1")
        await group.triggerGracefulShutdown()
        try await finished
    }
}

/// Says when the group has waited for long enough.
private struct CancellationWitness: Service {
    let wasCancelled: @Sendable () -> Void

    func run() async throws {
        await withTaskCancellationHandler {
            // Ends by cancellation alone.
            try? await Task.sleep(for: .seconds(3600))
        } onCancel: {
            wasCancelled()
        }
    }
}

/// Lets tasks pass, or holds them until it is opened.
private final class Gate: Sendable {
    private let state = Mutex<(closed: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func close() { state.withLock { $0.closed = true } }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (false, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                if state.closed { state.waiting.append(continuation) }
                return !state.closed
            }
            if passes { continuation.resume() }
        }
    }
}

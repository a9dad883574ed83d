import ClockDomain
import ClockTestSupport
import Synchronization
import Testing

@testable import ClockRuntime

@Suite struct TimerQueueTests {
    private final class Fired: Sendable {
        struct Firing {
            var token: TimerToken<String>
            var at: Now
        }

        let clock: SystemClock
        let firings = Mutex<[Firing]>([])

        init(_ clock: SystemClock) { self.clock = clock }

        var kinds: [String] { firings.withLock { $0.map(\.token.kind) } }

        func add(_ token: TimerToken<String>) {
            let now = clock.now()
            firings.withLock { $0.append(Firing(token: token, at: now)) }
        }
    }

    private func queue(_ fired: Fired) throws -> TimerQueue<String> {
        try TimerQueue(clock: fired.clock, fired: { fired.add($0) }, clockSet: { Issue.record("nobody set the clock") })
    }

    private func token(_ kind: String, _ generation: Int = 1) -> TimerToken<String> {
        TimerToken(kind: kind, generation: generation)
    }

    @Test func firesOnBothClocksInOrderAndNeverEarly() async throws {
        let fired = Fired(SystemClock())
        let queue = try queue(fired)
        let start = fired.clock.now()
        let deadlines: [(String, Duration)] = [
            ("c", .milliseconds(900)), ("a", .milliseconds(300)), ("b", .milliseconds(600)),
        ]
        for (kind, delay) in deadlines {
            queue.set(token("wall " + kind), .wall(start.wall + delay))
            queue.set(token("boot " + kind), .boot(start.boot + delay))
        }
        try await waitUntil("six firings") { fired.kinds.count == 6 }
        #expect(fired.kinds.filter { $0.hasPrefix("wall") } == ["wall a", "wall b", "wall c"])
        #expect(fired.kinds.filter { $0.hasPrefix("boot") } == ["boot a", "boot b", "boot c"])
        for firing in fired.firings.withLock({ $0 }) {
            let delay = deadlines.first { firing.token.kind.hasSuffix($0.0) }?.1 ?? .zero
            #expect(firing.token.kind.hasPrefix("boot") || firing.at.wall >= start.wall + delay)
            #expect(firing.token.kind.hasPrefix("wall") || firing.at.boot >= start.boot + delay)
        }
    }

    @Test func aShiftedWallClockIsFollowed() async throws {
        let fired = Fired(SystemClock(wallOffset: .seconds(-86_400 * 400)))
        let queue = try queue(fired)
        let wall = fired.clock.now().wall
        queue.set(token("soon"), .wall(wall + .milliseconds(40)))
        queue.set(token("by the real clock long ago"), .wall(wall + .seconds(3600)))
        try await waitUntil("the timer") { !fired.kinds.isEmpty }
        #expect(fired.kinds == ["soon"])
        #expect(fired.firings.withLock { $0[0].at.wall } >= wall + .milliseconds(40))
    }

    @Test func aSteeredWallClockIsFollowedAndTakesItsTimersAlong() async throws {
        let fired = Fired(SystemClock())
        let queue = try queue(fired)
        let start = fired.clock.now()
        // An hour ahead by the machine's clock, 30 ms by the one that comes.
        queue.set(token("wall"), .wall(start.wall + .hours(1)))
        queue.set(token("soon by the machine's"), .wall(start.wall + .milliseconds(1_000)))
        fired.clock.steer(
            to: SteeredClock(boot: start.boot, wall: start.wall + .hours(1) - .milliseconds(30), ratePPB: 500_000))
        queue.clockSteered()
        try await waitUntil("both") { fired.kinds.count == 2 }
        #expect(fired.kinds == ["soon by the machine's", "wall"])
        let wall = try #require(fired.firings.withLock { $0.last })
        #expect(wall.at.wall >= start.wall + .hours(1))
        #expect(wall.at.boot < start.boot + .seconds(60))
        // Set back: a timer due in 2 s is due in an hour more, and timers of the boot clock stay.
        let now = fired.clock.now()
        queue.set(token("later"), .wall(now.wall + .seconds(2)))
        queue.set(token("boot"), .boot(now.boot + .seconds(3)))
        fired.clock.steer(to: SteeredClock(boot: now.boot, wall: now.wall - .hours(1), ratePPB: 0))
        queue.clockSteered()
        try await waitUntil("the boot clock's") { fired.kinds.contains("boot") }
        #expect(!fired.kinds.contains("later"))
    }

    @Test func whatIsDueAlreadyFiresAtOnceEvenFromBeforeTheEpoch() async throws {
        let fired = Fired(SystemClock())
        let queue = try queue(fired)
        queue.set(token("wall"), .wall(WallTime(nanoseconds: .min)))
        queue.set(token("boot"), .boot(BootTime(nanoseconds: -1)))
        queue.set(token("never"), .wall(WallTime(nanoseconds: .max)))
        try await waitUntil("both") { fired.kinds.sorted() == ["boot", "wall"] }
    }

    @Test func settingAgainReplacesAndCancellingForgets() async throws {
        let fired = Fired(SystemClock())
        let queue = try queue(fired)
        let boot = fired.clock.now().boot
        queue.set(token("moved", 1), .boot(boot + .milliseconds(1_000)))
        queue.set(token("moved", 2), .wall(fired.clock.now().wall + .milliseconds(1_200)))
        queue.cancel(token("moved", 1))
        queue.set(token("gone"), .boot(boot + .milliseconds(1_100)))
        queue.cancel(token("gone"))
        queue.set(token("last"), .boot(boot + .milliseconds(2_000)))
        try await waitUntil("the last timer") { fired.kinds.contains("last") }
        #expect(fired.firings.withLock { $0.map(\.token) } == [token("moved", 2), token("last")])
    }

    @Test func manyThreadsMaySetAtOnceAndEveryTimerFiresOnce() async throws {
        let fired = Fired(SystemClock())
        let queue = try queue(fired)
        let boot = fired.clock.now().boot
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<8 {
                group.addTask {
                    for index in 0..<200 {
                        let kind = "\(lane)/\(index)"
                        queue.set(.init(kind: kind, generation: 1), .boot(boot + .milliseconds((index * 37) % 150)))
                    }
                }
            }
        }
        try await waitUntil("all firings") { fired.kinds.count >= 1600 }
        #expect(Set(fired.kinds).count == 1600)
    }

    @Test func aHandlerMaySetTimersAndStopTheQueue() async throws {
        let clock = SystemClock()
        let holder = Mutex<TimerQueue<Int>?>(nil)
        let count = Mutex(0)
        let queue = try TimerQueue<Int>(
            clock: clock,
            fired: { token in
                count.withLock { $0 += 1 }
                let queue = holder.withLock { $0 }
                if token.kind == 3 {
                    queue?.stop()
                } else {
                    queue?.set(.init(kind: token.kind + 1, generation: 1), .boot(clock.now().boot))
                }
            }, clockSet: {})
        holder.withLock { $0 = queue }
        queue.set(.init(kind: 1, generation: 1), .boot(clock.now().boot))
        try await waitUntil("three firings") { count.withLock { $0 } == 3 }
        queue.stop()
        queue.set(.init(kind: 4, generation: 1), .boot(clock.now().boot))
        holder.withLock { $0 = nil }
        try await Task.sleep(for: .milliseconds(50))
        #expect(count.withLock { $0 } == 3)
    }

    @Test func lettingTheQueueGoEndsItsThread() async throws {
        let before = threadCount()
        for _ in 0..<50 {
            let queue = try TimerQueue<Int>(clock: SystemClock(), fired: { _ in }, clockSet: {})
            queue.set(.init(kind: 1, generation: 1), .boot(BootTime(nanoseconds: .max)))
        }
        // Other tests start threads of their own meanwhile, though not fifty.
        try await waitUntil("the threads' ends") { threadCount() < before + 40 }
    }

    private func threadCount() -> Int {
        let status = readText("/proc/self/status") ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
        return line.flatMap { Int($0.dropFirst("Threads:".count).drop { $0 == "\t" || $0 == " " }) } ?? 0
    }
}

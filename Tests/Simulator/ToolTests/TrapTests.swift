import ClockRuntime
import Testing

@testable import ClockSimulator
@testable import ClocksimKit

/// A run that traps takes the process with it. Its last output must name the run, one of two thousand.
struct TrapTests {
    private static let subject = RunSubject(
        source: .random(RandomPlan(seed: 4_711, days: 2, nodes: 3, classes: [.disk])), kept: nil)
    private static let note = """

        TRAPPED  seed 4711
                clocksim \(ClockVersion.current)
          replay: clocksim --seed 4711 --days 2 --nodes 3 --faults disk --trace

        """

    private static func overflow(_ value: Int) -> Int { value * 2 }

    private static func recur(_ depth: Int) -> Int { depth < 0 ? 0 : recur(depth &+ 1) &+ recur(depth &+ 2) }

    @Test func anOverflowNamesItsRun() async throws {
        let end = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(TrapNote.during(Self.subject) { Self.overflow(.max) })
        }
        #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.note))
    }

    @Test func anEndlessRecursionNamesItsRun() async throws {
        let end = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(TrapNote.during(Self.subject) { Self.recur(0) })
        }
        #expect(String(decoding: end.standardErrorContent, as: UTF8.self).contains(Self.note))
    }

    @Test func aTrapWhileShrinkingNamesTheParts() async throws {
        let end = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var shrinker = PlanShrinker(subject: Self.subject, invariant: 1, seenAt: Self.subject.plan().start)
            shrinker.fails = { plan, _, _ in Self.overflow(plan.faults.isEmpty ? .max : 1) == 2 }
            print(shrinker.minimise())
        }
        let text = String(decoding: end.standardErrorContent, as: UTF8.self)
        #expect(text.contains("--seed 4711 --days 2 --nodes 3 --faults disk --keep none --trace\n"))
    }

    @Test func whatTrapsBetweenRunsNamesNone() async throws {
        let end = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TrapNote.during(Self.subject) { 0 }
            print(Self.overflow(.max))
        }
        #expect(!String(decoding: end.standardErrorContent, as: UTF8.self).contains("TRAPPED"))
    }
}

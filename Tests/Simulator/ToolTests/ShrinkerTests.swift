import ClockDomain
import Testing

@testable import ClockSimulator
@testable import ClocksimKit

struct ShrinkerTests {
    @Test(arguments: [[3], [0, 199], [3, 17, 42], [10, 11, 12, 13, 150]])
    func onlyWhatTheFailureNeedsIsLeft(needed: [Int]) {
        var shrinker = Shrinker<Int>(maximumTrials: 3_000) { Set($0).isSuperset(of: needed) }
        #expect(shrinker.minimise(Array(0..<200)) == needed)
        #expect(shrinker.trials < 400)
    }

    @Test func itTellsHowFarItIs() {
        var told: [(trials: Int, left: Int)] = []
        var shrinker = Shrinker<Int>(maximumTrials: 3_000) { Set($0).isSuperset(of: [3, 17]) }
        shrinker.beforeTrial = { told.append(($0, $1)) }
        _ = shrinker.minimise(Array(0..<200))
        #expect(told.map(\.trials) == Array(0..<shrinker.trials))
        #expect(told.first?.left == 200 && told.last?.left == 2)
    }

    @Test func whatFailsWithoutAnyPartHasNone() {
        var shrinker = Shrinker<Int>(maximumTrials: 10) { _ in true }
        #expect(shrinker.minimise(Array(0..<50)).isEmpty)
        #expect(shrinker.trials == 1)
    }

    @Test func itIsContentWhenItHasTriedEnough() {
        var shrinker = Shrinker<Int>(maximumTrials: 7) { Set($0).isSuperset(of: [1, 60, 90]) }
        let left = shrinker.minimise(Array(0..<100))
        #expect(shrinker.trials == 7)
        #expect(Set(left).isSuperset(of: [1, 60, 90]))
    }

    /// A failure that a power cut and a request cause together, and that shows an hour later.
    @Test func aPlanKeepsTheFaultAndTheRequestThatFailTogether() throws {
        let random = RandomPlan(seed: 20, days: 2, nodes: 3)
        let plan = random.make()
        let cut = try #require(plan.faults.firstIndex { $0.kind == .powerCut })
        let asked = try #require(plan.people.indices.last)
        let seenAt = max(plan.faults[cut].start, plan.people[asked].at) + .hours(1)
        var shrinker = PlanShrinker(
            subject: RunSubject(source: .random(random), kept: nil), invariant: 1, seenAt: seenAt)
        shrinker.fails = { tried, _, _ in
            tried.faults.contains(plan.faults[cut]) && tried.people.contains(plan.people[asked])
        }
        #expect(shrinker.minimise().parts.parts == [.fault(cut), .request(asked)])
    }
}

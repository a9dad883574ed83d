import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

/// Acknowledged changes are gone when the coordinator starts again: its disk has silently forgotten them.
struct RestartMutationTests {
    /// A person requests a change at 07:05. The coordinator is stopped from 07:20 to 07:30; meanwhile its disk returns
    /// to its content of 07:03.
    private func violations(
        goesBack: Bool = true, asking ask: (inout SimulationPlan) -> Void
    ) throws -> [Violation] {
        let site = MutatedSite { plan in
            ask(&plan)
            plan.fail(.stop, [.coordinator(0)], from: MutatedSite.at(7, 20), to: MutatedSite.at(7, 30))
        }
        var simulation = Simulation(plan: site.plan)
        let checkers = Checkers(plan: site.plan)
        simulation.run(observer: checkers, until: TrueTime(MutatedSite.at(7, 3)))
        let before = try #require(simulation.coordinators[0].disk?.store.copy())
        simulation.run(observer: checkers, until: TrueTime(MutatedSite.at(7, 25)))
        if goesBack { simulation.coordinators[0].disk?.restore(before) }
        simulation.run(observer: checkers)
        return checkers.finish(simulation)
    }

    private func expectFinding(
        _ invariant: Int, _ text: String, asking ask: (inout SimulationPlan) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try violations(goesBack: false, asking: ask) == [], sourceLocation: sourceLocation)
        let found = try violations(asking: ask)
        #expect(
            found.contains { $0.invariant == invariant && $0.text.contains(text) }, "\(found)",
            sourceLocation: sourceLocation)
    }

    @Test func settingsThatARestartForgetsBreak12() throws {
        try expectFinding(12, "of node kitchen, and now has another") {
            $0.set(SettingsPatch(volume: Volume(percent: 30)), at: MutatedSite.at(7, 5))
        }
    }

    @Test func anAlarmThatARestartForgetsBreaks12() throws {
        try expectFinding(12, "the store no longer has what was committed of") {
            $0.change(.addAlarm(.atSeven()), at: MutatedSite.at(7, 5))
        }
    }

    @Test func aScoreThatARestartForgetsBreaks12() throws {
        try expectFinding(12, "scores of words") {
            let answer = ScoreRequest.Answer(word: "Haus", known: true)
            $0.ask(ScoreRequest(learner: "Ada", list: "animals", answers: [answer]), at: MutatedSite.at(7, 5))
        }
    }

    /// The line of 07:15.
    @Test func aLineThatARestartForgetsBreaks10() throws {
        try expectFinding(10, "was acknowledged, and after a start the store holds") { _ in }
    }
}

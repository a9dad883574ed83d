/// A run made by hand, with its expected outcome.
///
/// The checkers judge a scenario's run like any other. Its own expectations state in clear figures the sounds, records
/// and answers that it must have.
public struct Scenario: Sendable {
    /// The name on the command line: `dst-gap-berlin`.
    public let name: String
    /// One line: the events.
    public let summary: String
    public let plan: SimulationPlan
    private let expectations: @Sendable (inout Expectations) -> Void

    init(
        _ name: String, _ summary: String, plan: SimulationPlan,
        expecting expectations: @escaping @Sendable (inout Expectations) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.plan = plan
        self.expectations = expectations
    }

    /// The unmet expectations, one line each; empty if all are met.
    public func disappointments(in outcome: ScenarioOutcome) -> [String] {
        var judged = Expectations(outcome: outcome)
        expectations(&judged)
        return judged.disappointments
    }

    /// Every scenario, ascending by name.
    public static var all: [Scenario] {
        (changesOfClocks + days + outages + clocks + coordinatorsClock + alarms + alarmTroubles + people + chimes
            + sounds + packs + emergencies).sorted { $0.name < $1.name }
    }

    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

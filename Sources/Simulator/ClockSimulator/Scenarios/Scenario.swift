/// A run made by hand, with what must come of it.
///
/// The checkers look at a scenario's run as they do at every other. Its own expectations say in clear figures what must
/// have been heard, recorded and answered.
public struct Scenario: Sendable {
    /// What people type: `dst-gap-berlin`.
    public let name: String
    /// One line: what happens.
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

    /// What is not as this scenario has it, one line each; empty when all is.
    public func disappointments(in outcome: ScenarioOutcome) -> [String] {
        var judged = Expectations(outcome: outcome)
        expectations(&judged)
        return judged.disappointments
    }

    /// Every scenario, ascending by name.
    public static var all: [Scenario] {
        (changesOfClocks + days + outages + clocks + coordinatorsClock + alarms + alarmTroubles + people + chimes
            + sounds + packs).sorted { $0.name < $1.name }
    }

    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

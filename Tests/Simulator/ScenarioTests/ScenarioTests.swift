import ClockDomain
import ClockRuntime
import ClocksimKit
import Testing

@testable import ClockSimulator

/// Every scenario by name, under all checkers and its own expectations.
struct ScenarioTests {
    static let names = Scenario.all.map(\.name)

    @Test(arguments: names) func keepsEveryPromise(name: String) async {
        let outcome = await Tool.run("--scenario", name)
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    @Test func namesAreUniqueAndCanBeTyped() {
        #expect(Set(Self.names).count == Self.names.count)
        #expect(
            Self.names.allSatisfy { $0.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) } })
        #expect(Scenario.all.allSatisfy { !$0.summary.isEmpty && !$0.summary.hasSuffix(".") })
    }

    /// The simulator's own zones agree with this system's tz database.
    @Test(arguments: SimulatedZone.allCases) func itsOwnZonesAreTheRealOnes(zone: SimulatedZone) throws {
        let real = try ZoneDatabase(environment: [:]).rules(named: zone.rawValue)
        let first = try #require(WallTime(rfc3339: "2026-11-01T00:00:00Z"))
        let last = try #require(WallTime(rfc3339: "2037-12-31T00:00:00Z"))
        #expect(zone.rules.offset(at: first).secondsEast == real.offset(at: first).secondsEast)
        #expect(zone.rules.transitions(in: first..<last) == real.transitions(in: first..<last))
    }
}

import Testing

@testable import ClockSimulator
@testable import ClocksimKit

struct TraceTests {
    /// In two processes: a set or a dictionary has another order in each.
    @Test func theSameSeedGivesTheSameTraceToTheByte() async throws {
        var traces: [[UInt8]] = []
        for _ in 0..<2 {
            let end = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
                print(TraceTests.trace(RunSubject(source: .random(RandomPlan(seed: 4, days: 1, nodes: 2)))))
            }
            traces.append(end.standardOutputContent)
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].count > 100_000)
    }

    @Test func aTimelineTellsWhoWhenByWhichClockAndWhat() throws {
        let scenario = try #require(Scenario.named("power-cut-at-02-59-59"))
        let lines = Self.trace(RunSubject(source: .scenario(scenario))).split(separator: "\n")
        try lines.expectInOrder([
            "coordinator    02:59:45.000           event  timer wake",
            "coordinator    02:59:45.000              →   publish wake (target 03:00:00, sent 02:59:45, lead milliseconds",
            "kitchen        02:59:45.001           recv   wake: target 03:00:00, sent 02:59:45, lead milliseconds",
            "   →   play id 3, plan \"strike three AM\", target 03:00:00, audible at ",
            "2027-05-01 02:59:59.000000  kitchen        02:59:59.000           FAULT  f0 power cut, for 5m01s",
            "2027-05-01 02:59:59.000000  kitchen        02:59:59.000           CRASH  power gone",
            "link   the broker takes it for gone",
            "2027-05-01 03:05:20.000000  kitchen        03:05:20.000           START  state: disk",
            "HEARD  \"three fifteen AM\" at 80 %",
        ])
        #expect(!lines.contains { $0.contains("BROKEN") || $0.hasSuffix(" ") || $0.contains("\u{1B}") })
    }

    @Test func aClockThatIsOffIsShownWithHowMuch() throws {
        let scenario = try #require(Scenario.named("stepped-back-an-hour"))
        let lines = Self.trace(RunSubject(source: .scenario(scenario))).split(separator: "\n")
        try lines.expectInOrder(["00:59:58.000 -1h00m", "CLOCK  set by -1h00m"])
    }

    @Test func aFaultKeepsItsNameWhenOthersAreLeftOut() throws {
        let random = RandomPlan(seed: 4, days: 1, nodes: 2)
        let count = random.make().faults.count
        try #require(count > 2)
        let kept = KeptParts(parts: [.fault(count - 1)])
        let trace = Self.trace(RunSubject(source: .random(random), kept: kept))
        #expect(trace.contains(" FAULT  f\(count - 1) ") && !trace.contains(" FAULT  f0 "))
    }

    private static func trace(_ subject: RunSubject) -> String {
        var text = ""
        _ = Trace.write(subject, subject.plan(), coloured: false) { text += $0 }
        return text
    }
}

extension [Substring] {
    /// Checks that lines contain these parts, in this order.
    fileprivate func expectInOrder(_ parts: [String]) throws {
        var rest = self[...]
        for part in parts {
            let index = try #require(rest.firstIndex { $0.contains(part) }, "no \"\(part)\" where it should be")
            rest = rest[index...]
        }
    }
}

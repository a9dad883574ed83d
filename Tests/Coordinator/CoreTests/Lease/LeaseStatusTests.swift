import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The status names the coordinator that works and those that stand by.
@Suite struct LeaseStatusTests {
    private var harness = CoreHarness(at: "18:01:00")

    private func lease(_ standbys: [StandbyCoordinator]) -> LeaseStatus {
        LeaseStatus(machine: "clocks1", since: instant("18:01:00"), standbys: standbys)
    }

    private mutating func check() -> DoctorCheck? {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        guard let report = harness.replies.first?.value as? DoctorReport else { return nil }
        return report.checks.first { $0.subject == LeaseStatus.subject }
    }

    @Test mutating func aStoreThatIsNotSharedHasNoneAndNothingIsMissed() {
        #expect(harness.status().coordinator.lease == nil)
        #expect(check() == nil)
        harness.send(.leaseKept(lease([])))
        #expect(harness.status().coordinator.lease == lease([]))
        #expect(check() == nil)
    }

    @Test mutating func oneThatStandsByIsNamed() throws {
        let standbys = [StandbyCoordinator(machine: "clocks2", heard: instant("18:00:59"))]
        harness.send(.leaseKept(lease(standbys)))
        #expect(harness.status().coordinator.lease?.standbys == standbys)
        let found = check()
        let check = try #require(found)
        #expect(
            check.verdict == .ok && check.finding.contains("clocks1") && check.finding.hasSuffix("clocks2 stands by"))
    }

    @Test mutating func oneThatIsGoneIsAWarningWithItsName() throws {
        harness.send(
            .leaseKept(lease([StandbyCoordinator(machine: "clocks2", heard: instant("17:50:00"))])))
        let found = check()
        let check = try #require(found)
        #expect(check.verdict == .warning && check.finding.contains("nobody stands by since"))
        #expect(check.fix?.contains("clocks2") == true)
    }
}

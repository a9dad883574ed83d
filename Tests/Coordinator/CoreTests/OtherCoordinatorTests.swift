import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Two coordinators at one site notice each other by their wakes.
@Suite struct OtherCoordinatorTests {
    private static let own = "00112233aabbccdd"
    private static let foreign = "ffffffffffffffff"
    private var harness = CoreHarness(at: "18:01:00")

    /// A wake for 18:15 as another coordinator sends it.
    private func wake(store: String?, started: String = "17:30:00", sent: String = "18:14:45") -> Wake {
        Wake(
            target: instant("18:15:00"), sent: instant(sent), leadMilliseconds: 15_000, budgetMilliseconds: 30_000,
            notAfter: instant("18:15:02"), store: store, started: instant(started))
    }

    private mutating func others() -> [OtherCoordinator] { harness.status().coordinator.others }

    /// - Parameter report: of the kitchen, where it is online.
    private mutating func examine(_ report: Reported? = nil) -> DoctorCheck? {
        harness.request(DoctorRequest())
        if let report { harness.send(.reported(kitchen, report)) }
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        guard let report = harness.replies.first?.value as? DoctorReport else { return nil }
        return report.checks.first { $0.subject == OtherCoordinator.subject }
    }

    @Test mutating func aWakeSaysWhoSentIt() {
        let wake = harness.advance(.minutes(14)).wakes[0].wake
        #expect(wake.store == Self.own && wake.started == instant("18:01:00"))
    }

    @Test mutating func itsOwnWakeIsNothingNew() {
        let wake = harness.advance(.minutes(14)).wakes[0].wake
        #expect(harness.send(.wakeHeard(wake)).isEmpty)
        #expect(others() == [])
        #expect(examine() == nil)
    }

    @Test(arguments: [Self.foreign, Self.own])
    mutating func anotherCoordinatorsWakeIsToldInLogStatusAndDoctor(store: String) throws {
        _ = harness.advance(.minutes(14))
        harness.send(.wakeHeard(wake(store: store)))
        #expect(harness.warnings.count == 1 && harness.warnings[0].contains("another coordinator, started at"))
        #expect(
            others() == [OtherCoordinator(store: store, started: instant("17:30:00"), heard: instant("18:15:00"))])
        let found = examine()
        let check = try #require(found)
        #expect(check.verdict == .failed && check.finding.contains(store) && check.fix?.contains("stop") == true)
    }

    @Test mutating func itIsToldOnceAndForgottenWhenTwoOfItsWakesHaveNotCome() {
        _ = harness.advance(.minutes(14))
        harness.send(.wakeHeard(wake(store: Self.foreign)))
        _ = harness.advance(.minutes(30))
        #expect(others().count == 1)
        harness.send(.wakeHeard(wake(store: Self.foreign, sent: "18:44:45")))
        #expect(harness.warnings.isEmpty)
        _ = harness.advance(.minutes(30))
        #expect(others().count == 1)
        _ = harness.advance(.minutes(1))
        #expect(others().isEmpty && examine() == nil)
        harness.send(.wakeHeard(wake(store: Self.foreign, sent: "19:14:45")))
        #expect(harness.warnings.count == 1)
    }

    /// The broker keeps the last wake of the program before this one, or of one that was stopped meanwhile.
    @Test(arguments: [Self.foreign, Self.own])
    mutating func aWakeFromBeforeItsOwnStartIsNobodys(store: String) {
        harness.send(.wakeHeard(wake(store: store, sent: "18:00:45")))
        #expect(harness.warnings.isEmpty && others().isEmpty)
    }

    /// This machine began with the time of next year and was set right: the other's wakes are not from before its start.
    @Test mutating func aClockThatWasAheadAtTheStartHidesNobody() {
        harness = CoreHarness(at: "2027-11-21T18:00:00Z")
        _ = harness.advance(.minutes(1))
        _ = harness.setClock(to: "18:14:50")
        harness.send(.wakeHeard(wake(store: Self.foreign)))
        #expect(others().count == 1)
    }

    @Test mutating func doctorSaysWhichOfTheTwoIsObeyed() {
        harness.join(kitchen)
        _ = harness.advance(.minutes(14))
        harness.send(.wakeHeard(wake(store: Self.foreign)))
        #expect(examine(reported())?.fix?.hasPrefix("stop the other") == true)
        #expect(examine(reported(revision: 9, store: Self.foreign))?.fix?.hasPrefix("stop this one") == true)
    }

    @Test mutating func manyOthersAreNotRememberedWithoutEnd() {
        _ = harness.advance(.minutes(14))
        for number in 0..<100 { harness.send(.wakeHeard(wake(store: "store\(number)"))) }
        #expect(others().count == 8)
    }

    @Test mutating func aWakeThatDoesNotSayWhoSentItIsNobodys() {
        _ = harness.advance(.minutes(14))
        harness.send(.wakeHeard(wake(store: nil)))
        #expect(harness.warnings.isEmpty && others().isEmpty)
    }
}

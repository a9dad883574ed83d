import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// All that shows the site shows the emergency that is on.
@Suite struct EmergencyShownTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    private var word: Emergency {
        Emergency(id: "e1", begun: .init(at: instant("18:01:00"), by: "office"), text: "Leave the building")
    }

    private mutating func hear(in node: NodeID) {
        var report = reported()
        report.emergency = EmergencyReport(
            id: "e1", begun: word.begun.at, heard: harness.now.wall, hasWords: true, problem: nil)
        harness.send(.reported(node, report))
    }

    private mutating func silentRooms() throws -> Int? {
        let request = MetricsRequest()
        harness.send(
            .processRead(
                CoreHarness.origin, request, ProcessReading(processorMilliseconds: 1, residentBytes: 1, openFiles: 1)))
        return try #require(harness.replies.first?.value as? MetricsPage).site.emergencySilentRooms
    }

    private mutating func check() throws -> DoctorCheck? {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 5 << 20, freeBytes: 9 << 30, problem: nil)))
        for node in [kitchen, bedroom] {
            var report = reported()
            report.emergency = harness.status(node).emergency
            harness.send(.reported(node, report))
        }
        return try #require(harness.replies.first?.value as? DoctorReport).checks.first { $0.subject == "emergency" }
    }

    @Test mutating func statusMetricsAndDoctorTellOfItUntilItsEnd() throws {
        #expect(harness.status().emergency == nil)
        #expect(try silentRooms() == nil)
        harness.send(.emergencyHeard(word))
        hear(in: kitchen)
        let known = SiteEmergency(harness.status())
        #expect(known.emergency == word && known.rooms.map(\.node) == [bedroom, kitchen])
        #expect(known.silent.map(\.node) == [bedroom])
        #expect(try silentRooms() == 1)
        var ended = word
        ended.ended = .init(at: instant("18:05:00"), by: "head")
        harness.send(.emergencyHeard(ended))
        #expect(harness.status().emergency == nil)
        #expect(try silentRooms() == nil)
    }

    @Test mutating func theDoctorNamesSilentRoomsFirst() throws {
        #expect(try check() == nil)
        harness.send(.emergencyHeard(word))
        hear(in: kitchen)
        let found = try #require(try check())
        #expect(found.verdict == .failed && found.fix == "to end it: clockctl emergency end")
        #expect(
            found.finding
                == "silent in bedroom: an emergency is on since 2026-11-21T18:01:00.000Z: Leave the building")
        hear(in: bedroom)
        #expect(try check()?.verdict == .warning)
    }

    @Test mutating func oneThatIsOverByItselfIsShownNoMore() {
        harness.send(.emergencyHeard(word))
        harness.live(until: "18:30:59")
        #expect(harness.status().emergency == word)
        harness.live(until: "18:31:00")
        #expect(harness.status().emergency == nil)
    }
}

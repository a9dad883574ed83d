import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

/// A broker that withholds retained messages, as RabbitMQ does for wildcards and between the members of a cluster.
@Suite struct SilentBrokerTests {
    private func site(
        _ withholding: BrokerPlan.Withholding, _ faults: [PlannedFault], people: [PlannedRequest] = []
    ) -> SimulationPlan {
        var site = plan(
            nodes: [NodePlan(id: id("hall")), NodePlan(id: id("kitchen"))], faults: faults, people: people)
        site.broker.withholding = withholding
        return site
    }

    @Test func afterTheCoordinatorsRestartAllRoomsAreOnlineWithinHalfAMinute() throws {
        let run = Run(
            site(
                .wildcards, [fault(.crash, from: .minutes(2), for: .minutes(2), on: .coordinator(0))],
                people: [PlannedRequest(at: noon + .minutes(4) + .seconds(30), what: .asking(StatusRequest()))]))
        let status = run.answers.compactMap { answer in
            if case .answered(_, let answer) = answer { answer.value as? SiteStatus } else { nil }
        }
        let nodes = try #require(status.first).nodes
        #expect(nodes.map(\.availability) == [.online, .online])
        #expect(run.heardTargets(0) == run.quarters)
    }

    @Test func aDocumentThatWasLostIsSentAgain() throws {
        // It is defined while the kitchen's way is cut.
        let alarm = ChangeRequest(changes: [
            .addAlarm(
                AlarmDraft(
                    label: "tea", isEnabled: true,
                    schedule: AlarmSchedule(
                        time: LocalTime(secondOfDay: 12 * 3600 + 1_200), repetition: .once, countsFrom: noon.wall),
                    ring: .alarm, misfire: .standard, targets: RingTargets(nodes: [id("kitchen")]), holidays: nil))
        ])
        let run = Run(
            site(
                .all, [fault(.partition(.both), from: .minutes(1), for: .minutes(9), on: .node(1))],
                people: [PlannedRequest(at: noon + .minutes(3), what: .asking(alarm))]))
        let rings = run.times(of: .node(1)) { if case .ringHeard = $0 { true } else { false } }
        #expect(rings.first.map { ($0 - (noon + .minutes(20))).magnitude < .seconds(1) } == true)
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockSimulator
import ClockWire
import Testing

/// A coordinator that carries nothing from one broker to the other.
@Suite struct BridgeMutationTests {
    @Test func aStopThatStaysAtOneBrokerBreaks1() {
        let site = site()
        #expect(site.broken().isEmpty)
        let broken = site.mutatingCoordinator { _, _, effects in
            effects.filter { effect in
                if case .publishAt(_, .publish(.ringAction)) = effect { false } else { true }
            }
        }
        #expect(broken.broken().contains(1))
    }

    /// The kitchen is at the second broker while the alarm rings there and in the hall.
    private func site() -> MutatedSite {
        MutatedSite { plan in
            guard let hall = NodeID("hall") else { preconditionFailure("hall is an id") }
            plan.nodes.append(NodePlan(id: hall))
            plan.otherBrokers = [BrokerPlan()]
            plan.faults.append(
                PlannedFault(
                    start: TrueTime(MutatedSite.at(7, 1)), end: TrueTime(MutatedSite.at(7, 40)), hosts: [.node(0)],
                    broker: 0, kind: .partition(.both)))
            plan.change(
                .addAlarm(
                    AlarmDraft(
                        label: "tea", isEnabled: true,
                        schedule: AlarmSchedule(
                            time: LocalTime(secondOfDay: 7 * 3600 + 600), repetition: .once,
                            countsFrom: MutatedSite.start),
                        ring: .alarm, misfire: .standard,
                        targets: RingTargets(nodes: [MutatedSite.kitchen, hall]), holidays: nil)),
                at: MutatedSite.at(6, 55))
            plan.people.append(
                PlannedRequest(at: TrueTime(MutatedSite.at(7, 11)), what: .silence(nil, .stop)))
        }
    }
}

import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// A broker that keeps nothing for subscriptions with wildcards, or another word than the newest: what is heard of a
/// node proves that it is there.
@Suite struct SilentBrokerTests {
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(
            at: "12:01:00",
            stored: StoredState(
                storeID: "00112233aabbccdd", closedThrough: nil,
                nodes: [stored(kitchen, revision: 2, availability: .online), stored(bedroom, availability: .online)]))
    }

    private mutating func availability(of node: NodeID) -> Availability? {
        harness.status().nodes.first { $0.id == node }?.availability
    }

    private func question(of node: NodeID) -> CoordinatorEvent {
        .timeRequest(node, TimeRequest(originNanoseconds: 1), received: harness.now.wall, correlation: nil)
    }

    @Test mutating func afterARestartSilentRoomsAreAskedAndBelieved() {
        let asked = harness.advance(.seconds(10)).commands
        #expect(asked.map(\.node) == [bedroom, kitchen])
        #expect(asked.allSatisfy { $0.command.action == .probe })
        harness.send(.reported(kitchen, reported(revision: 2)))
        let second = harness.advance(.seconds(10)).commands
        #expect(second.isEmpty)
        let (kitchens, bedrooms) = (availability(of: kitchen), availability(of: bedroom))
        #expect(kitchens == .online && bedrooms == .offline)
    }

    @Test mutating func whoseWordTheBrokerHasIsNotAsked() {
        for node in [kitchen, bedroom] { harness.send(.availability(node, .online)) }
        #expect(harness.advance(.minutes(1)).commands.isEmpty)
    }

    @Test mutating func aQuestionForTheTimeOrAReportShowsThatANodeIsThere() {
        for event in [question(of: kitchen), .reported(kitchen, reported(revision: 2))] {
            harness.send(.availability(kitchen, .offline))
            // A message from before the last will comes after it, over another connection.
            _ = harness.advance(.seconds(1))
            harness.send(event)
            let atOnce = availability(of: kitchen)
            #expect(atOnce == .offline)
            _ = harness.advance(.seconds(30))
            harness.send(event)
            let later = availability(of: kitchen)
            #expect(later == .online)
        }
    }

    @Test mutating func whatTheBrokerKeptOfAReportShowsNothing() {
        harness.send(.availability(kitchen, .offline))
        _ = harness.advance(.minutes(1))
        harness.send(.broker(.reported(kitchen, reported(revision: 2).clipped(), isRetained: true)))
        let shown = availability(of: kitchen)
        #expect(shown == .offline)
    }

    @Test mutating func whoReportsAnOlderRevisionIsSentItsDocumentAgain() {
        _ = harness.advance(.seconds(10))
        harness.send(.reported(kitchen, reported(revision: 1)))
        #expect(harness.effects.desired[kitchen]?.revision == 2)
        // It is on its way.
        harness.send(.reported(kitchen, reported(revision: 1)))
        #expect(harness.effects.desired.isEmpty)
        // It was lost, and a question is as good as a report.
        _ = harness.advance(.seconds(5))
        harness.send(question(of: kitchen))
        #expect(harness.effects.desired[kitchen]?.revision == 2)
        _ = harness.advance(.seconds(5))
        harness.send(.reported(kitchen, reported(revision: 2)))
        #expect(harness.effects.desired.isEmpty)
    }

    /// The messages of the time when it was away lie on a member of the cluster that it is not connected to.
    @Test mutating func whoComesBackJustAfterAChangeIsSentItsDocumentAtOnce() {
        harness.send(.reported(kitchen, reported(revision: 2)))
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        #expect(harness.commitAll().desired[kitchen]?.revision == 3)
        _ = harness.advance(.seconds(2))
        harness.send(.availability(kitchen, .online))
        harness.send(.reported(kitchen, reported(revision: 2)))
        #expect(harness.effects.desired[kitchen]?.revision == 3)
    }

    @Test mutating func whoObeysAnotherStoreIsSentNothing() {
        _ = harness.advance(.seconds(10))
        harness.send(.reported(kitchen, reported(revision: 1, store: "ffffffffffffffff", alarms: 3)))
        _ = harness.advance(.seconds(10))
        harness.send(question(of: kitchen))
        #expect(harness.effects.desired.isEmpty)
    }
}

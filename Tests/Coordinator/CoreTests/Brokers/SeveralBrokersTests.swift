import ClockDomain
import ClockWire
import Testing

@testable import ClockCoordinatorCore

/// A coordinator that serves two brokers.
@Suite struct SeveralBrokersTests {
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(
            at: "12:01:00",
            stored: StoredState(
                storeID: "00112233aabbccdd", closedThrough: nil, nodes: [stored(kitchen), stored(bedroom)]),
            connected: false, otherBrokers: ["second:1884"])
    }

    private mutating func connect(_ broker: Int) -> [CoordinatorEffect] {
        harness.send(.broker(broker, .reportsConnected)) + harness.send(.broker(broker, .connected))
    }

    private mutating func online(_ node: NodeID, at broker: Int, isRetained: Bool = false) -> [CoordinatorEffect] {
        harness.send(.broker(broker, .availability(node, .online, isRetained: isRetained)))
            + harness.send(.broker(broker, .reported(node, reported().clipped(), isRetained: isRetained)))
    }

    private mutating func node(_ id: NodeID) throws -> NodeStatus {
        let nodes = harness.status().nodes
        return try #require(nodes.first { $0.id == id })
    }

    private struct Unexpected: Error {}

    private mutating func doctor() throws -> [DoctorCheck] {
        let all = harness.request(DoctorRequest()) + harness.advance(.seconds(5))
        for case let report as DoctorReport in all.results { return report.checks }
        throw Unexpected()
    }

    /// What is published, each with the brokers that get it; `nil`: all.
    private func published(_ effects: [CoordinatorEffect]) -> [(brokers: [Int]?, effect: CoordinatorEffect)] {
        effects.map { if case .publishAt(let brokers, let effect) = $0 { (brokers, effect) } else { (nil, $0) } }
    }

    @Test mutating func aBrokerThatIsReachedIsToldEverythingAndTheOthersNothing() {
        _ = connect(0)
        _ = online(kitchen, at: 0)
        let told = published(connect(1))
        for (brokers, effect) in told {
            switch effect {
            case .publish(.availability), .publish(.desired), .publish(.acked), .publish(.elsewhere):
                #expect(brokers == [1])
            default: break
            }
        }
        #expect(told.contains { $0.effect == .publish(.availability(.online)) })
        #expect(told.contains { if case .publish(.desired(kitchen, _)) = $0.effect { true } else { false } })
        // Who follows the site there learns of the node that is at the first, and that the other is nowhere.
        #expect(told.contains { $0.effect == .publish(.elsewhere(kitchen, reported().clipped())) })
        #expect(told.contains { $0.effect == .publish(.elsewhere(bedroom, nil)) })
    }

    @Test mutating func aNodeThatHasMovedStaysOnlineAndIsToldOfAtTheOtherBroker() throws {
        _ = connect(0)
        _ = connect(1)
        _ = online(kitchen, at: 0)
        let moving = published(online(kitchen, at: 1))
        #expect(moving.contains { $0.brokers == [1] && $0.effect == .publish(.elsewhere(kitchen, nil)) })
        #expect(
            moving.contains { $0.brokers == [0] && $0.effect == .publish(.elsewhere(kitchen, reported().clipped())) })
        // The last will of the connection that it had.
        harness.send(.broker(0, .availability(kitchen, .offline, isRetained: false)))
        let moved = try node(kitchen)
        #expect(moved.availability == .online)
        #expect(moved.broker == "second:1884")
        let check = try doctor().first { $0.subject == "brokers of nodes" }
        #expect(check?.finding == "not at the first broker: kitchen at second:1884")

        let leaving = published(harness.send(.broker(1, .availability(kitchen, .offline, isRetained: false))))
        #expect(leaving.contains { $0.brokers == [0] && $0.effect == .publish(.elsewhere(kitchen, nil)) })
        let left = try node(kitchen)
        #expect(left.availability == .offline)
    }

    @Test mutating func whileOneBrokerIsAwayItsNodesHaveTimeToComeToTheOther() throws {
        _ = connect(0)
        _ = connect(1)
        _ = online(kitchen, at: 0)
        _ = online(bedroom, at: 0)
        harness.send(.broker(0, .disconnected(reason: "gone")))
        #expect(harness.warnings == ["lost the broker at broker:1883: gone; trying again"])
        harness.send(.broker(0, .reportsDisconnected(reason: "gone")))
        // A failed attempt changes nothing.
        harness.send(.broker(0, .disconnected(reason: "gone")))
        harness.send(.broker(0, .reportsDisconnected(reason: "gone")))
        let soon = harness.status().nodes
        #expect(soon.map(\.availability) == [.online, .online])
        _ = online(kitchen, at: 1)
        let late = published(harness.advance(.seconds(31)))
        let status = harness.status()
        #expect(status.nodes.map(\.availability) == [.offline, .online])
        #expect(late.contains { $0.brokers == [1] && $0.effect == .publish(.elsewhere(bedroom, nil)) })
        #expect(status.coordinator.brokersAway.map(\.broker) == ["broker:1883"])
        #expect(status.coordinator.brokersAway.map(\.reason) == ["gone"])
        let check = try doctor().first { $0.subject == "broker" && $0.verdict == .warning }
        #expect(
            check?.finding
                == "broker:1883, not connected since 2026-11-21T12:01:00.000Z: gone; the others serve meanwhile")
    }

    @Test mutating func wakesGoOnWhileOneBrokerIsThere() {
        _ = connect(0)
        _ = connect(1)
        harness.send(.broker(0, .disconnected(reason: "gone")))
        let first = harness.advance(.seconds(14 * 60)).wakes
        harness.send(.broker(1, .disconnected(reason: "gone too")))
        let second = harness.advance(.seconds(15 * 60)).wakes
        #expect(first.count == 1)
        #expect(second.isEmpty)
    }

    @Test mutating func aBrokerThatIsReachedInsideAWakesWindowGetsTheWake() {
        _ = connect(0)
        _ = harness.advance(.seconds(13 * 60 + 50))
        let told = published(connect(1))
        let wakes = told.filter { if case .publish(.wake) = $0.effect { true } else { false } }
        #expect(wakes.map(\.brokers) == [[1]])
    }

    @Test mutating func aQuestionForTheTimeIsAnsweredWhereItWasAsked() {
        _ = connect(0)
        _ = connect(1)
        let told = published(
            harness.send(
                .broker(
                    1,
                    .timeRequest(
                        kitchen, TimeRequest(originNanoseconds: 1), received: harness.now.wall, correlation: nil)
                )))
        #expect(told.contains { if case .replyTime = $0.effect { $0.brokers == [1] } else { false } })
    }

    @Test mutating func aStopAtOneBrokerIsPublishedAtTheOtherAndAtOneThatComesLater() {
        _ = connect(0)
        _ = connect(1)
        let action = RingAction(
            id: "one", occurrence: Occurrence(source: RingSource("a7")!, due: instant("12:00:00")), kind: .stop,
            at: instant("12:00:30"))
        let told = published(harness.send(.broker(0, .ring(action, expirySeconds: 600, isRetained: false))))
        #expect(told.map(\.brokers) == [[1]])
        #expect(told.map(\.effect) == [.publish(.ringAction(action, expirySeconds: 600))])
        harness.send(.broker(1, .disconnected(reason: "gone")))
        _ = harness.advance(.seconds(60))
        let later = published(connect(1))
        #expect(later.contains { $0.brokers == [1] && $0.effect == .publish(.ringAction(action, expirySeconds: 540)) })
    }

    @Test mutating func aLedgerShowsWhereANodeIs() throws {
        _ = connect(0)
        _ = connect(1)
        _ = online(kitchen, at: 0)
        harness.send(.broker(1, .ledger(kitchen, LedgerBatch(epoch: "9c41d0e7a2b35f68", oldest: 1, entries: []))))
        let node = try node(kitchen)
        #expect(node.broker == "second:1884")
    }

    @Test mutating func oneBrokerAloneIsSpokenOfAsBefore() {
        var single = CoreHarness(at: "12:01:00")
        let effects = single.send(.brokerConnected)
        #expect(!effects.contains { if case .publishAt = $0 { true } else { false } })
        #expect(!effects.contains { if case .publish(.elsewhere) = $0 { true } else { false } })
    }
}

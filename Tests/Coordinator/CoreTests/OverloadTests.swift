import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// More than the store takes.
@Suite struct OverloadTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    private func holds(_ effects: [CoordinatorEffect]) -> [Bool] {
        effects.compactMap { if case .holdReports(let holds) = $0 { holds } else { nil } }
    }

    /// - Returns: all effects.
    private mutating func fill(_ node: NodeID, _ range: ClosedRange<Int>) -> [CoordinatorEffect] {
        stride(from: range.lowerBound, through: range.upperBound, by: 100).flatMap { start in
            harness.send(.ledger(node, batch(start...min(start + 99, range.upperBound))))
        }
    }

    @Test("what nodes say is left unread while much waits for the store, and read on when the store took it")
    mutating func hold() throws {
        harness.send(.ledger(kitchen, batch(1...1)))
        let first = try #require(harness.commit)
        #expect(holds(fill(kitchen, 2...2_401)) == [])
        #expect(holds(fill(kitchen, 2_402...2_701)) == [true])
        #expect(holds(harness.send(.committed(first.id, CommitSummary()))) == [false])
    }

    @Test("a failing store leaves nothing unread: it may take long")
    mutating func failing() throws {
        harness.send(.ledger(kitchen, batch(1...1)))
        let first = try #require(harness.commit)
        #expect(holds(fill(kitchen, 2...2_701)) == [true])
        #expect(holds(harness.send(.commitFailed(first.id, reason: "full"))) == [false])
        #expect(holds(fill(kitchen, 1...2_701)) == [])
    }

    @Test("a node that is refused is told how far its ledger is in once a second, and status and doctor count it")
    mutating func refused() throws {
        harness.send(.ledger(kitchen, batch(1...1)))
        _ = try #require(harness.commit)
        _ = fill(kitchen, 2...5_001)
        func words(_ effects: [CoordinatorEffect]) -> Int {
            effects.count { if case .publishAcked = $0 { true } else { false } }
        }
        #expect(words(fill(bedroom, 1...2_000)) == 1)
        #expect(words(fill(kitchen, 5_002...6_001)) == 1)
        _ = harness.advance(.milliseconds(999), firing: false)
        #expect(words(fill(bedroom, 1...2_000)) == 0)
        _ = harness.advance(.milliseconds(1), firing: false)
        #expect(words(fill(bedroom, 1...2_000)) == 1)
        #expect(harness.warnings.count == 1)
        harness.send(.turnedAway(requests: 7, reports: 2))
        let intake = try #require(harness.status().coordinator.intake)
        #expect(intake.ledgersRefused == 70 && intake.requestsRefused == 7 && intake.reportsDropped == 2)
        #expect(intake.last == harness.now.wall)
    }
}

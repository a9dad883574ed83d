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
        // All that was read when the hold began has room.
        #expect(harness.status().coordinator.intake == nil)
        _ = fill(kitchen, 2...14_101)
        _ = fill(bedroom, 1...14_000)
        #expect(harness.status().coordinator.intake == nil)
        func words(_ effects: [CoordinatorEffect]) -> Int {
            effects.count { if case .publish(.acked) = $0 { true } else { false } }
        }
        #expect(words(fill(bedroom, 14_001...16_000)) == 1)
        #expect(words(fill(kitchen, 14_102...15_101)) == 1)
        _ = harness.advance(.milliseconds(999), firing: false)
        #expect(words(fill(bedroom, 14_001...16_000)) == 0)
        _ = harness.advance(.milliseconds(1), firing: false)
        #expect(words(fill(bedroom, 14_001...16_000)) == 1)
        #expect(harness.warnings.count == 1)
        harness.send(.turnedAway(TurnedAway(requests: 7, reports: 2, questions: 3)))
        let intake = try #require(harness.status().coordinator.intake)
        #expect(intake.ledgersRefused == 70 && intake.requestsRefused == 7 && intake.reportsDropped == 2)
        #expect(intake.questionsDropped == 3)
        #expect(intake.last == harness.now.wall)
    }

    private mutating func examination() -> [DoctorCheck] {
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 5 << 20, freeBytes: 9 << 30, problem: nil)))
        let report = harness.advance(.seconds(3)).results.first as? DoctorReport
        return report?.checks ?? []
    }

    private func minuteLines(_ effects: [CoordinatorEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .log(.warning, let line) = effect, line.contains("in the last minute") else { return nil }
            return line
        }
    }

    @Test("what was turned away is told once a minute with its count, for as long as there is any")
    mutating func toldEachMinute() throws {
        harness.send(.turnedAway(TurnedAway(requests: 7)))
        #expect(minuteLines(harness.advance(.seconds(30))) == [])
        harness.send(.turnedAway(TurnedAway(requests: 1, reports: 2)))
        #expect(
            minuteLines(harness.advance(.seconds(30))) == [
                "in the last minute more came than the coordinator could take: 8 requests turned away, "
                    + "2 messages of nodes dropped"
            ])
        harness.send(.turnedAway(TurnedAway(questions: 4)))
        #expect(
            minuteLines(harness.advance(.minutes(1))) == [
                "in the last minute more came than the coordinator could take: 4 questions for the time not answered"
            ])
        #expect(minuteLines(harness.advance(.minutes(5))) == [])
        harness.send(.turnedAway(TurnedAway(reports: 1)))
        #expect(minuteLines(harness.advance(.minutes(3))).count == 1)
    }

    @Test("what the broker drops while it is connected to is counted, told and shown by doctor")
    mutating func brokerDrops() throws {
        // The first total covers drops from before the connection; none counts.
        harness.send(.brokerDropped(total: 1_000))
        #expect(harness.effects.isEmpty)
        harness.send(.brokerDropped(total: 1_007))
        #expect(harness.status().coordinator.intake?.brokerDropped == 7)
        // It was started again.
        harness.send(.brokerDropped(total: 2))
        harness.send(.brokerDropped(total: 5))
        #expect(harness.status().coordinator.intake?.brokerDropped == 10)
        #expect(minuteLines(harness.advance(.minutes(1))).first?.hasSuffix("10 messages dropped by the broker") == true)
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.send(.brokerConnected)
        harness.send(.brokerDropped(total: 900))
        #expect(harness.status().coordinator.intake?.brokerDropped == 10)
        let check = try #require(examination().first { $0.subject == "broker queues" })
        #expect(check.verdict == .warning && check.finding.contains("10 messages"))
        _ = harness.advance(.hours(1))
        #expect(examination().contains { $0.subject == "broker queues" } == false)
        // By a clock that was ahead: the warning does not stay until its time comes.
        harness.send(.brokerDropped(total: 901))
        harness.now.wall = harness.now.wall - .hours(4)
        harness.send(.clockSet)
        harness.commitAll()
        #expect(examination().contains { ["broker queues", "intake"].contains($0.subject) } == false)
    }

    @Test("wakes do not wait for the connection on which nodes are heard, and nobody is offline until it was there")
    mutating func reportsLate() throws {
        harness.send(.reportsDisconnected(reason: "refused"))
        harness.send(.brokerDisconnected(reason: "gone"))
        harness.send(.brokerConnected)
        #expect(harness.advance(.seconds(13 * 60 + 50)).wakes.count == 1)
        #expect(harness.status().nodes.map(\.availability) == [.online, .online])
        harness.send(.reportsConnected)
        harness.send(.availability(bedroom, .online))
        _ = harness.advance(.seconds(20))
        #expect(harness.status(kitchen).availability == .offline)
        #expect(harness.status(bedroom).availability == .online)
    }
}

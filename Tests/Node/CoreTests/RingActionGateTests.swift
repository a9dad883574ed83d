import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@Suite struct RingActionGateTests {
    private static let due = WallTime(seconds: 1_800_000_000)

    private func action(_ id: Int, of source: String = "a7", _ kind: RingAction.Kind = .stop) -> RingAction {
        RingAction(
            id: "x\(id)", occurrence: Occurrence(source: RingSource(source)!, due: Self.due), kind: kind,
            at: Self.due)
    }

    private func at(_ milliseconds: Int) -> BootTime { BootTime(nanoseconds: Int64(milliseconds) * 1_000_000) }

    @Test("an action is taken once, and once more after a connection")
    func repeated() {
        var gate = RingActionGate()
        #expect(gate.evaluate(action(1), of: .people, at: at(0)) == .taken)
        #expect(gate.evaluate(action(1), of: .people, at: at(1)) == .repeated)
        gate.connected()
        #expect(gate.evaluate(action(1), of: .people, at: at(2)) == .taken)
    }

    private let rogue = RingWriter.node(NodeID("rogue")!)

    @Test("a flood of one writer leaves room for the next thumb of another")
    func flood() {
        var gate = RingActionGate()
        let taken = (0..<240_000).count { gate.evaluate(action($0), of: rogue, at: at($0 / 20)) == .taken }
        #expect((64...128).contains(taken), "of 20,000 a second for 12 s \(taken) were taken")
        #expect(gate.evaluate(action(1, of: "a9"), of: .people, at: at(12_000)) == .taken)
    }

    @Test("what rings here is stopped whatever the same writer's topic brings besides")
    func shown() {
        var gate = RingActionGate()
        let ring = RingReport(
            occurrence: action(0).occurrence, label: "", state: .ringing, since: Self.due, until: nil, snoozes: 0,
            snoozeMinutes: 9)
        gate.reported([ring])
        for count in 0..<48_000 {
            let due = Self.due + .seconds(Int64(count) + 1)
            let other = RingAction(
                id: "f\(count)", occurrence: Occurrence(source: RingSource("a7")!, due: due), kind: .stop, at: due)
            _ = gate.evaluate(other, of: .people, at: at(count / 4))
        }
        #expect(gate.evaluate(action(1, of: "a9"), of: .people, at: at(11_999)) == .tooMany)
        // Nor does a flood of snoozes keep a stop away.
        for count in 0..<1_000 { _ = gate.evaluate(action(count, of: "a7", .snooze), of: .people, at: at(12_000)) }
        #expect(gate.evaluate(action(1), of: .people, at: at(12_000)) == .taken)
    }

    @Test("a flood of many writers takes half of the mailbox at most, and the retained lists of a day are all taken")
    func many() {
        var gate = RingActionGate()
        let day = (1...500).count {
            gate.evaluate(action($0, of: "a\($0)"), of: .node(NodeID("room-\($0 / 32)")!), at: at(0)) == .taken
        }
        #expect(day == 500)
        var flooded = RingActionGate()
        let taken = (1...20_000).count {
            flooded.evaluate(action($0, of: "a\($0)"), of: .node(NodeID("room-\($0)")!), at: at(0)) == .taken
        }
        #expect(taken == 512)
    }

    @Test("what is read of one writer is bounded, and others are read")
    func bytes() {
        var gate = RingActionGate()
        let read = (0..<1_000).count { _ in gate.reads(60_000, of: rogue, at: at(0)) }
        #expect((10...20).contains(read))
        let othersAreRead = gate.reads(60_000, of: .people, at: at(0))
        #expect(othersAreRead)
    }
}

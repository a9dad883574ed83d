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
        #expect(gate.judge(action(1), at: at(0)) == .taken)
        #expect(gate.judge(action(1), at: at(1)) == .repeated)
        gate.connected()
        #expect(gate.judge(action(1), at: at(2)) == .taken)
    }

    @Test("a flood on one alarm leaves room for the next thumb on another")
    func flood() {
        var gate = RingActionGate()
        let taken = (0..<240_000).count { gate.judge(action($0), at: at($0 / 20)) == .taken }
        #expect((16...64).contains(taken), "of 20,000 a second for 12 s \(taken) were taken")
        #expect(gate.judge(action(1, of: "a9"), at: at(12_000)) == .taken)
    }

    @Test("a flood over many alarms takes half of the mailbox at most, and a day's retained actions are all taken")
    func many() {
        var gate = RingActionGate()
        let day = (1...500).count { gate.judge(action($0, of: "a\($0)"), at: at(0)) == .taken }
        #expect(day == 500)
        var flooded = RingActionGate()
        #expect((1...20_000).count { flooded.judge(action($0, of: "a\($0)"), at: at(0)) == .taken } == 512)
    }
}

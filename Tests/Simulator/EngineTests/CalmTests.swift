import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

@Suite struct CalmTests {
    @Test func withoutFaultsEveryQuarterHourIsHeardInEveryRoomOnTime() throws {
        let rooms = (0..<4).map { NodePlan(id: id("room-\($0)")) }
        let run = Run(plan(nodes: rooms, length: .hours(24)))
        for room in rooms.indices {
            #expect(run.heardTargets(room) == run.quarters)
            for (at, sound) in run.recorder.heard(room) {
                #expect((at - TrueTime(sound.target)).magnitude <= .microseconds(21))
            }
            #expect(try run.lines(room).map(\.target) == run.quarters)
            #expect(try run.storedOutcomes(room) == run.quarters.map { _ in .announced })
        }
        #expect(run.times(of: .node(0)) { if case .codecChanged = $0 { true } else { false } } == [])
    }
}

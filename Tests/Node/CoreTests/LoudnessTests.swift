import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// Floor, ceiling and trim go with every order.
struct LoudnessTests {
    private static let bounds = (floor: Volume(percent: 20)!, ceiling: Volume(percent: 70)!)

    private func settings(_ volume: Int) -> NodeSettings {
        NodeSettings(
            volume: Volume(percent: volume)!, trimMicroseconds: -12_500, volumeFloor: Self.bounds.floor,
            volumeCeiling: Self.bounds.ceiling)
    }

    @Test(arguments: [(0, 0), (1, 20), (20, 20), (45, 45), (70, 70), (100, 70)])
    func anAnnouncementIsWithinThemAndSilentAtZero(volume: Int, heard: Int) {
        var node = NodeDriver(at: noon - .seconds(15), state: state { $0 = settings(volume) })
        node.start()
        node.run(for: .minutes(1))
        #expect(node.plays.map(\.volume.percent) == [heard])
        #expect(node.plays.map(\.trimMicroseconds) == [-12_500])
    }

    @Test(arguments: [
        (nil, 0, 30), (nil, 45, 45), (nil, 100, 70), (0, 45, 20), (12, 45, 30), (60, 0, 60), (100, 45, 70),
    ])
    func aRingIsNeverUnderTheFloor(asked: Int?, node volume: Int, heard: Int) {
        var ring = RingStyle.alarm
        ring.volume = asked.flatMap { Volume(percent: $0) }
        ring.rampSeconds = 60
        var document = document(alarms: [alarm(at: "12:05", ring: ring)])
        document.settings = settings(volume)
        var node = NodeDriver(at: noon, state: state(document, through: noon - .minutes(1)))
        node.start()
        node.run(for: .minutes(6))
        #expect(node.rings.map(\.order.volume.percent) == [heard])
        #expect(node.rings.map(\.order.floor) == [Self.bounds.floor])
        #expect(node.rings.map(\.order.trimMicroseconds) == [-12_500])
    }
}

import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// A new volume holds for what sounds already.
struct VolumeTests {
    private static func percent(_ percent: Int) -> Volume { Volume(percent: percent)! }

    private func ringing(at volume: Volume?) -> NodeDriver {
        let alarm = alarm(at: "12:01") { $0.ring.volume = volume }
        var node = NodeDriver(
            at: noon - .minutes(1), state: state(document(alarms: [alarm]), through: noon - .minutes(1)))
        node.start()
        node.run(until: noon + .seconds(80))
        node.forgetLog()
        return node
    }

    private func settings(_ node: NodeDriver, _ change: (inout NodeSettings) -> Void) -> NodeCore.Event {
        var document = node.saved.desired ?? document()
        document.revision += 1
        change(&document.settings)
        return .desired(document)
    }

    private func changes(_ node: NodeDriver) -> [NodeCore.Effect] {
        node.effects.filter { if case .setVolume = $0 { true } else { false } }
    }

    @Test func aRingGoesOverToTheRoomsNewVolume() throws {
        var node = ringing(at: nil)
        let id = try #require(node.soundingRings.first?.order.id)
        node.send(settings(node) { $0.volume = Self.percent(70) })
        #expect(changes(node) == [.setVolume(id: id, Self.percent(70), floor: .silent)])
        // An alarm is never softer than it may ring.
        node.forgetLog()
        node.send(settings(node) { $0.volume = Self.percent(5) })
        #expect(changes(node) == [.setVolume(id: id, .ringFloor, floor: .silent)])
    }

    @Test func aRingKeepsItsOwnVolumeWithinFloorAndCeiling() throws {
        var node = ringing(at: Self.percent(70))
        let id = try #require(node.soundingRings.first?.order.id)
        node.send(settings(node) { $0.volume = Self.percent(90) })
        #expect(changes(node) == [])
        node.send(settings(node) { $0.volumeCeiling = Self.percent(60) })
        #expect(changes(node) == [.setVolume(id: id, Self.percent(60), floor: .silent)])
        node.forgetLog()
        node.send(settings(node) { $0.volumeFloor = Self.percent(10) })
        #expect(changes(node) == [.setVolume(id: id, Self.percent(60), floor: Self.percent(10))])
        node.forgetLog()
        node.send(settings(node) { $0.chime = .none })
        #expect(changes(node) == [])
    }

    @Test func aStoppedRingStaysAsItIs() throws {
        var node = ringing(at: nil)
        let occurrence = try #require(node.soundingRings.first?.order.occurrence)
        node.send(
            .ringAction(RingAction(id: "1", occurrence: occurrence, kind: .stop, at: node.now.wall, by: "anna")))
        node.send(settings(node) { $0.volume = Self.percent(70) })
        #expect(changes(node) == [])
    }

    @Test func anAnnouncementGoesOverToItToo() throws {
        var node = NodeDriver(at: noon - .seconds(40), state: state { _ in })
        node.start()
        node.run(until: noon + .seconds(1))
        let id = try #require(node.plays.first?.id)
        node.forgetLog()
        node.send(settings(node) { $0.volume = .silent })
        #expect(changes(node) == [.setVolume(id: id, .silent, floor: .silent)])
        node.run(until: noon + .minutes(1))
        node.forgetLog()
        node.send(settings(node) { $0.volume = Self.percent(70) })
        #expect(changes(node) == [])
    }
}

import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// An emergency in a room: it sounds at once and over everything, and only its end ends it.
struct EmergencyTests {
    private static let text = "Leave the building"

    private func emergency(
        _ id: String = "e1", at: WallTime = noon, ended: WallTime? = nil, text: String? = nil, nodes: [NodeID] = []
    ) -> NodeCore.Event {
        .emergency(
            Emergency(
                id: id, begun: .init(at: at, by: "office"), ended: ended.map { .init(at: $0, by: "head") }, text: text,
                nodes: nodes))
    }

    /// Two seconds after noon, far from the next quarter hour.
    private func node(_ change: (inout NodeSettings) -> Void = { _ in }, sync: SystemSync? = nil) -> NodeDriver {
        var node = NodeDriver(
            at: noon + .seconds(120), state: state(change), sync: sync ?? .synchronised(by: .timesyncd))
        node.start()
        node.run(for: .seconds(5))
        node.forgetLog()
        return node
    }

    private func lines(_ node: NodeDriver) -> [SoundRecord] {
        node.state.ledger.pending.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
    }

    @Test func itSoundsAtOnceBeforeTheDiskAndGoesOnUntilItsEnd() throws {
        var node = node()
        node.disk = .hesitates
        node.send(emergency(at: node.now.wall))
        #expect(node.isAlerting)
        let first = try #require(node.effects.firstIndex { if case .startAlert = $0 { true } else { false } })
        let store = try #require(node.effects.firstIndex { if case .store = $0 { true } else { false } })
        #expect(first < store)
        node.disk = .works
        node.answerStores()
        node.run(for: .minutes(10))
        #expect(node.isAlerting)
        #expect(node.alerts.map(\.order.sound) == Array(repeating: "siren", count: node.alerts.count))
        #expect(zip(node.alerts, node.alerts.dropFirst()).allSatisfy { $0.until == $1.from.boot })
        #expect(node.reports.last?.emergency?.heard != nil)
        node.send(emergency(at: noon, ended: node.now.wall))
        #expect(!node.isAlerting)
        #expect(node.reports.last?.emergency == nil)
        let line = try #require(lines(node).first)
        #expect(line.outcome == .played && line.order == "e1" && line.label == "Emergency: siren", "\(line)")
        #expect(line.detail?.contains("begun by office") == true && line.detail?.contains("ended by head") == true)
        node.run(for: .hours(1))
        #expect(!node.isAlerting && lines(node).count == 1)
    }

    /// All orders have ids of one counter, and each kind has answers of its own.
    @Test func anAnswerToAnOrderToPlayEndsNoneOfItsSounds() throws {
        var node = node()
        node.send(emergency(at: node.now.wall))
        node.send(.playback(id: try #require(node.alerts.first).order.id, .cancelled))
        node.run(for: .seconds(1))
        #expect(node.alerts.count == 1 && node.isAlerting)
    }

    /// Its clock tells nothing, but the broker tells how long it would keep the message.
    @Test(arguments: [(true, noon - .hours(7)), (false, noon), (false, noon - .hours(5_000))])
    func aRoomThatComesLateStopsWithTheOthers(trusts: Bool, begun: WallTime) {
        var node = node(sync: trusts ? nil : .unsynchronised)
        let word = Emergency(id: "e1", begun: .init(at: begun, by: nil))
        node.send(.emergency(word, left: .minutes(5)))
        node.run(for: .minutes(4))
        #expect(node.isAlerting)
        node.run(for: .minutes(1) + .seconds(5))
        #expect(!node.isAlerting && lines(node).map(\.outcome) == [.played])
    }

    /// A program that is not of this project may have left any expiry.
    @Test func noExpiryMakesItLonger() {
        var node = node(sync: .unsynchronised)
        node.send(.emergency(Emergency(id: "e1", begun: .init(at: noon, by: nil)), left: .hours(100)))
        node.run(for: .minutes(31))
        #expect(!node.isAlerting)
    }

    @Test("neither mute nor quiet hours nor a volume, and no clock, holds it back", arguments: [true, false])
    func overEverything(trusts: Bool) {
        var node = node(
            {
                $0.mute = .on
                $0.volume = .silent
                $0.volumeCeiling = Volume(percent: 20)!
                $0.quiet = [QuietPeriod("00:00-23:59")!]
            }, sync: trusts ? nil : .unsynchronised)
        #expect(node.trustsClock() == trusts)
        node.send(emergency(at: noon - .hours(5_000)))
        #expect(node.alerts.map(\.order.volume) == [.emergencyFloor])
        node.run(for: .minutes(5))
        #expect(node.isAlerting)
    }

    @Test func theQuarterHourGivesWayToIt() {
        var node = node()
        node.run(until: noon + .minutes(14))
        node.send(emergency(at: node.now.wall))
        node.run(until: noon + .minutes(16))
        #expect(node.plays.isEmpty)
        #expect(node.records.last?.outcome == .silent && node.records.last?.reason == .ringing)
    }

    @Test func theWordsFollowTheSoundAsSoonAsTheRoomHasThem() {
        let file = SpokenText.file(of: Self.text)
        var node = node()
        node.send(emergency(at: node.now.wall, text: Self.text))
        node.run(for: .seconds(30))
        #expect(Set(node.alerts.map(\.order.sound)) == ["siren"])
        #expect(node.reports.last?.emergency?.hasWords == false)
        node.soundFiles = [file]
        node.send(.sounds(SoundsReport(folder: "/sounds", names: [], problems: [])))
        let known = node.alerts.count
        node.run(for: .seconds(30))
        #expect(node.alerts.dropFirst(known).prefix(4).map(\.order.sound) == [file, "siren", file, "siren"])
        #expect(node.reports.last?.emergency?.hasWords == true)
    }

    @Test("a forgotten one ends with the others, half an hour after it was begun")
    func limit() {
        var node = node()
        let begun = node.now.wall - .minutes(10)
        node.send(emergency(at: begun))
        node.run(until: begun + .minutes(30) - .seconds(1))
        #expect(node.isAlerting)
        node.run(for: .seconds(2))
        #expect(!node.isAlerting)
        #expect(lines(node).map(\.outcome) == [.played])
        #expect(lines(node).first?.detail?.contains("over by itself") == true)
        // The broker may keep it for a moment longer.
        node.send(emergency(at: begun))
        #expect(!node.isAlerting)
    }

    @Test("after a crash it goes on from the disk, when the broker tells of it or cannot be reached")
    func crash() {
        for isReachable in [true, false] {
            var node = node()
            node.send(emergency(at: node.now.wall))
            node.run(for: .seconds(20))
            node.crash(for: .seconds(10), starts: false)
            node.start(connected: isReachable)
            #expect(!node.isAlerting)
            if isReachable {
                node.send(emergency(at: noon))
            } else {
                node.run(for: Alarms.ringHold + .seconds(1))
            }
            #expect(node.isAlerting)
            #expect(node.state.emergency.current?.emergency.id == "e1")
        }
    }

    @Test func anEndThatCameMeanwhileKeepsTheRoomSilentAfterACrash() {
        var node = node()
        node.send(emergency(at: node.now.wall))
        node.run(for: .seconds(20))
        let known = node.alerts.count
        node.crash(for: .seconds(10))
        node.send(emergency(at: noon, ended: node.now.wall))
        node.run(for: .minutes(5))
        #expect(node.alerts.count == known && lines(node).count == 1)
        node.crash(reboots: true)
        node.send(emergency(at: noon))
        node.run(for: .minutes(5))
        #expect(node.alerts.count == known && lines(node).count == 1)
    }

    @Test("a power cut in the middle neither loses it nor makes it endless", arguments: [true, false])
    func powerCut(trusts: Bool) {
        var node = node(sync: trusts ? nil : .unsynchronised)
        node.send(emergency(at: node.now.wall))
        node.run(for: .minutes(5))
        node.crash(for: .minutes(1), wall: trusts ? nil : noon - .hours(9_000), reboots: true, starts: false)
        node.start(connected: false)
        node.run(for: .seconds(10))
        #expect(node.isAlerting)
        node.run(for: .minutes(31))
        #expect(!node.isAlerting && node.state.emergency.current == nil)
        #expect(lines(node).map(\.outcome) == [.played])
    }

    @Test func anotherOneTakesItsPlaceAndAnOlderOneDoesNot() {
        var node = node()
        let at = node.now.wall
        node.send(emergency("e2", at: at))
        node.run(for: .seconds(10))
        node.send(emergency("e1", at: at - .minutes(1)))
        #expect(node.state.emergency.current?.emergency.id == "e2")
        // A broker that was away still has the end of yesterday's.
        node.send(emergency("e0", at: at - .hours(2), ended: at - .hours(1)))
        #expect(node.state.emergency.current?.emergency.id == "e2")
        node.send(emergency("e3", at: at + .seconds(10)))
        #expect(node.state.emergency.current?.emergency.id == "e3" && node.isAlerting)
        #expect(lines(node).map(\.order) == ["e2"])
        node.send(emergency("e2", at: at + .seconds(20)))
        #expect(node.state.emergency.current?.emergency.id == "e3")
        // The end of a later one, of which this room knew nothing, is the end.
        node.send(emergency("e4", at: at + .seconds(30), ended: at + .seconds(40)))
        #expect(node.state.emergency.current == nil && !node.isAlerting)
        node.send(emergency("e4", at: at + .seconds(30)))
        #expect(!node.isAlerting)
    }

    @Test func onlyTheNamedRoomsSound() {
        var node = node()
        node.send(emergency(at: node.now.wall, nodes: [NodeID("bath")!]))
        #expect(!node.isAlerting && node.state.emergency.current == nil)
        node.send(emergency("e2", at: node.now.wall, nodes: [NodeID("kitchen")!]))
        #expect(node.isAlerting)
    }

    @Test("an output that fails is tried every second, and reported")
    func failingOutput() {
        var node = node()
        node.ringOutput = .fails(.deviceMissing, message: "no such device")
        node.send(emergency(at: node.now.wall))
        node.run(for: .seconds(10))
        #expect(node.reports.last?.emergency?.problem == "no such device")
        #expect(node.reports.last?.emergency?.heard == nil)
        node.ringOutput = .plays()
        node.run(for: .seconds(2))
        #expect(node.isAlerting)
        #expect(node.reports.last?.emergency?.problem == nil)
    }

    @Test func oneThatWasNeverHeardSaysSo() {
        var node = node()
        node.ringOutput = .fails(.deviceMissing, message: "no such device")
        node.send(emergency(at: node.now.wall))
        node.run(for: .seconds(10))
        node.send(emergency(at: noon, ended: node.now.wall))
        #expect(lines(node).map(\.outcome) == [.failed])
        #expect(lines(node).map(\.reason) == [.deviceMissing])
    }

    @Test func anOutputThatLosesAnOrderGetsAnother() {
        var node = node()
        node.ringOutput = .neverAnswers
        node.send(emergency(at: node.now.wall))
        node.ringOutput = .plays()
        node.run(for: Emergencies.patience + .seconds(1))
        #expect(node.isAlerting)
    }

    @Test func aStopInOrderSilencesItAndTheNextStartGoesOn() {
        var node = node()
        node.send(emergency(at: node.now.wall))
        node.run(for: .seconds(5))
        node.send(.shutdown)
        #expect(!node.isAlerting)
        node.crash(for: .seconds(2), starts: false)
        node.start(connected: false)
        node.run(for: .seconds(5))
        #expect(node.isAlerting)
    }

    @Test func itsMemoryIsBoundedAndOutlivesTheDisk() throws {
        var node = node()
        let at = node.now.wall
        for number in 0...EmergencyMemory.maximumOver {
            node.send(emergency("e\(number)", at: at + .seconds(number), text: Self.text))
        }
        node.run(for: .seconds(3))
        let saved = node.saved
        #expect(saved.emergency.over.count == EmergencyMemory.maximumOver && saved.emergency.current?.heard != nil)
        #expect(try WireCodec.decode(NodeState.self, from: WireCodec.encode(saved)) == saved)
    }
}

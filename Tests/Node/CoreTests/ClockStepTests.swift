import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

/// The wall clock is set while the node runs.
struct ClockStepTests {
    @Test(arguments: [true, false])
    func anHourForwardMissesEachQuarterHourJumpedOverOnce(isWoken: Bool) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        if isWoken { node.send(.wake(wake())) }
        node.run(for: .seconds(5))
        node.setClock(to: node.now.wall + .hours(1))
        node.run(for: .minutes(20))
        let jumped = (0..<4).map { noon + .minutes(15 * $0) }
        #expect(node.records.map(\.target).sorted() == jumped + [noon + .hours(1), noon + .minutes(75)])
        #expect(node.records.filter { jumped.contains($0.target) }.allSatisfy { $0.reason == .late })
        #expect(node.plays.map(\.target) == [noon + .hours(1), noon + .minutes(75)])
    }

    /// In nanoseconds; a tenth of a second is more than two readings are apart.
    @Test(arguments: [
        (byWall: Int64(7_000_000_000), asOrdered: Int64(7_000_000_000), heard: Int64(7_000_000_000)),
        (7_000_000_300, 7_000_000_000, 7_000_000_300), (6_900_000_000, 7_000_000_000, 6_900_000_000),
        (7_100_000_001, 7_000_000_000, 7_000_000_000), (-1_500_000_000, 7_000_000_000, 7_000_000_000),
        (.max, -7, -7), (.min, 7, 7),
    ])
    func aSoundMarksTheInstantByTheClockThatItWasOrderedBy(byWall: Int64, asOrdered: Int64, heard: Int64) {
        #expect(SoundInstant.choose(byWall: byWall, asOrdered: asOrdered) == heard)
    }

    @Test func aTimerThatFiresBeforeTheNodeIsToldOfTheJumpMissesThemToo() {
        var node = NodeDriver(at: noon - .minutes(5))
        node.start()
        node.setClock(to: node.now.wall + .hours(1), isTold: false)
        node.run(for: .seconds(1))
        node.send(.clockSet)
        #expect(node.records.map(\.target) == (0..<4).map { noon + .minutes(15 * $0) })
    }

    @Test func anHourBackDoesNotRepeatWhatWasSaid() {
        var node = NodeDriver(at: noon - .minutes(61))
        node.start()
        node.run(until: noon + .minutes(1))
        #expect(node.plays.count == 5)
        node.setClock(to: noon - .minutes(59))
        // The coordinator's clock was set back as well.
        for target in [-45, -30, -15, 0] {
            node.run(until: noon + .minutes(target) - .seconds(15))
            node.send(.wake(wake(noon + .minutes(target))))
        }
        node.run(until: noon + .minutes(16))
        #expect(node.plays.map(\.target) == (0..<6).map { noon + .minutes(15 * $0 - 60) })
        #expect(Set(node.records.map(\.target)).count == node.records.count)
        #expect(node.records.allSatisfy { $0.outcome == .announced })
    }

    @Test(arguments: [10, 14])
    func aWakeIsGivenUpWhenItsTargetMovesAnHourAwayAndSpokenThen(seconds: Int) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        // Waiting, or with the play order given and nothing heard.
        node.run(for: .seconds(seconds))
        node.setClock(to: node.now.wall - .hours(1))
        node.run(until: noon + .minutes(1))
        #expect(node.plays.map(\.target).suffix(1) == [noon])
        #expect(node.cancelledPlays.count == node.plays.filter { $0.target == noon }.count - 1)
        #expect(node.records.map(\.target) == (0...4).map { noon + .minutes(15 * $0 - 60) })
        #expect(node.records.allSatisfy { $0.outcome == .announced })
    }

    @Test(arguments: [Duration.milliseconds(-700), .milliseconds(-20), .milliseconds(20), .milliseconds(700)])
    func aSmallStepBeforeTheSoundAnchorsItAnew(step: Duration) {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon - .seconds(1))
        node.setClock(to: node.now.wall + step)
        node.run(for: .seconds(20))
        #expect(node.cancelledPlays == [1])
        #expect(node.plays.map(\.target) == [noon, noon])
        #expect(node.plays.map(\.id) == [1, 2])
        #expect(node.records.map(\.outcome) == [.announced])
        let last = node.log.last { if case .play = $0.effect { true } else { false } }
        #expect(last.map { noon - $0.at.wall <= .seconds(2) } == true)
    }

    @Test func whatIsTakenBackIsSilencedBeforeAnythingIsStored() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon - .milliseconds(100))
        node.forgetLog()
        node.setClock(to: node.now.wall + .minutes(33))
        let silence = node.effects.firstIndex { if case .cancelPlay(1) = $0 { true } else { false } }
        let store = node.effects.firstIndex { if case .store = $0 { true } else { false } }
        #expect(silence != nil && store != nil && silence! < store!)
        #expect(node.records.map(\.target).sorted() == [noon, noon + .minutes(15), noon + .minutes(30)])
        #expect(node.records.allSatisfy { $0.reason == .late })
    }

    @Test func aStepDuringTheSoundLeavesItAlone() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon + .seconds(1))
        node.setClock(to: node.now.wall - .minutes(50))
        node.run(for: .seconds(20))
        #expect(node.cancelledPlays.isEmpty)
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test func aStepInsideTheGraceLosesNoQuarterHour() {
        var node = NodeDriver(at: noon - .minutes(1), state: state { $0.selfWake = false })
        node.start()
        node.run(until: noon + .seconds(1))
        node.setClock(to: node.now.wall + .milliseconds(300))
        node.run(for: .minutes(1))
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.reason) == [.noWake])
    }

    @Test func aYearForwardLeavesADayOfLines() {
        var node = NodeDriver(at: noon - .minutes(1))
        node.start()
        node.setClock(to: noon + .hours(24 * 365) + .minutes(1))
        #expect(node.records.count == 96)
        #expect(node.records.last?.target == noon + .hours(24 * 365))
        // And back: the year is not silenced.
        node.setClock(to: noon - .minutes(1))
        node.run(for: .minutes(20))
        #expect(node.plays.map(\.target) == [noon, noon + .minutes(15)])
    }

    @Test func withOnlyTheCoordinatorToTrustAnHourForwardIsNotBelieved() {
        var node = NodeDriver(at: noon - .minutes(5), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(5))
        node.peer = NodeDriver.Peer(offset: .hours(-1))
        node.setClock(to: node.now.wall + .hours(1))
        node.run(for: .minutes(30))
        #expect(node.records.isEmpty)
        #expect(node.plays.isEmpty)
    }
}

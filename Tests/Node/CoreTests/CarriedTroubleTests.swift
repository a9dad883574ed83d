import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// Crashes, set clocks and failing outputs around a carried sound: it is heard at most once, and ends in one line.
struct CarriedTroubleTests {
    private static let sound = Blob(id: Digest(of: [7]), bytes: 1)!
    private static let beginning = noon + .minutes(7)
    private static let target = beginning + .seconds(5)

    private func ordered(in span: Duration = .seconds(5)) -> NodeDriver {
        var node = NodeDriver(at: Self.beginning)
        node.start()
        let target = Self.beginning + span
        node.send(
            .command(
                Command(
                    id: "c1", action: .play(SoundOrder(sound: Self.sound, target: target)),
                    notAfter: target + .seconds(2))))
        return node
    }

    private func have(_ node: inout NodeDriver) {
        node.send(.soundFound(Self.sound.id, isThere: true))
        node.send(.soundLoaded(Self.sound.id))
    }

    @Test func aCrashBeforeTheInstantPlaysItAllTheSame() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target - .seconds(1))
        #expect(node.carriedPlays.count == 1)
        node.crash(for: .milliseconds(100))
        #expect(node.effects.count { $0 == .findSound(Self.sound) } == 2)
        have(&node)
        #expect(node.carriedPlays.count == 2 && node.carriedPlays[1].target == Self.target)
        node.run(until: Self.target + .seconds(1))
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        #expect(node.soundRecords.map(\.outcome) == [.played])
    }

    @Test func aCrashWhilePlayingIsAnInterruption() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target + .milliseconds(500))
        node.crash(for: .milliseconds(100))
        have(&node)
        node.run(for: .seconds(5))
        #expect(node.carriedPlays.count == 1)
        #expect(node.soundRecords.map(\.reason) == [.interrupted])
    }

    @Test func aCrashOverTheInstantIsTooLate() {
        var node = ordered()
        node.crash(for: .seconds(10))
        #expect(node.carriedPlays.isEmpty && node.soundRecords.map(\.reason) == [.late])
    }

    @Test func anOrderHoursAheadSurvivesAReboot() {
        var node = ordered(in: .hours(3))
        node.send(.soundFound(Self.sound.id, isThere: true))
        #expect(!node.effects.contains(.loadSound(Self.sound)))
        node.crash(for: .minutes(1), reboots: true)
        node.send(.soundFound(Self.sound.id, isThere: true))
        node.run(until: Self.beginning + .hours(3) - .seconds(6) - .milliseconds(1))
        #expect(!node.effects.contains(.loadSound(Self.sound)))
        node.run(for: .milliseconds(1))
        #expect(node.effects.contains(.loadSound(Self.sound)))
        node.send(.soundLoaded(Self.sound.id))
        node.run(until: Self.beginning + .hours(3))
        #expect(node.carriedPlays.map(\.target) == [Self.beginning + .hours(3)])
    }

    @Test(arguments: [PlaybackFailure.late, .deviceMissing, .deviceBusy, .deviceFailed])
    func theOutputsFailureIsTheReason(failure: PlaybackFailure) {
        var node = ordered()
        have(&node)
        node.run(until: Self.target)
        node.send(.playback(id: 1, .failed(failure, message: "no")))
        #expect(node.soundRecords.map(\.reason?.rawValue) == [failure.rawValue])
        #expect(node.soundRecords.map(\.outcome) == [failure == .late ? .missed : .failed])
    }

    @Test func anOutputThatNeverAnswersIsGivenUp() {
        var node = ordered()
        have(&node)
        node.run(for: .minutes(4))
        #expect(node.soundRecords.map(\.reason) == [.deviceFailed])
        #expect(node.cancelledPlays == [1] && node.state.carried.orders.isEmpty)
    }

    @Test func underrunsAreTold() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target)
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: nil, underruns: 2, missingClips: [])))
        #expect(node.soundRecords.map(\.outcome) == [.played] && node.soundRecords.map(\.reason) == [.underrun])
    }

    @Test func aSetClockTakesItBackAndPlaysItAtItsInstantByTheNewTime() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target - .seconds(1))
        node.peer = NodeDriver.Peer(offset: .zero)
        node.setClock(to: Self.target - .seconds(3))
        #expect(node.cancelledPlays == [1])
        node.run(for: .seconds(3))
        #expect(node.carriedPlays.map(\.id) == [1, 2])
        #expect(node.soundRecords.isEmpty)
    }

    @Test func aSetClockLeavesWhatIsHeardAlone() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target + .seconds(1))
        node.setClock(to: Self.target - .hours(1))
        node.run(for: .seconds(1))
        #expect(node.cancelledPlays.isEmpty)
        node.send(.playback(id: 1, .finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: [])))
        #expect(node.soundRecords.map(\.outcome) == [.played])
    }

    @Test func aClockThatGoesPastTheInstantMissesIt() {
        var node = ordered(in: .hours(1))
        node.send(.soundFound(Self.sound.id, isThere: true))
        node.peer = NodeDriver.Peer(offset: .zero)
        node.setClock(to: Self.beginning + .hours(2))
        node.run(for: .seconds(5))
        #expect(node.carriedPlays.isEmpty && node.soundRecords.map(\.reason) == [.late])
    }

    @Test func aStopBeforeTheInstantLeavesItForTheNextStart() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target - .seconds(1))
        node.send(.shutdown)
        #expect(node.cancelledPlays == [1] && node.soundRecords.isEmpty)
        #expect(node.saved.carried.orders.map(\.isPlaying) == [false])
    }

    @Test func aStopWhilePlayingIsAnInterruption() {
        var node = ordered()
        have(&node)
        node.run(until: Self.target + .seconds(1))
        node.send(.shutdown)
        #expect(node.cancelledPlays == [1] && node.soundRecords.map(\.reason) == [.interrupted])
        #expect(node.saved.carried.orders.isEmpty)
    }

    @Test func aDiskThatFailsDoesNotSilenceIt() {
        var node = NodeDriver(at: Self.beginning)
        node.start()
        node.disk = .fails("the disk is full")
        node.send(
            .command(
                Command(
                    id: "c1", action: .play(SoundOrder(sound: Self.sound, target: Self.target)),
                    notAfter: Self.target)))
        have(&node)
        node.run(until: Self.target)
        #expect(node.carriedPlays.count == 1)
    }
}

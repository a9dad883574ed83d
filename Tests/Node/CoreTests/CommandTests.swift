import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct CommandTests {
    private func announce(_ id: String, at target: WallTime, notAfter: WallTime? = nil) -> NodeCore.Event {
        .command(Command(id: id, action: .announce(target: target), notAfter: notAfter ?? target))
    }

    private func probes(_ node: NodeDriver) -> Int { node.effects.count { $0 == .probeAudio } }

    @Test func saysTheTimeOnRequestWhateverTheSettings() {
        var node = NodeDriver(
            at: noon + .minutes(7),
            state: state {
                $0.mute = .on
                $0.every = .off
                $0.volume = Volume(percent: 40)!
            })
        node.start()
        let target = noon + .minutes(7) + .seconds(3)
        node.send(announce("a", at: target))
        #expect(node.plays.isEmpty)
        node.run(for: .seconds(1))
        #expect(
            node.plays == [
                PlayOrder(
                    id: 1, plan: .spokenTime(LocalTime(hour: 12, minute: 7, second: 3)!, chime: .none), target: target,
                    audibleAt: node.now.boot + .seconds(2), volume: Volume(percent: 40)!)
            ])
        node.run(for: .seconds(20))
        #expect(node.records.isEmpty)
        #expect(
            node.soundRecords.map { [$0.order, $0.outcome.rawValue, $0.sound?.short ?? "time"] } == [
                ["a", "played", "time"]
            ])
    }

    @Test func aRepeatedCommandIsDoneOnce() {
        var node = NodeDriver(at: noon + .minutes(7))
        node.start()
        for _ in 0..<3 { node.send(announce("a", at: noon + .minutes(7) + .seconds(3))) }
        node.run(for: .seconds(1.5))
        #expect(node.plays.count == 1)
        node.send(announce("b", at: noon + .minutes(7) + .seconds(4)))
        node.run(for: .seconds(1))
        #expect(node.plays.count == 2)
        #expect(node.cancelledPlays == [1])
        node.run(for: .seconds(20))
        #expect(node.soundRecords.map(\.outcome) == [.withdrawn, .played])
    }

    /// An order for an instant, sent so long before it, and its only line.
    @Test(
        arguments: [
            (Duration.seconds(-1), SoundOutcome.missed, SoundReason.late), (.minutes(2_000), .missed, .late),
            (.seconds(3), .played, nil),
        ] as [(Duration, SoundOutcome, SoundReason?)])
    func everyOrderEndsInOneLine(ahead: Duration, outcome: SoundOutcome, reason: SoundReason?) {
        var node = NodeDriver(at: noon + .minutes(3))
        node.start()
        node.send(announce("a", at: node.now.wall + ahead))
        node.run(for: .seconds(30))
        #expect(node.soundRecords.map(\.outcome) == [outcome] && node.soundRecords.map(\.reason) == [reason])
    }

    @Test func atVolumeZeroTheTimeIsMissed() {
        var node = NodeDriver(at: noon + .minutes(3), state: state { $0.volume = .silent })
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        node.run(for: .seconds(10))
        #expect(node.plays.isEmpty && node.soundRecords.map(\.reason) == [.silent])
    }

    @Test func anUntrustedClockDoesNotSpeakOnRequest() {
        var node = NodeDriver(at: noon + .minutes(7), sync: .unsynchronised)
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        #expect(node.plays.isEmpty)
        #expect(node.soundRecords.map(\.outcome) == [.missed] && node.soundRecords.map(\.reason) == [.untrusted])
    }

    /// The output's answer, and the line.
    @Test(arguments: [
        (PlaybackResult.failed(.deviceMissing, message: "gone"), SoundOutcome.failed, SoundReason.deviceMissing),
        (.failed(.deviceBusy, message: "busy"), .failed, .deviceBusy),
        (.failed(.late, message: "late"), .missed, .late),
        (.cancelled, .missed, .interrupted),
        (.finished(onsetErrorNanoseconds: 0, underruns: 2, missingClips: []), .played, .underrun),
        (.finished(onsetErrorNanoseconds: 0, underruns: 0, missingClips: ["twelve"]), .played, .fallbackTone),
    ])
    func theLineSaysWhatTheOutputSaid(result: PlaybackResult, outcome: SoundOutcome, reason: SoundReason) {
        var node = NodeDriver(at: noon + .minutes(3))
        node.output = .neverAnswers
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        node.run(for: .seconds(8))
        node.send(.playback(id: 1, result))
        #expect(node.soundRecords.map(\.outcome) == [outcome] && node.soundRecords.map(\.reason) == [reason])
    }

    @Test func aNodeThatIsKilledWhileItSpeaksSaysSo() {
        var node = NodeDriver(at: noon + .minutes(3))
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        node.run(for: .seconds(4))
        node.crash()
        node.run(for: .seconds(10))
        #expect(node.soundRecords.map(\.outcome) == [.missed] && node.soundRecords.map(\.reason) == [.interrupted])
    }

    @Test func theTimeThatAQuarterHourWasToSayHasItsOutcome() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.output = .neverAnswers
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon - .seconds(5))
        node.send(announce("a", at: noon - .seconds(2)))
        node.run(until: noon + .seconds(1))
        #expect(node.soundRecords.isEmpty)
        node.send(.playback(id: 1, .failed(.deviceMissing, message: "gone")))
        #expect(node.records.map(\.outcome) == [.failed])
        #expect(node.soundRecords.map(\.outcome) == [.failed] && node.soundRecords.map(\.reason) == [.deviceMissing])
    }

    /// Asked so long before or after the quarter hour, for three seconds later.
    @Test(arguments: [
        (Duration.seconds(-30), true), (.seconds(-14), true), (.seconds(-8), false), (.seconds(-5), false),
        (.seconds(-3), false), (.seconds(-1), false), (.seconds(1), false), (.seconds(4), true),
    ])
    func theQuarterHourHasTheRightOfWay(asked: Duration, isSaid: Bool) {
        for isWoken in [true, false] {
            var node = NodeDriver(at: noon - .minutes(1))
            node.start()
            node.run(until: noon - .seconds(15))
            if isWoken { node.send(.wake(wake())) }
            node.now.wall = noon - .seconds(15)
            if asked < .seconds(-15) {
                node = NodeDriver(at: noon + asked)
                node.start()
            }
            node.run(until: noon + asked)
            node.send(announce("a", at: node.now.wall + .seconds(3)))
            node.run(until: noon + .seconds(20))
            #expect(node.plays.contains { $0.target == noon })
            #expect(node.plays.count == (isSaid ? 2 : 1), "\(asked), woken \(isWoken)")
            #expect(node.cancelledPlays.isEmpty)
            #expect(node.records.map(\.outcome) == [.announced])
            #expect(node.soundRecords.map(\.outcome) == [.played])
            #expect(node.soundRecords.map(\.reason) == [isSaid ? nil : .quarterHour])
        }
    }

    @Test func aQuarterHourThatIsNotHeardIsNotInTheWay() {
        var node = NodeDriver(at: noon - .seconds(6), state: state { $0.mute = .on })
        node.start()
        node.send(announce("a", at: noon - .seconds(1)))
        node.run(until: noon - .seconds(2))
        #expect(node.plays.count == 1)
    }

    @Test func aSetClockTakesBackWhatWasAskedFor() {
        var node = NodeDriver(at: noon + .minutes(7))
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        node.run(for: .seconds(2))
        node.setClock(to: node.now.wall + .minutes(2))
        #expect(node.cancelledPlays == [1])
        // Before it was handed over, too.
        node.send(announce("c", at: node.now.wall + .seconds(10)))
        node.setClock(to: node.now.wall + .minutes(2))
        node.run(for: .seconds(20))
        #expect(node.plays.count == 1)
        // Once it is heard it is left alone.
        node.send(announce("b", at: node.now.wall + .seconds(3)))
        node.run(for: .seconds(4))
        node.setClock(to: node.now.wall + .minutes(1))
        #expect(node.cancelledPlays == [1])
    }

    @Test func aProbeLooksAtOutputAndVoiceUnlessItIsPlaying() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        #expect(probes(node) == 1)
        func probe(_ id: String) -> NodeCore.Event {
            .command(Command(id: id, action: .probe, notAfter: noon + .hours(1)))
        }
        node.send(probe("a"))
        #expect(probes(node) == 2)
        node.run(for: .seconds(16))
        node.send(probe("b"))
        #expect(probes(node) == 2)
        node.run(for: .seconds(10))
        node.send(announce("c", at: node.now.wall + .seconds(2)))
        node.send(probe("d"))
        #expect(probes(node) == 2)
        node.run(for: .seconds(10))
        node.send(probe("e"))
        #expect(probes(node) == 3)
    }

    @Test func anOutputThatNeverAnswersForARequestDoesNotBlockProbes() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.output = .neverAnswers
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(2)))
        node.run(for: .minutes(1))
        node.send(.command(Command(id: "b", action: .probe, notAfter: noon + .hours(1))))
        #expect(probes(node) == 2)
    }
}

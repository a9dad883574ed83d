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
                $0.muted = true
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
    }

    @Test(arguments: [
        (target: Duration.seconds(-1), notAfter: Duration.seconds(10), line: "ignored a request to say the time"),
        (target: .minutes(1), notAfter: .minutes(2), line: "ignored a request to say the time"),
        (target: .seconds(3), notAfter: .seconds(-1), line: "ignored a command: it was good until"),
    ])
    func whatIsNotForNowIsRefused(target: Duration, notAfter: Duration, line: String) {
        var node = NodeDriver(at: noon + .minutes(7))
        node.start()
        node.forgetLog()
        node.send(announce("a", at: node.now.wall + target, notAfter: node.now.wall + notAfter))
        #expect(node.plays.isEmpty)
        #expect(node.warnings.count == 1 && node.warnings[0].hasPrefix(line))
    }

    @Test func anUntrustedClockDoesNotSpeakOnRequest() {
        var node = NodeDriver(at: noon + .minutes(7), sync: .unsynchronised)
        node.start()
        node.send(announce("a", at: node.now.wall + .seconds(3)))
        #expect(node.plays.isEmpty)
        #expect(node.warnings.last?.contains("the clock is not trusted") == true)
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
        }
    }

    @Test func aQuarterHourThatIsNotHeardIsNotInTheWay() {
        var node = NodeDriver(at: noon - .seconds(6), state: state { $0.muted = true })
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

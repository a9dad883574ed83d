import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct TrustTests {
    @Test func anUntrustedClockNeverSpeaks() {
        var node = NodeDriver(at: noon - .seconds(15), sync: .unsynchronised)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .minutes(1))
        #expect(node.plays.isEmpty)
        #expect(node.records.map(\.outcome) == [.missed])
        #expect(node.records.map(\.reason) == [.untrusted])
        #expect(node.records.map(\.source) == [.wake])
        #expect(node.reports.last?.clock.trusted == false)
        #expect(node.reports.last?.next == nil)
    }

    @Test func aClockFrom1970LeavesOnlyTheWakesItMissed() {
        var node = NodeDriver(at: utc("1970-01-01T00:00:20Z"), sync: .unsynchronised)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .minutes(40))
        #expect(node.records.map(\.target) == [noon])
        #expect(node.records.map(\.reason) == [.untrusted])
        // The time service sets the clock.
        node.now.sync = .synchronised(by: .chrony)
        node.setClock(to: noon + .minutes(40))
        node.run(for: .minutes(10))
        #expect(node.records.map(\.target) == [noon, noon + .minutes(45)])
        #expect(node.records.last?.outcome == .announced)
    }

    @Test func aTimeServiceIsHeardOfWithTheBrokerDead() {
        var node = NodeDriver(at: noon - .minutes(5), sync: .unsynchronised)
        node.start(connected: false)
        node.run(for: .minutes(1))
        // It slews the clock: nobody sets it, so nothing tells the node.
        node.now.sync = .synchronised(by: .timesyncd)
        node.run(until: noon + .minutes(1))
        #expect(node.plays.map(\.target) == [noon])
    }

    /// Long after it was lost, trust is noticed within 16 s; when it was lost a moment ago, within a second.
    @Test func theLooksAtAnUntrustedClockGrowRarer() throws {
        var node = NodeDriver(at: noon + .minutes(1), sync: .unsynchronised)
        node.start(connected: false)
        node.run(for: .minutes(5))
        node.now.sync = .synchronised(by: .chrony)
        let vouched = node.now.boot
        node.run(for: .seconds(20))
        let won = try #require(node.log.first { $0.effect.isTrustWon }?.at.boot)
        #expect(won - vouched > .seconds(1) && won - vouched <= .seconds(16))
        node.now.sync = .unsynchronised
        node.send(.brokerDisconnected)
        node.forgetLog()
        node.now.sync = .synchronised(by: .chrony)
        node.run(for: .milliseconds(1100))
        #expect(node.log.contains { $0.effect.isTrustWon })
    }

    @Test func aWakeKeptSinceBeforeTheClockWasRightIsSpoken() {
        var node = NodeDriver(at: utc("2026-11-21T03:17:00Z"), sync: .unsynchronised)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(7))
        node.now.sync = .synchronised(by: .timesyncd)
        node.setClock(to: noon - .seconds(8))
        node.run(for: .minutes(1))
        #expect(node.plays.map(\.target) == [noon])
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test(arguments: [
        (offset: Duration.zero, oneWay: Duration.milliseconds(1), isTrusted: true),
        (offset: .milliseconds(48), oneWay: .milliseconds(1), isTrusted: true),
        (offset: .milliseconds(-48), oneWay: .milliseconds(1), isTrusted: true),
        (offset: .milliseconds(50), oneWay: .milliseconds(1), isTrusted: false),
        (offset: .milliseconds(-51), oneWay: .milliseconds(0), isTrusted: false),
        // Right, but the network is too slow to say so.
        (offset: .zero, oneWay: .milliseconds(51), isTrusted: false),
        (offset: .hours(1), oneWay: .milliseconds(1), isTrusted: false),
        (offset: .hours(-200_000), oneWay: .milliseconds(1), isTrusted: false),
    ])
    func agreementWithTheCoordinatorWinsTrustWithinFiftyMilliseconds(
        offset: Duration, oneWay: Duration, isTrusted: Bool
    ) throws {
        var node = NodeDriver(at: noon - .minutes(1), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: offset, outward: oneWay, homeward: oneWay)
        node.start()
        node.run(until: noon + .seconds(40))
        let clock = try #require(node.reports.last?.clock)
        #expect(clock.trusted == isTrusted, "\(clock)")
        #expect(clock.delayMilliseconds == oneWay.milliseconds * 2)
        if offset.magnitude < .hours(2) { #expect(clock.offsetMilliseconds == offset.milliseconds) }
        #expect(node.plays.count == (isTrusted ? 1 : 0))
    }

    @Test func anUnevenWayMovesTheOffsetByNoMoreThanHalfTheDelay() throws {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero, outward: .milliseconds(40), homeward: .zero)
        node.start()
        node.run(for: .seconds(5))
        let clock = try #require(node.reports.last?.clock)
        #expect(clock.offsetMilliseconds == 20)
        #expect(clock.delayMilliseconds == 40)
        #expect(clock.trusted)
    }

    @Test func onceWonTrustIsKeptToASecond() throws {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(10))
        #expect(node.reports.last?.clock.trusted == true)
        node.peer = NodeDriver.Peer(offset: .milliseconds(900))
        node.run(for: .minutes(20))
        #expect(node.reports.last?.clock.trusted == true)
        #expect(node.reports.last?.clock.offsetMilliseconds == 900)
        node.peer = NodeDriver.Peer(offset: .milliseconds(1100))
        node.run(for: .minutes(20))
        #expect(node.reports.last?.clock.trusted == false)
        // Back within a second is not enough to win it again.
        node.peer = NodeDriver.Peer(offset: .milliseconds(100))
        node.run(for: .minutes(20))
        #expect(node.reports.last?.clock.trusted == false)
        node.peer = NodeDriver.Peer(offset: .milliseconds(10))
        node.run(for: .minutes(20))
        #expect(node.reports.last?.clock.trusted == true)
    }

    /// A coordinator whose clock is an hour ahead for a while wakes for quarter hours that are yet to come. Seed 9100050.
    @Test func aCoordinatorAnHourAheadLeavesNoQuarterHourSilentLater() {
        var node = NodeDriver(at: noon - .minutes(20), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(10))
        node.peer = NodeDriver.Peer(offset: .hours(1))
        node.run(until: noon - .seconds(15))
        node.send(.wake(wake(noon + .hours(1))))
        node.run(until: noon + .minutes(5))
        #expect(node.records.map(\.target) == [noon - .minutes(15), noon])
        node.peer = NodeDriver.Peer(offset: .zero)
        node.run(until: noon + .hours(1) + .minutes(1))
        let ahead = [15, 30, 45, 60].map { noon + .minutes($0) }
        #expect(node.plays.map(\.target).suffix(4) == ahead[...])
    }

    @Test func trustOutlivesTheCoordinatorForHoursAndThenGrowsStale() throws {
        var node = NodeDriver(at: noon + .minutes(1), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(5))
        node.send(.brokerDisconnected)
        node.run(for: .hours(5))
        #expect(node.records.count == 20)
        #expect(node.records.allSatisfy { $0.outcome == .announced && $0.source == .self })
        node.run(for: .hours(2))
        // 1 s at 50 ppm are five and a half hours. Every quarter hour has its line all the same.
        #expect(node.records.count == 28)
        #expect(node.records.last?.reason == .untrusted)
        #expect(node.records.filter { $0.outcome == .announced }.count == 22)
    }

    @Test func aStepOfTheClockLosesTrustUntilItIsComparedAgain() {
        var node = NodeDriver(at: noon - .minutes(2), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(5))
        node.peer = NodeDriver.Peer(offset: .seconds(-30))
        node.setClock(to: node.now.wall + .seconds(30))
        #expect(!node.trustsClock())
        node.run(for: .seconds(30))
        #expect(!node.trustsClock())
        node.peer = NodeDriver.Peer(offset: .zero)
        node.setClock(to: node.now.wall - .seconds(30))
        node.run(for: .seconds(2))
        #expect(node.trustsClock())
    }

    /// The disk holds the program up, so that a timer is handled first: it must not write off the hour ahead.
    @Test func aStepThatIsNotToldYetLosesTrustAsWell() {
        var node = NodeDriver(at: noon - .minutes(2), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        node.run(for: .seconds(5))
        #expect(node.trustsClock())
        node.peer = nil
        node.now.wall = node.now.wall + .hours(1)
        node.run(for: .milliseconds(100))
        #expect(node.records.isEmpty)
        node.setClock(to: node.now.wall - .hours(1))
        node.peer = NodeDriver.Peer(offset: .zero)
        node.run(until: noon + .minutes(1))
        #expect(node.records.map(\.outcome) == [.announced])
    }

    @Test func lostTrustTakesBackWhatIsNotYetHeard() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(until: noon - .seconds(1))
        #expect(node.plays.count == 1)
        node.now.sync = .unsynchronised
        node.send(.brokerDisconnected)
        #expect(node.cancelledPlays == [1])
        node.run(for: .seconds(20))
        #expect(node.records.map(\.reason) == [.untrusted])
    }

    @Test(arguments: [
        TimeReply(originNanoseconds: 0, receivedNanoseconds: 0, transmittedNanoseconds: 0),
        TimeReply(originNanoseconds: .min, receivedNanoseconds: .max, transmittedNanoseconds: .min),
        TimeReply(originNanoseconds: .max, receivedNanoseconds: .min, transmittedNanoseconds: .max),
    ])
    func repliesToNothingAreIgnored(_ reply: TimeReply) {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.start()
        node.send(.timeReply(reply, receivedAt: node.receipt))
        #expect(node.reports.last?.clock.offsetMilliseconds == nil)
        #expect(!node.trustsClock())
    }

    /// T2, T3 and T4 relative to T1, or extremes.
    @Test(arguments: [
        (received: Int64.max, transmitted: Int64.max, home: Int64(1_000_000)),
        (received: .min, transmitted: .max, home: 1_000_000),
        (received: .min, transmitted: .min, home: 1_000_000),
        (received: -1, transmitted: .max, home: .max),
        // Answered before it was asked.
        (received: 500_000, transmitted: 400_000, home: 1_000_000),
        // Home before it was sent.
        (received: 0, transmitted: 0, home: -1_000_000),
        // More time spent there than away.
        (received: 0, transmitted: 2_000_000, home: 1_000_000),
        // Too slow to say anything.
        (received: 3_000_000_000, transmitted: 3_000_000_000, home: 6_000_000_000),
    ])
    func impossibleRepliesAreIgnored(received: Int64, transmitted: Int64, home: Int64) throws {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.start()
        let origin = try #require(node.exchanges.last?.originNanoseconds)
        func stamp(_ value: Int64) -> Int64 { value.magnitude < 10_000_000_000 ? origin + value : value }
        node.send(
            .timeReply(
                TimeReply(
                    originNanoseconds: origin, receivedNanoseconds: stamp(received),
                    transmittedNanoseconds: stamp(transmitted)),
                receivedAt: NodeCore.Receipt(wall: WallTime(nanoseconds: stamp(home)), boot: node.now.boot)))
        #expect(node.reports.last?.clock.offsetMilliseconds == nil)
        #expect(!node.trustsClock())
    }

    @Test func aReplyCountsOnce() throws {
        var node = NodeDriver(at: noon, sync: .unsynchronised)
        node.start()
        let origin = try #require(node.exchanges.last?.originNanoseconds)
        let reply = TimeReply(
            originNanoseconds: origin, receivedNanoseconds: origin + 1_000_000,
            transmittedNanoseconds: origin + 1_000_000)
        func receipt(after way: Duration) -> NodeCore.Receipt {
            NodeCore.Receipt(wall: noon + way, boot: node.now.boot + way)
        }
        node.send(.timeReply(reply, receivedAt: receipt(after: .milliseconds(200))))
        #expect(!node.trustsClock())
        // The same again, as if it had come faster.
        node.send(.timeReply(reply, receivedAt: receipt(after: .milliseconds(2))))
        #expect(!node.trustsClock())
    }

    /// RFC 5905 section 7.3: ever more rarely while nothing is wrong.
    @Test(arguments: [SystemSync.unsynchronised, .synchronised(by: .chrony)])
    func exchangesComeInABurstAndThenEverMoreRarely(sync: SystemSync) {
        var node = NodeDriver(at: noon + .minutes(1), sync: sync)
        node.peer = NodeDriver.Peer(offset: .zero)
        node.start()
        func times() -> [Duration] {
            node.log.compactMap {
                if case .publish(.timeRequest) = $0.effect {
                    $0.at.boot - BootTime(nanoseconds: 1_000_000_000_000)
                } else {
                    nil
                }
            }
        }
        node.run(for: .seconds(4000))
        let expected: [Duration] =
            [.zero, .milliseconds(250), .milliseconds(500), .milliseconds(750)]
            + [64, 192, 448, 960, 1984, 3008].map { .milliseconds(750) + .seconds($0) }
        #expect(times() == expected)
        #expect(node.trustsClock())
        // A set clock and a new connection begin again; without one, the node asks nothing.
        node.send(.brokerDisconnected)
        node.run(for: .minutes(60))
        #expect(times().count == expected.count)
        node.send(.brokerConnected)
        node.run(for: .seconds(70))
        #expect(times().count == expected.count + 5)
        node.setClock(to: node.now.wall + .seconds(30))
        node.run(for: .seconds(70))
        #expect(times().count == expected.count + 10)
    }

    @Test func aClockThatStaysOffIsAskedAboutMoreRarelyUntilSomethingChanges() {
        var node = NodeDriver(at: noon + .minutes(1), sync: .unsynchronised)
        node.peer = NodeDriver.Peer(offset: .seconds(5))
        node.start()
        node.run(for: .seconds(300))
        let times = node.log.compactMap { entry -> Duration? in
            guard case .publish(.timeRequest) = entry.effect else { return nil }
            return entry.at.boot - BootTime(nanoseconds: 1_000_000_000_000)
        }
        let burst: [Duration] = [.zero, .milliseconds(250), .milliseconds(500), .milliseconds(750)]
        #expect(times == burst + [1, 3, 7, 15, 31, 63, 127, 191, 255].map { .milliseconds(750) + .seconds($0) })
        #expect(!node.trustsClock())
        node.setClock(to: node.now.wall - .seconds(1))
        node.run(for: .seconds(2))
        #expect(node.exchanges.count == times.count + 5)
    }

    @Test(arguments: [
        WallTime(nanoseconds: .max), WallTime(nanoseconds: .min), utc("2199-12-31T23:59:59Z") + .hours(1),
    ])
    func aClockBeyondWhatAMessageCanNameIsNotBelieved(_ wall: WallTime) throws {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.setClock(to: wall)
        node.run(for: .minutes(20))
        #expect(node.plays.isEmpty)
        #expect(node.records.map(\.reason) == [.untrusted])
        let bytes = WireCodec.encode(node.saved)
        #expect(try WireCodec.decode(NodeState.self, from: bytes) == node.saved)
        #expect(try WireCodec.decode(Reported.self, from: WireCodec.encode(#require(node.reports.last))).last != nil)
    }
}

extension NodeCore.Effect {
    fileprivate var isTrustWon: Bool {
        guard case .log(.notice, let text) = self else { return false }
        return text.hasPrefix("the clock is trusted")
    }
}

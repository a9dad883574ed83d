import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// Nodes that go by the coordinator's clock, over a network whose messages wait. All in virtual time: the machines' clocks
/// are two hours behind and up to 100 ppm off, and every number is the model's result with these seeds.
struct FollowTests {
    private static let behind: Duration = .hours(2)

    private static func follower(
        seed: UInt64 = 1, wait: NetworkWait = .uniform(.milliseconds(5)), losses: UInt64 = 0,
        at start: WallTime = noon - .seconds(60)
    ) -> NodeDriver {
        var random = SplitMix64(seed: seed)
        var node = NodeDriver(at: start - behind, sync: .unsynchronised, source: .coordinator, seed: seed)
        var peer = NodeDriver.Peer(offset: behind, outward: .microseconds(200), homeward: .microseconds(200))
        peer.since = node.now.boot
        peer.ratePPB = Int64(random.next() % 200_001) - 100_000
        peer.wait = wait
        peer.losses = losses
        node.peer = peer
        node.start()
        return node
    }

    /// The node's clock minus the coordinator's, nanoseconds.
    private static func error(_ node: NodeDriver) throws -> Int64 {
        let peer = try #require(node.peer)
        return (node.now.wall - node.machineWall - peer.ahead(at: node.now.boot)).nanoseconds
    }

    /// The node's lateness, nanoseconds, in placing a sound for `instant` of the coordinator's clock.
    private static func lateness(_ node: NodeDriver, at instant: WallTime) throws -> Int64 {
        let boot = try #require(node.steered).boot(at: instant)
        let shown = node.machineWall + (boot - node.now.boot) + (try #require(node.peer)).ahead(at: boot)
        return (shown - instant).nanoseconds
    }

    /// Below which 99 of 100 differences of two rooms lie.
    private static func apart(_ errors: [Int64]) -> Duration {
        let differences = errors.indices.flatMap { index in
            errors[(index + 1)...].map { abs($0 - errors[index]) }
        }
        return .nanoseconds(differences.sorted()[differences.count * 99 / 100])
    }

    // MARK: Without trust

    /// Nothing but an answer brings the time, so nobody looks whether it has come.
    @Test func whoDoesNotKnowTheTimeYetWaitsForAnAnswer() {
        var node = NodeDriver(at: noon - Self.behind, sync: .unsynchronised, source: .coordinator)
        node.start(connected: false)
        node.run(for: .hours(6))
        #expect(!node.trustsClock())
        #expect(
            !node.effects.contains { if case .setTimer(let token, _) = $0 { token.kind == .trust } else { false } })
    }

    /// Long after the last message from that clock, an alarm rings by the rate that the node learnt: without it, these
    /// crystals would be seconds off.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func anAlarmGoesOnByTheRateThatWasLearnt(seed: UInt64) throws {
        var node = Self.follower(seed: seed)
        node.send(.desired(document(alarms: [alarm(at: "22:00")])))
        node.run(for: .minutes(30))
        node.send(.brokerDisconnected)
        node.run(for: .hours(33))
        #expect(!node.trustsClock() && node.onsets.count == 1)
        node.run(for: .hours(1))
        let onset = try #require(node.onsets.last)
        #expect(node.onsets.count == 2 && (onset - (noon + .hours(34))).magnitude < .milliseconds(1))
    }

    // MARK: How well

    /// A minute after it was switched on, and 15 s after a wake.
    @Test(arguments: [
        (NetworkWait.uniform(.milliseconds(5)), UInt64(0), Duration.microseconds(600)),
        (.uniform(.milliseconds(5)), 1, .microseconds(600)),
        (.exponential(mean: .microseconds(2_500)), 1, .microseconds(600)),
        (.uniform(.microseconds(100)), 0, .microseconds(60)),
    ])
    func twoRoomsAnnounceWithinAMillisecond(wait: NetworkWait, losses: UInt64, limit: Duration) throws {
        let errors = try (1...40 as ClosedRange<UInt64>).map { seed in
            var node = Self.follower(seed: seed, wait: wait, losses: losses)
            node.run(for: .seconds(45))
            node.send(.wake(wake()))
            node.run(for: .seconds(13.1))
            #expect(node.plays.map(\.target) == [noon])
            return try Self.lateness(node, at: noon)
        }
        #expect(Self.apart(errors) < limit)
    }

    /// Somebody asks for the time long after the last round.
    @Test(arguments: [
        (NetworkWait.uniform(.milliseconds(5)), Duration.microseconds(600)),
        (.exponential(mean: .microseconds(2_500)), .microseconds(800)),
    ])
    func twoRoomsSayTheTimeOnRequestWithinAMillisecond(wait: NetworkWait, limit: Duration) throws {
        let errors = try (1...40 as ClosedRange<UInt64>).map { seed in
            var node = Self.follower(seed: seed, wait: wait, at: noon + .minutes(1))
            node.run(for: .minutes(10))
            let target = node.now.wall + .seconds(3)
            node.send(.command(Command(id: "a", action: .announce(target: target), notAfter: target)))
            node.run(for: .seconds(2))
            #expect(node.plays.map(\.target) == [target])
            return try Self.lateness(node, at: target)
        }
        let apart = Self.apart(errors)
        #expect(apart < limit, "\(apart)")
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func theClockIsNeverFurtherOffThanTheNodeSays(seed: UInt64) throws {
        var node = Self.follower(seed: seed, wait: .exponential(mean: .milliseconds(4)), losses: 10)
        for _ in 0..<200 {
            node.run(for: .milliseconds(700))
            guard let bound = node.core.node.clock.trust.follower.estimate?.error(at: node.now.boot) else { continue }
            // A move of less than 0.02 ms is not made.
            #expect(try abs(Self.error(node)) <= bound + 20_000)
        }
    }

    @Test func itIsWithinAMillisecondAfterTwoSeconds() throws {
        let errors = try (1...40 as ClosedRange<UInt64>).map { seed in
            var node = Self.follower(seed: seed)
            node.run(for: .seconds(2))
            return try Self.error(node)
        }
        #expect(Self.apart(errors) < .milliseconds(1))
    }

    @Test func theBrokerIsSpared() {
        var node = Self.follower()
        node.run(for: .hours(1))
        #expect(node.exchanges.count < 260)
        node.forgetLog()
        node.run(for: .hours(1))
        #expect(node.exchanges.count < 80)
    }

    // MARK: Trust

    @Test func withoutTheCoordinatorItSaysNothingAndWhy() throws {
        var node = NodeDriver(at: noon - .seconds(30), sync: .synchronised(by: .chrony), source: .coordinator)
        node.start()
        node.send(.wake(wake()))
        node.run(for: .minutes(1))
        #expect(node.plays.isEmpty)
        let clock = try #require(node.reports.last).clock
        #expect(clock.source == .coordinator)
        #expect(clock.reason == "waiting for the coordinator's clock")
    }

    /// The coordinator's clock is kept by nobody yet when the timer comes.
    @Test func aTimerThatCameBeforeTheTimeWasKnownRings() throws {
        var node = Self.follower()
        node.peer?.isVouched = false
        node.crash()
        let ends = noon + .minutes(10)
        node.send(.desired(document(timers: [timer(ends: ends)])))
        node.run(for: .minutes(2))
        #expect(node.state.desired != nil && node.state.timers == [] && !node.trustsClock())
        node.peer?.isVouched = true
        node.run(for: .minutes(15))
        let onset = try #require(node.onsets.first)
        #expect(node.onsets.count == 1 && (onset - ends).magnitude < .seconds(1), "\(onset)")
    }

    @Test func aCoordinatorThatNobodyVouchesForIsNotFollowed() throws {
        var node = Self.follower()
        node.peer?.isVouched = false
        node.run(for: .minutes(1))
        // Its first question was answered while it was still vouched for.
        node.crash()
        node.run(for: .minutes(10))
        #expect(!node.trustsClock())
        #expect(node.steered == nil)
        #expect(node.reports.last?.clock.reason == "nothing vouches for the coordinator's clock, which it is to follow")
        node.peer?.isVouched = true
        node.run(for: .minutes(2))
        #expect(node.trustsClock())
        #expect(try abs(Self.error(node)) < 1_000_000)
    }

    @Test func aCoordinatorThatComesBackUnvouchedWithAnotherTimeIsNotBelieved() throws {
        var node = Self.follower()
        node.run(for: .minutes(10))
        let right = try #require(node.peer)
        node.peer?.offset = .zero
        node.peer?.isVouched = false
        node.send(.brokerDisconnected)
        node.send(.brokerConnected)
        node.run(for: .hours(2))
        node.peer = right
        #expect(node.trustsClock())
        #expect(try abs(Self.error(node)) < 20_000_000)
    }

    @Test func itGoesOnWithoutTheCoordinatorForHoursAndThenFallsSilent() throws {
        var node = Self.follower()
        node.run(for: .hours(1))
        let peer = node.peer
        node.peer = nil
        node.send(.brokerDisconnected)
        node.run(for: .hours(8))
        #expect(node.trustsClock())
        #expect(node.plays.count == 36)
        node.run(for: .hours(16))
        #expect(!node.trustsClock())
        node.peer = peer
        node.send(.brokerConnected)
        node.run(for: .seconds(3))
        #expect(node.trustsClock())
        #expect(try abs(Self.error(node)) < 1_000_000)
    }

    @Test func itReportsHowWellItKnowsTheClock() throws {
        var node = Self.follower(wait: .uniform(.microseconds(500)))
        node.run(for: .minutes(5))
        let clock = try #require(node.reports.last).clock
        #expect(clock.reason == "follows the coordinator's clock")
        #expect(clock.offsetMilliseconds == nil)
        #expect((0.2...1).contains(try #require(clock.errorMilliseconds)))
        #expect(clock.finding.hasPrefix("follows the coordinator's clock, ±0."))
        // Not with each exchange.
        #expect(node.reports.count < 15)
    }

    // MARK: Changes of clocks

    @Test(arguments: [Duration.milliseconds(30), .milliseconds(-30), .seconds(5), .seconds(-90), .hours(-2000)])
    func aCoordinatorsClockThatIsSetIsFollowed(step: Duration) throws {
        var node = Self.follower()
        node.run(for: .minutes(10))
        node.peer?.offset += step
        // Until the next exchange, and the two more that it takes to be believed.
        node.run(for: .seconds(67))
        #expect(try abs(Self.error(node)) < 2_000_000)
        #expect(node.trustsClock())
        node.run(for: .seconds(30))
        #expect(try abs(Self.error(node)) < 1_000_000)
    }

    /// Two of three answers are too slow to tell of the step. They do not speak against those that do.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func aCoordinatorsClockThatIsSetIsFollowedOverASlowNetwork(seed: UInt64) throws {
        var node = Self.follower(seed: seed)
        node.run(for: .minutes(10))
        node.peer?.wait = .uniform(.milliseconds(300))
        node.peer?.offset += .milliseconds(100)
        let asked = node.exchanges.count
        node.run(for: .minutes(10))
        #expect(try abs(Self.error(node)) < 20_000_000)
        #expect(node.exchanges.count - asked < 300)
    }

    @Test func oneStrangeAnswerChangesNothing() throws {
        var node = Self.follower()
        node.run(for: .minutes(10))
        let right = try #require(node.peer)
        let asked = node.exchanges.count
        node.peer?.offset += .seconds(1)
        while node.exchanges.count == asked { node.run(for: .milliseconds(5)) }
        node.peer = right
        node.run(for: .minutes(5))
        #expect(try abs(Self.error(node)) < 1_000_000)
        #expect(!node.warnings.contains { $0.contains("measures it anew") })
    }

    @Test func aCoordinatorsClockThatIsSlewedIsFollowed() throws {
        var node = Self.follower()
        node.run(for: .minutes(10))
        // As timesyncd puts a clock right that is 0.1 s off: 500 ppm for 200 s.
        var peer = try #require(node.peer)
        peer.offset = peer.ahead(at: node.now.boot)
        peer.since = node.now.boot
        peer.ratePPB += 500_000
        node.peer = peer
        node.run(for: .seconds(100))
        for _ in 0..<20 {
            node.run(for: .seconds(5))
            #expect(try abs(Self.error(node)) < 5_000_000)
        }
    }

    @Test func whoSetsTheMachinesClockDoesNotSetTheNodes() throws {
        var node = Self.follower()
        node.run(for: .seconds(30))
        let error = try Self.error(node)
        node.setClock(to: noon + .hours(30))
        node.send(.clockSet)
        #expect(node.trustsClock())
        node.run(for: .milliseconds(1))
        // The coordinator's clock is where it was: the model counts it from the machine's.
        var peer = try #require(node.peer)
        peer.offset = node.now.wall - node.machineWall - .nanoseconds(error)
        peer.since = node.now.boot
        node.peer = peer
        node.run(for: .minutes(2))
        #expect(node.plays.map(\.target) == [noon])
        #expect(try abs(Self.error(node)) < 1_000_000)
    }

    @Test func aQuarterHourIsSaidOnceThoughTheClockIsSetBackOverIt() throws {
        var node = Self.follower()
        node.run(for: .seconds(90))
        #expect(node.plays.count == 1)
        node.peer?.offset += .minutes(-5)
        node.run(for: .minutes(10))
        #expect(node.plays.map(\.target) == [noon])
        #expect(node.records.map(\.target) == [noon])
    }

    @Test func nothingMovesTheClockWhileAnAnnouncementHasItsPlace() throws {
        var node = Self.follower(seed: 4, wait: .uniform(.milliseconds(15)))
        node.run(for: .seconds(55))
        node.forgetLog()
        while node.plays.isEmpty { node.run(for: .milliseconds(100)) }
        node.forgetLog()
        // Exchanges go on.
        node.run(for: .seconds(4))
        #expect(!node.exchanges.isEmpty)
        #expect(!node.effects.contains { if case .adjustClock = $0 { true } else { false } })
        node.run(for: .minutes(1))
        #expect(node.effects.contains { if case .adjustClock = $0 { true } else { false } })
    }

    /// The estimate forgets answers that contradict, and nothing else that it rests on.
    @Test func afterAContradictionItKnowsWhatItsAnswersSay() {
        /// One answer every ten seconds; it says that the coordinator's clock is ahead by `least` to `most` microseconds.
        func add(_ number: Int64, _ least: Int64, _ most: Int64, to follower: inout ClockFollower) {
            let sent = BootTime(nanoseconds: number * 10_000_000_000)
            let received = sent + .microseconds(most - least)
            let reply = TimeReply(
                originNanoseconds: sent.nanoseconds,
                receivedNanoseconds: noon.nanoseconds + sent.nanoseconds + most * 1_000,
                transmittedNanoseconds: noon.nanoseconds + received.nanoseconds + least * 1_000, isVouched: true)
            _ = follower.add(reply, receivedAt: received)
        }
        // The second says much, and so do 21 to 23, which contradict the first; the others say little.
        func rest(of follower: inout ClockFollower) {
            add(2, -500, 301_000, to: &follower)
            for number in 3...20 as ClosedRange<Int64> { add(number, -400_000, 400_000, to: &follower) }
            for number in 21...23 as ClosedRange<Int64> { add(number, -1_000, 900, to: &follower) }
            add(24, -400_000, 400_000, to: &follower)
        }
        var expected = ClockFollower()
        rest(of: &expected)
        var follower = ClockFollower()
        // Wrong, and no matter until then.
        add(1, 300_000, 302_000, to: &follower)
        rest(of: &follower)
        #expect(follower.estimate == expected.estimate)
        #expect(follower.exchanges == expected.exchanges)
    }

    @Test func aReplyCountsOnceAndOnlyWhenItWasAskedFor() throws {
        var node = NodeDriver(at: noon, sync: .unsynchronised, source: .coordinator)
        node.start()
        let asked = try #require(node.exchanges.last).originNanoseconds
        func answer(_ origin: Int64) {
            let reply = TimeReply(
                originNanoseconds: origin, receivedNanoseconds: noon.nanoseconds,
                transmittedNanoseconds: noon.nanoseconds, isVouched: true)
            node.send(
                .timeReply(
                    reply,
                    receivedAt: NodeCore.Receipt(wall: noon, boot: BootTime(nanoseconds: asked + 1_000_000))))
        }
        answer(asked + 1)
        #expect(node.core.node.clock.trust.follower.exchanges == [])
        answer(asked)
        answer(asked)
        #expect(node.core.node.clock.trust.follower.exchanges.count == 1)
    }
}

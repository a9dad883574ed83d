import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// One fault each, with its effects and its limits.
@Suite struct FaultTests {
    @Test func aDeadBrokerSilencesNobodyAndTheLinesArriveAfterwards() throws {
        let run = Run([fault(.brokerDown(.lost), from: -.minutes(5), for: .hours(2))])
        #expect(run.heardTargets(0) == run.quarters)
        #expect(run.records(0).filter { $0.target < noon.wall + .minutes(110) }.allSatisfy { $0.source == .`self` })
        #expect(try run.storedOutcomes(0) == run.quarters.map { _ in .announced })
    }

    @Test func aDeadCoordinatorSilencesNobodyAndItsAbsentLinesGiveWay() throws {
        let run = Run([fault(.powerCut, from: -.minutes(5), for: .hours(2), on: .coordinator(0))])
        #expect(run.heardTargets(0) == run.quarters)
        #expect(try run.storedOutcomes(0) == run.quarters.map { _ in .announced })
    }

    @Test(arguments: 0..<70)
    func aKillAtAnyEffectAroundAQuarterHourLeavesOneLineAndAtMostOneSound(_ effects: Int) throws {
        let kind = FaultKind.crashAtEffect(effects: effects, outage: .milliseconds(1500))
        let run = Run([fault(kind, from: -.seconds(20), for: .minutes(3))], length: .minutes(40))
        #expect(run.heardTargets(0).filter { $0 == noon.wall }.count <= 1)
        #expect(try run.storedOutcomes(0).count == run.quarters.count)
        #expect(run.records(0).count == run.quarters.count)
    }

    @Test(arguments: 0..<70)
    func aPowerCutAtAnyEffectAroundAQuarterHourLeavesOneLineAndAtMostOneSound(_ effects: Int) throws {
        let kind = FaultKind.powerCutAtEffect(effects: effects, outage: .milliseconds(500))
        let node = NodePlan(id: id("kitchen"), bootLength: .seconds(3))
        let run = Run([fault(kind, from: -.seconds(20), for: .minutes(3))], node: node, length: .minutes(40))
        #expect(run.heardTargets(0).filter { $0 == noon.wall }.count <= 1)
        #expect(try run.storedOutcomes(0).count == run.quarters.count)
    }

    @Test func aPartitionIsNoticedByKeepAliveAtBothEndsAndMends() {
        let run = Run([fault(.partition(.both), from: .minutes(2), for: .minutes(10))])
        let begins = noon + .minutes(2)
        let ended = run.times(of: .node(0)) { if case .sessionEnded = $0 { true } else { false } }
        let lost = run.times(of: .node(0)) { if case .disconnected = $0 { true } else { false } }
        let back = run.times(of: .node(0)) { if case .connected = $0 { true } else { false } }
        #expect(ended.first.map { (.seconds(15)...(.seconds(45))).contains($0 - begins) } == true)
        #expect(lost.first.map { (.seconds(30)...(.seconds(60))).contains($0 - begins) } == true)
        #expect(back.last.map { (.zero...(.seconds(75))).contains($0 - (begins + .minutes(10))) } == true)
        #expect(run.heardTargets(0) == run.quarters)
    }

    @Test func aCloggedWayLetsOneMessageThroughAtATime() {
        let clog = fault(.clog(messagesPerSecond: 1), from: .zero, for: .minutes(30))
        // A program that starts receives all of its retained messages.
        let run = Run([clog, fault(.crash, from: .minutes(5), for: .seconds(10))])
        let times = run.times(of: .node(0)) { if case .delivered = $0 { true } else { false } }
            .filter { (noon..<noon + .minutes(30)).contains($0) }
        #expect(times.count > 5)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
        #expect(run.heardTargets(0) == run.quarters)
    }

    @Test func aCloggedWayOnWhichNothingIsSentTakesNoEvents() {
        func events(_ faults: [PlannedFault]) -> Int {
            var simulation = Simulation(plan: plan(faults: faults))
            simulation.run(observer: NoObserver())
            return simulation.counts.events
        }
        let clog = fault(.clog(messagesPerSecond: 20), from: -.minutes(9), for: .hours(2))
        #expect(events([clog]) < events([]) * 3 / 2)
    }

    @Test func aMachineThatBootsInTheEpochIsSilentUntilItsTimeServiceSpeaks() {
        let clock = ClockPlan(
            initial: .epoch, timeService: TimeServicePlan(service: .chrony, after: .minutes(40)))
        let node = NodePlan(id: id("kitchen"), clock: clock)
        // Without a coordinator, no other clock gives it the time.
        let run = Run([fault(.brokerDown(.kept), from: -.minutes(10), for: .hours(1))], node: node)
        #expect(run.heardTargets(0).first == noon.wall + .minutes(45))
    }

    /// The announcement waits for the disk, and the clock is set back before the order reaches the output.
    @Test func whatASlowDiskHoldsUpWhileTheClockIsSetIsNotHeardByTheNewClock() {
        let node = NodePlan(id: id("kitchen"), clock: ClockPlan(timeService: nil))
        let run = Run(
            [
                fault(.diskSlow(.milliseconds(2_700)), from: -.minutes(10), for: .minutes(15)),
                fault(.clockStep(.milliseconds(-8_500)), from: -.milliseconds(1_500), for: .zero),
            ], node: node)
        #expect(!run.recorder.heard(0).isEmpty)
        for (at, sound) in run.recorder.heard(0) where at < run.plan.healsAt {
            #expect((at - TrueTime(sound.target)).magnitude < .seconds(1), "\(sound.target) was heard at \(at)")
        }
    }

    @Test func aClockWithoutATimeServiceGoesByTheCoordinatorsAndSpeaks() {
        let clock = ClockPlan(initialOffset: .milliseconds(20), driftPPB: 1_000, timeService: nil)
        let run = Run([], node: NodePlan(id: id("kitchen"), clock: clock))
        #expect(run.heardTargets(0) == run.quarters)
        for (at, sound) in run.recorder.heard(0) where at < run.plan.healsAt {
            #expect((at - TrueTime(sound.target)).magnitude < .milliseconds(40))
        }
    }

    @Test func aClockThatIsWrongAndThatNobodyVouchesForNeverSpeaks() {
        let clock = ClockPlan(initialOffset: .seconds(90), timeService: nil)
        let run = Run([], node: NodePlan(id: id("kitchen"), clock: clock))
        #expect(run.recorder.heard(0).allSatisfy { $0.at >= run.plan.healsAt })
    }

    @Test func aFullDiskDoesNotSilenceAndIsReported() {
        let run = Run([fault(.diskFull, from: -.minutes(5), for: .hours(1))])
        #expect(run.heardTargets(0) == run.quarters)
        let problems = run.reports(0).compactMap(\.problem)
        #expect(problems.first?.contains("No space left on device") == true)
        #expect(run.reports(0).last?.problem == nil)
    }

    @Test func aDiskThatLiedLosesItsLastWritesWithThePowerAndTheLedgerGoesOn() throws {
        let run = Run([
            // The node stores the announcement just before it plays.
            fault(.diskLies(torn: false), from: -.seconds(10), for: .seconds(40)),
            fault(.powerCut, from: .milliseconds(2500), for: .seconds(5)),
        ])
        let turnedBack = run.times(of: .node(0)) { if case .stateTurnedBack = $0 { true } else { false } }
        #expect(turnedBack.count == 1)
        #expect(try run.storedOutcomes(0).count == run.quarters.count)
    }

    @Test(arguments: [
        (FaultKind.outputBusy, QuarterOutcome.failed, QuarterReason.deviceBusy),
        (.outputMissing, .failed, .deviceMissing), (.outputLost, .failed, .deviceFailed),
        (.outputStuck, .failed, .deviceFailed), (.outputSlow(.seconds(3)), .missed, .late),
        (.outputUnderrun, .announced, .underrun), (.voiceIncomplete(["twelve"]), .announced, .fallbackTone),
        (.suspend, .missed, .late), (.stop, .absent, .offline),
    ])
    func whatBefallsAQuarterHourIsItsReason(
        _ kind: FaultKind, _ outcome: QuarterOutcome, _ reason: QuarterReason
    ) throws {
        let run = Run([fault(kind, from: -.minutes(1), for: .minutes(3))])
        let line = try run.line(0, noon.wall)
        // A node that was off at noon reports, on its return, that it was too late.
        #expect(line?.outcome == outcome || (kind == .stop && line?.reason == .late))
        #expect(line?.reason == reason || kind == .stop)
        #expect(run.heardTargets(0).filter { $0 != noon.wall } == Array(run.quarters.dropFirst()))
    }

    @Test func anotherZoneIsSpokenWithinTheHourInWhichTheNodeLooks() {
        let zones = [TimeZoneRules.utc, fixedZone("Etc/Plus5", footer: "PLF-5")]
        var plan = plan(faults: [fault(.zone(1), from: .minutes(20), for: .hours(2))])
        plan.zones = zones
        let run = Run(plan)
        let words = run.recorder.heard(0).filter { $0.sound.plan.clips.first == .strikes(1) }.prefix(3)
            .map { $0.sound.plan.clips[1] }
        let hours = [12, 18, 19].compactMap { LocalTime(hour: $0, minute: 0) }
        #expect(words == hours.map(Clip.time))
    }

    @Test func aRequestIsAnsweredWhenItIsCommittedAndObeyed() {
        let louder = SetRequest(nodes: [id("kitchen")], change: SettingsPatch(volume: Volume(percent: 33)))
        let run = Run(plan(people: [PlannedRequest(at: noon + .minutes(1), what: .asking(louder))]))
        guard case .answered(0, let answer) = run.answers.first, let result = answer.value as? SetResult else {
            Issue.record("answered with \(run.answers)")
            return
        }
        #expect(result.nodes.map(\.revision) == [2])
        #expect(run.recorder.heard(0).dropFirst().allSatisfy { $0.sound.volume.percent == 33 })
    }

    @Test func aRequestWithoutABrokerTimesOut() {
        let run = Run(
            plan(
                faults: [fault(.brokerDown(.kept), from: .zero, for: .minutes(5))],
                people: [PlannedRequest(at: noon + .minutes(1), what: .asking(StatusRequest()))]))
        guard case .timedOut(0) = run.answers.first else {
            Issue.record("answered with \(run.answers)")
            return
        }
    }

    /// As many messages as a broker allows unacknowledged are under way, and nothing is sent after the next one.
    @Test func whatWaitsForTheWindowIsSentWhenTheOldestMessageIsAcknowledged() {
        let slow = LinkPlan(outwardDelay: .milliseconds(200), homewardDelay: .milliseconds(200), jitter: .zero)
        let requests = (0...20).map { number in
            PlannedRequest(
                at: noon + .minutes(1) + .milliseconds(number == 20 ? 300 : 0), what: .asking(StatusRequest()))
        }
        let run = Run(
            plan(
                length: .hours(1), faults: [fault(.link(slow), from: .zero, for: .minutes(5), on: .coordinator(0))],
                people: requests))
        let answers = run.times(of: .client(0)) { if case .answered = $0 { true } else { false } }
        #expect(answers.count == 21)
        #expect(answers.allSatisfy { $0 < noon + .minutes(1) + .seconds(2) })
    }

    @Test func twoCoordinatorsThrowEachOtherOutAndTheHouseSpeaksOn() throws {
        var plan = plan(length: .hours(2))
        plan.coordinators.append(CoordinatorPlan(startsAfter: .minutes(15), store: .copy(of: 0)))
        let run = Run(plan)
        let thrown = run.times(of: .coordinator(0)) { if case .disconnected = $0 { true } else { false } }
        #expect(thrown.count > 3)
        #expect(run.heardTargets(0) == run.quarters)
    }

    @Test func aSnapshotThatIsRestoredTurnsTheStateBack() throws {
        let run = Run([fault(.snapshotRestored, from: .minutes(10), for: .minutes(40))])
        let turnedBack = run.times(of: .node(0)) { if case .stateTurnedBack = $0 { true } else { false } }
        #expect(turnedBack == [noon + .minutes(50)])
        #expect(run.heardTargets(0) == run.quarters)
        #expect(try run.storedOutcomes(0) == run.quarters.map { _ in .announced })
    }

    @Test func aProgramThatIsKilledOnASleepingMachineStartsWhenItWakes() {
        let run = Run([
            fault(.suspend, from: .minutes(1), for: .minutes(10)), fault(.crash, from: .minutes(2), for: .minutes(1)),
        ])
        let starts = run.times(of: .node(0)) { if case .nodeStarted = $0 { true } else { false } }
        #expect(starts.dropFirst() == [noon + .minutes(11)])
        #expect(run.heardTargets(0) == run.quarters)
    }
}

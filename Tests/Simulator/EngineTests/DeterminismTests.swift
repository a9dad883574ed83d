import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@testable import ClockSimulator

@Suite struct DeterminismTests {
    @Test func theSamePlanTwiceGivesTheSameObservationsToTheByte() {
        let plan = troubledPlan(seed: 7)
        #expect(trace(plan) == trace(plan))
    }

    @Test func anotherSeedGivesAnotherRun() {
        #expect(trace(troubledPlan(seed: 7)) != trace(troubledPlan(seed: 8)))
    }

    @Test func runningInPiecesIsTheSameAsRunningAtOnce() {
        let plan = troubledPlan(seed: 9)
        let recorder = Recorder()
        var simulation = Simulation(plan: plan)
        var limit = plan.start
        while limit < plan.end {
            limit = limit + .seconds(1237)
            simulation.run(observer: recorder, until: limit)
        }
        #expect(recorder.lines == trace(plan))
    }

    @Test func whatIsObservedChangesNothing() {
        let plan = troubledPlan(seed: 11)
        var watched = Simulation(plan: plan)
        watched.run(observer: Recorder())
        var unwatched = Simulation(plan: plan)
        unwatched.run(observer: NoObserver())
        #expect(watched.counts == unwatched.counts)
        for node in plan.nodes.indices { #expect(watched.nodeState(node) == unwatched.nodeState(node)) }
    }

    @Test func aFaultLessLeavesTheOthersRoomsAlone() {
        // The second room's crystal, disk and output do not depend on the first room's faults.
        let rooms = [NodePlan(id: id("hall")), NodePlan(id: id("kitchen"))]
        let fault = PlannedFault(
            start: noon + .minutes(20), end: noon + .minutes(40), hosts: [.node(0)], kind: .outputBusy)
        let with = Recorder(.sounds)
        var simulation = Simulation(plan: plan(nodes: rooms, faults: [fault]))
        simulation.run(observer: with)
        let without = Recorder(.sounds)
        var calm = Simulation(plan: plan(nodes: rooms))
        calm.run(observer: without)
        #expect(with.heard(1).map(\.at) == without.heard(1).map(\.at))
        #expect(with.heard(0).count == without.heard(0).count - 1)
    }

    private func trace(_ plan: SimulationPlan) -> [String] {
        let recorder = Recorder()
        var simulation = Simulation(plan: plan)
        simulation.run(observer: recorder)
        return recorder.lines
    }
}

/// Two rooms, two clients and one of each fault, in an order that the seed decides.
func troubledPlan(seed: UInt64, length: Duration = .hours(10)) -> SimulationPlan {
    var random = SplitMix64(seed: seed)
    let hosts: [Host] = [.node(0), .node(1), .coordinator(0)]
    let start = noon - .seconds(600)
    let kinds: [FaultKind] = [
        .link(
            LinkPlan(
                outwardDelay: .milliseconds(40), homewardDelay: .milliseconds(4), jitter: .milliseconds(200),
                lossPerMillion: 30_000, duplicatePerMillion: 60_000, reorderPerMillion: 60_000)),
        .partition(.both), .partition(.outward), .partition(.homeward), .clog(messagesPerSecond: 2),
        .brokerDown(.kept), .brokerDown(.autosaved), .brokerDown(.lost), .clockStep(.seconds(-3600)),
        .clockStep(.seconds(1800)), .drift(partsPerBillion: 150_000), .timeServiceStops,
        .timeServiceWrong(by: .seconds(3)), .zone(1), .diskFull, .diskReadOnly, .diskSlow(.seconds(2)),
        .diskLies(torn: true), .snapshotRestored, .outputSlow(.seconds(3)), .outputBusy, .outputMissing, .outputLost,
        .outputStuck, .outputUnderrun, .voiceIncomplete(["three"]), .crash,
        .crashAtEffect(effects: 40, outage: .seconds(7)), .powerCut,
        .powerCutAtEffect(effects: 30, outage: .seconds(70)), .stop, .suspend,
    ]
    let seconds = UInt64(length.nanoseconds / 1_000_000_000)
    let faults = kinds.map { kind in
        let at = start + .seconds(Int64(random.next() % seconds))
        return PlannedFault(
            start: at, end: at + .seconds(Int64(random.next() % 2400)), hosts: [hosts[Int(random.next() % 3)]],
            kind: kind)
    }
    let people = (0..<12).map { index in
        PlannedRequest(
            at: start + .seconds(Int64(random.next() % seconds)), client: index % 2,
            what: .asking([StatusRequest(), DoctorRequest(), WakeRequest()][index % 3] as any SiteRequest))
    }
    return SimulationPlan(
        seed: seed, start: start, length: length, zones: [.utc, .utc],
        nodes: [
            NodePlan(id: id("hall"), clock: ClockPlan(driftPPB: 30_000, afterPowerCut: .lastShutdown)),
            NodePlan(id: id("kitchen"), clock: ClockPlan(initialOffset: .seconds(40), afterPowerCut: .epoch)),
        ], clients: [ClientPlan(), ClientPlan()], faults: faults, people: people)
}

import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockSimulator
import ClockWire
import Testing

/// Two brokers that know nothing of each other: who is where, and what crosses.
@Suite struct SeveralBrokersTests {
    @Test func aNodeGoesToTheSecondBrokerWithinSecondsAndTheWakesComeThere() throws {
        let run = Run(site([fault(.brokerDown(.kept), from: -.minutes(3), for: .hours(1), on: .broker(0))]))
        let moved = run.recorder.observations.first { $0.isConnection(of: .node(0), at: 1) }
        let dies = noon - .minutes(3)
        #expect(moved.map { (.zero...(.seconds(5))).contains($0.at - dies) } == true)
        #expect(run.heardTargets(0) == run.quarters)
        #expect(run.records(0).allSatisfy { $0.source == .wake })
        #expect(try run.storedOutcomes(0) == run.quarters.map { _ in .announced })
    }

    @Test func itReturnsAfterThreeAnswersAndNotWhileAWakeIsExpected() {
        // The first broker is back 80 s before a quarter hour.
        let back = Duration.minutes(14) - .seconds(20)
        let run = Run(site([fault(.brokerDown(.kept), from: .minutes(2), for: back - .minutes(2), on: .broker(0))]))
        let returned = run.recorder.observations.first {
            $0.isConnection(of: .node(0), at: 0) && $0.at > noon + .minutes(2)
        }
        // Ten seconds after the quarter hour, and not more than a look later.
        let quarter = noon + .minutes(15)
        #expect(returned.map { (.seconds(10)...(.seconds(20))).contains($0.at - quarter) } == true)
        #expect(run.heardTargets(0) == run.quarters)
    }

    @Test func aStopCrossesFromOneBrokerToTheOther() {
        let cut = PlannedFault(
            start: noon + .minutes(2), end: noon + .minutes(30), hosts: [.node(1)], broker: 0, kind: .partition(.both))
        let run = Run(
            site(
                [cut],
                people: [
                    PlannedRequest(at: noon + .minutes(1), what: .asking(alarm)),
                    PlannedRequest(at: noon + .minutes(11), what: .silence(nil, .stop)),
                ]))
        #expect(run.recorder.observations.contains { $0.isConnection(of: .node(1), at: 1) })
        for room in 0...1 {
            let silent = run.times(of: .node(room)) { if case .ringStopped = $0 { true } else { false } }
            #expect(silent.first.map { (.zero...(.seconds(1))).contains($0 - (noon + .minutes(11))) } == true)
        }
        // Who stopped it sees that the other room is silent, by the coordinator's word.
        let done = run.times(of: .client(0)) { if case .silencedEverywhere(1) = $0 { true } else { false } }
        #expect(done.count == 1)
    }

    @Test func anAnswerComesWhereItWasAskedFor() {
        let run = Run(
            site(
                [fault(.brokerDown(.lost), from: .minutes(2), for: .hours(1), on: .broker(0))],
                people: [PlannedRequest(at: noon + .minutes(5), what: .asking(StatusRequest()))]))
        #expect(run.answers.count == 1)
        let answers = run.recorder.observations.filter {
            guard case .delivered(let message) = $0.what, case .answer = message.payload else { return false }
            return true
        }
        #expect(answers.map(\.broker) == [1])
    }

    @Test func withBothDeadEverybodySpeaksOn() {
        let run = Run(
            site((0...1).map { fault(.brokerDown(.lost), from: .minutes(2), for: .hours(1), on: .broker($0)) }))
        for room in 0...1 { #expect(run.heardTargets(room) == run.quarters) }
    }

    @Test func eachBrokerHasItsOwnMemory() {
        // The first loses its memory, the second keeps its own.
        let run = Run(site([fault(.brokerDown(.lost), from: .minutes(2), for: .minutes(20), on: .broker(0))]))
        let started = run.recorder.observations.filter { if case .brokerStarted = $0.what { true } else { false } }
        #expect(started.map(\.host) == [.broker(0)])
        #expect(run.heardTargets(0) == run.quarters)
    }

    private func site(_ faults: [PlannedFault], people: [PlannedRequest] = []) -> SimulationPlan {
        var site = plan(
            nodes: [NodePlan(id: id("hall")), NodePlan(id: id("kitchen"))], faults: faults, people: people)
        site.otherBrokers = [BrokerPlan()]
        return site
    }

    private var alarm: ChangeRequest {
        ChangeRequest(changes: [
            .addAlarm(
                AlarmDraft(
                    label: "tea", isEnabled: true,
                    schedule: AlarmSchedule(
                        time: LocalTime(secondOfDay: 12 * 3600 + 600), repetition: .once, countsFrom: noon.wall),
                    ring: .alarm, misfire: .standard, targets: RingTargets(nodes: [id("hall"), id("kitchen")]),
                    holidays: nil))
        ])
    }
}

extension Observation {
    fileprivate func isConnection(of host: Host, at broker: Int) -> Bool {
        guard self.host == host, self.broker == broker, case .connected = what else { return false }
        return true
    }
}

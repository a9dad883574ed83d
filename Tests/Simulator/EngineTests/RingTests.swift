import ClockCoordinatorCore
import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

@testable import ClockSimulator

/// People's alarms and timers ring, and their stops and snoozes silence them.
@Suite struct RingTests {
    @Test func anAlarmRingsInEveryRoomOnTimeUntilSomebodyStopsItAnywhere() {
        let run = Run(
            plan(
                nodes: rooms,
                people: [
                    PlannedRequest(at: noon + .minutes(1), what: .asking(alarm(at: 12, 10, in: ["hall", "kitchen"]))),
                    PlannedRequest(at: noon + .minutes(11), client: 0, what: .silence(nil, .stop)),
                ]))
        for room in rooms.indices {
            let heard = rings(run, room)
            #expect(heard.count == 1)
            #expect(heard.allSatisfy { ($0 - (noon + .minutes(10))).magnitude <= .microseconds(21) })
            let silent = run.times(of: .node(room)) { if case .ringStopped = $0 { true } else { false } }
            #expect(silent.first.map { (.zero...(.seconds(1))).contains($0 - (noon + .minutes(11))) } == true)
        }
        let done = run.times(of: .client(0)) { if case .silencedEverywhere(1) = $0 { true } else { false } }
        #expect(done.count == 1)
    }

    @Test func aSnoozedAlarmRingsAgain() {
        let run = Run(
            plan(
                people: [
                    PlannedRequest(at: noon + .minutes(1), what: .asking(alarm(at: 12, 10))),
                    PlannedRequest(at: noon + .minutes(11), what: .silence(nil, .snooze)),
                    PlannedRequest(at: noon + .minutes(21), what: .silence(nil, .stop)),
                ]))
        let heard = rings(run, 0)
        #expect(heard.count == 2)
        #expect(heard.last.map { ($0 - (noon + .minutes(20))).magnitude <= .seconds(1) } == true)
    }

    @Test func whatIsDueRingsWithBrokerAndCoordinatorDead() {
        let run = Run(
            plan(
                faults: [
                    fault(.brokerDown(.lost), from: .minutes(2), for: .hours(1)),
                    fault(.powerCut, from: .minutes(2), for: .hours(1), on: .coordinator(0)),
                ], people: [PlannedRequest(at: noon + .minutes(1), what: .asking(alarm(at: 12, 10)))]))
        #expect(rings(run, 0).first.map { ($0 - (noon + .minutes(10))).magnitude <= .microseconds(21) } == true)
    }

    @Test func aTimerRunsOutWhereItWasStarted() {
        let start = Change.startTimer(
            name: "pasta", seconds: 600, targets: RingTargets(nodes: [id("kitchen")]), ring: .timer)
        let run = Run(
            plan(people: [
                PlannedRequest(at: noon + .minutes(3), what: .asking(ChangeRequest(changes: [start])))
            ]))
        #expect(rings(run, 0).first.map { ($0 - (noon + .minutes(13))).magnitude < .milliseconds(50) } == true)
    }

    private var rooms: [NodePlan] { [NodePlan(id: id("hall")), NodePlan(id: id("kitchen"))] }

    private func rings(_ run: Run, _ node: Int) -> [TrueTime] {
        run.times(of: .node(node)) { if case .ringHeard = $0 { true } else { false } }
    }

    private func alarm(at hour: Int, _ minute: Int, in rooms: [String] = ["kitchen"]) -> ChangeRequest {
        let nodes = rooms.map(id)
        return ChangeRequest(changes: [
            .addAlarm(
                AlarmDraft(
                    label: "tea", isEnabled: true,
                    schedule: AlarmSchedule(
                        time: LocalTime(secondOfDay: hour * 3600 + minute * 60), repetition: .once,
                        countsFrom: noon.wall),
                    ring: .alarm, misfire: .standard, targets: RingTargets(nodes: nodes), holidays: nil))
        ])
    }
}

import ClockDomain
import ClockWire
import Testing

@testable import ClockNodeCore

/// The next program can read the state on the disk, whichever program wrote it.
struct StateTests {
    @Test func aStateOfBeforeThereWereAlarmsIsReadAsItWas() throws {
        let text = """
            {"v":1,"instance":"i","epoch":"e","next_sequence":2,"decided":["2026-11-21T12:00:00.000Z"],
             "pending":[{"seq":1,"at":"2026-11-21T12:00:04.000Z","kind":"quarter",
                         "quarter":{"target":"2026-11-21T12:00:00.000Z","outcome":"announced"}}],
             "desired":{"revision":3,"store":"store","room":"Kitchen",
                        "settings":{"volume":80,"muted":false,"quiet":[],"every":"15","chime":"strike",
                                    "voice":"english","self_wake":true}}}
            """
        let state = try WireCodec.decode(NodeState.self, from: Array(text.utf8))
        #expect(state.ledger.nextSequence == 2)
        #expect(state.desired?.revision == 3)
        #expect(state.rings.isEmpty && state.timers.isEmpty && state.alarms.derivedThrough == nil)
        var node = NodeDriver(at: noon + .minutes(1), state: state)
        node.start()
        node.send(.desired(document(4, alarms: [alarm(at: "12:05")])))
        node.run(for: .minutes(5))
        #expect(node.onsets == [noon + .minutes(5)])
    }

    @Test func everyPartOutlivesTheDisk() throws {
        var node = NodeDriver(
            at: noon,
            state: state(
                document(
                    alarms: [
                        alarm(1, at: "12:01"), alarm(2, at: "12:02", .once, countsFrom: noon), alarm(3, at: "12:03"),
                    ],
                    timers: [timer(1, ends: noon + .minutes(9)), timer(2, .paused(remainingMilliseconds: 5000))]),
                through: noon))
        node.start()
        node.run(for: .minutes(3) + .seconds(5))
        node.send(
            .ringAction(
                RingAction(id: "a", occurrence: occurrence(3, noon + .minutes(3)), kind: .snooze, at: node.now.wall)))
        node.send(
            .ringAction(
                RingAction(id: "b", occurrence: occurrence(9, noon + .hours(1)), kind: .stop, at: node.now.wall)))
        node.breakOutput(.deviceFailed, message: "unplugged")
        node.run(for: .seconds(2))
        let saved = node.saved
        #expect(saved.rings.count == 3 && saved.timers.count == 2 && saved.alarms.actions.count == 1)
        #expect(saved.alarms.spent.count == 1 && saved.reading != nil && saved.alarms.derivedThrough != nil)
        #expect(try WireCodec.decode(NodeState.self, from: WireCodec.encode(saved)) == saved)
    }

    @Test func decidedOccurrencesAreKeptForAWeekAndAtLeastTwoHundred() {
        var decided = DecidedRings()
        for day in 0..<1000 {
            let due = noon + .hours(24 * day)
            decided.insert(occurrence(due), forgettingBefore: due - .hours(8 * 24))
        }
        #expect(decided.occurrences.count == DecidedRings.keptCount + 1)
        #expect(decided.contains(occurrence(noon + .hours(24 * 999))))
        // A clock that was a year ahead has made nothing forgotten.
        for number in 1...10_000 {
            decided.insert(occurrence(1 + number % 999, noon + .hours(number)), forgettingBefore: noon)
        }
        #expect(decided.occurrences.count == DecidedRings.maximumCount)
        #expect(zip(decided.occurrences, decided.occurrences.dropFirst()).allSatisfy { $0 < $1 })
    }
}

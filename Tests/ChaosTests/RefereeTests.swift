import ClockDomain
import ClockWire
import Testing

@testable import chaos

/// Acknowledged changes and lines.
struct RefereeTests {
    private let target = WallTime(rfc3339: "2027-03-01T10:45:00Z")!
    private let due = WallTime(rfc3339: "2027-03-01T10:46:00Z")!
    private let room1 = NodeID("room1")!
    private let room2 = NodeID("room2")!

    private var referee: Referee { Referee(nodes: ["room1", "room2"], target: target, end: target + .minutes(3)) }

    private var alarm: AlarmDefinition {
        AlarmDefinition(
            alarm: Alarm(
                id: AlarmID(number: 1)!, revision: 1, label: "Work", isEnabled: true,
                schedule: AlarmSchedule(
                    time: LocalTime(hourAndMinute: "10:46")!, repetition: .once, countsFrom: target - .seconds(20)),
                ring: .alarm, misfire: .standard), targets: RingTargets(nodes: [room1, room2], groups: []))
    }

    private var timer: TimerDefinition {
        TimerDefinition(
            timer: CountdownTimer(
                id: TimerID(number: 2)!, revision: 1, name: "tea", seconds: 5, state: .running(ends: due), ring: .timer),
            targets: RingTargets(nodes: [room1], groups: []))
    }

    private func change(_ old: DefinedObject?, _ new: DefinedObject?) -> ChangeResult {
        ChangeResult(events: [ChangeEvent(number: 1, at: target, old: old, new: new)])
    }

    private func book() async -> Book {
        let book = Book()
        await book.take(change(nil, .alarm(alarm)), due: due)
        return book
    }

    private func line(_ node: String, _ source: String, epoch: String? = "e") -> StoreContents.Ring {
        StoreContents.Ring(
            node: node, source: source, due: due.nanoseconds, outcome: "rang", reason: "stopped",
            rangAt: due.nanoseconds, endedAt: due.nanoseconds, epoch: epoch)
    }

    private func status(volume: Int = 50) -> SiteStatus {
        var settings = NodeSettings.standard
        settings.volume = Volume(percent: volume)!
        return SiteStatus(
            site: SiteID("chaos")!, now: target, nextWake: target, nextTarget: target,
            coordinator: CoordinatorStatus(state: .running, version: "1", started: target, broker: "", problem: nil),
            nodes: [
                NodeStatus(
                    id: room1, room: "", zone: nil, availability: .online, availabilitySince: nil, clock: nil,
                    last: nil,
                    next: nil, settings: settings, at: WallTime(seconds: 0), revision: .init(desired: 1, applied: 1),
                    audio: nil, voice: nil,
                    version: nil, ledgerPending: nil, problem: nil)
            ])
    }

    @Test func anAcknowledgedAlarmIsThereAsItWasAcknowledged() async {
        let book = await book()
        #expect(await referee.judgeDefinitions(book, alarms: [alarm], status: status()).isEmpty)
        #expect(await referee.judgeDefinitions(book, alarms: [], status: status()).count == 1)
        var other = alarm
        other.alarm.label = "another"
        #expect(await referee.judgeDefinitions(book, alarms: [other], status: status()).count == 1)
        // Over, it is switched off by the coordinator.
        var over = alarm
        over.alarm.isEnabled = false
        over.alarm.revision = 2
        #expect(await referee.judgeDefinitions(book, alarms: [over], status: status()).isEmpty)
        await book.lose(alarm: alarm.alarm.id)
        #expect(await referee.judgeDefinitions(book, alarms: [other], status: status()).isEmpty)
    }

    @Test func anAcknowledgedSettingIsInForce() async {
        let book = Book()
        await book.take(
            SetResult(nodes: [.init(node: room1, revision: 2, settings: status(volume: 40).nodes[0].settings)]))
        #expect(await referee.judgeDefinitions(book, alarms: [], status: status(volume: 40)).isEmpty)
        #expect(await referee.judgeDefinitions(book, alarms: [], status: status(volume: 70)).count == 1)
        await book.lose(volume: 70, of: room1)
        #expect(await referee.judgeDefinitions(book, alarms: [], status: status(volume: 70)).isEmpty)
    }

    @Test func everyOccurrenceHasOneLineOfEachNodesOwn() async {
        let book = await book()
        await book.take(change(nil, .timer(timer)))
        func judge(_ rings: [StoreContents.Ring]) async -> Int {
            await referee.judgeLines(book, StoreContents(quarters: [], rings: rings, repeated: [])).count
        }
        let lines = [line("room1", "a1"), line("room2", "a1"), line("room1", "t2")]
        #expect(await judge(lines) == 0)
        for missing in lines.indices {
            var fewer = lines
            fewer.remove(at: missing)
            #expect(await judge(fewer) == 1)
            // The coordinator's own is none of the node's.
            #expect(await judge(fewer + [line(lines[missing].node, lines[missing].source, epoch: nil)]) == 1)
            #expect(await judge(lines + [lines[missing]]) == 1)
        }
    }

    @Test func noQuarterHourHasTwoLinesAndNoEpochTwoEntriesOfOneSubject() async {
        let quarter = StoreContents.Quarter(
            node: "room1", seconds: target.seconds, outcome: "announced", reason: nil, epoch: "e",
            onsetErrorMicroseconds: 3)
        let twice = StoreContents(quarters: [quarter, quarter], rings: [], repeated: [])
        #expect(await referee.judgeLines(Book(), twice).count == 1)
        let repeated = StoreContents.Entry(node: "room1", epoch: "e", subject: "x", count: 2)
        #expect(
            await referee.judgeLines(Book(), StoreContents(quarters: [], rings: [], repeated: [repeated])).count == 1)
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Changes of people that somebody takes back.
@Suite struct UndoTests {
    private let store = MemoryStore.empty()
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(at: "18:01:00", store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
    }

    /// A change and the state before it.
    struct Kind: CustomTestStringConvertible {
        var testDescription: String
        var before: [Change] = []
        var change: [Change]
        var isOnNodes = true
    }

    private static let school = Timetable(
        name: "school", weeks: [.init(days: WeekdaySet(from: .monday, through: .friday), program: "regular")])
    private static let late = Timetable.Part(since: .midnight, delayMinutes: 20, at: WallTime(seconds: 0))
    private static let group = Change.setGroup(NodeGroup(id: upstairs, nodes: [bedroom]))
    private static let holidays = Change.setHolidays(calendar("de", "2026-12-25"))

    private static let kinds = [
        Kind(testDescription: "an alarm is added", change: [.addAlarm(draft(label: "Work"))]),
        Kind(
            testDescription: "an alarm is removed", before: [.addAlarm(draft(label: "Work"))],
            change: [.removeAlarm(a1)]),
        Kind(
            testDescription: "an alarm in a zone is removed", before: [.addAlarm(draft(zone: "UTC"))],
            change: [.removeAlarm(a1)]),
        Kind(
            testDescription: "an alarm is edited", before: [.addAlarm(draft(label: "Work"))],
            change: [.editAlarm(a1, revision: 1, draft("07:15", label: "Late", nodes: [kitchen, bedroom]))]),
        Kind(
            testDescription: "an alarm is switched off", before: [.addAlarm(draft())],
            change: [.editAlarm(a1, revision: 1, draft(on: false))]),
        Kind(
            testDescription: "an alarm is switched on", before: [.addAlarm(draft(on: false))],
            change: [.editAlarm(a1, revision: 1, draft())]),
        Kind(
            testDescription: "an alarm is skipped", before: [.addAlarm(draft())],
            change: [.editAlarm(a1, revision: 1, draft(skips: ["2026-11-22"]))]),
        Kind(
            testDescription: "an alarm is paused", before: [.addAlarm(draft())],
            change: [.editAlarm(a1, revision: 1, draft(exceptions: ["2026-12-24/2026-12-26"]))]),
        Kind(
            testDescription: "alarms are removed together", before: [.addAlarm(draft()), .addAlarm(draft("08:00"))],
            change: [.removeAlarm(a1), .removeAlarm(a2)]),
        Kind(testDescription: "a group is made", change: [group], isOnNodes: false),
        Kind(
            testDescription: "a group gets a node", before: [group, .addAlarm(draft(nodes: [], groups: [upstairs]))],
            change: [.setGroup(NodeGroup(id: upstairs, nodes: [bedroom, kitchen]))]),
        Kind(
            testDescription: "a group is removed", before: [group], change: [.removeGroup(upstairs)], isOnNodes: false),
        Kind(
            testDescription: "an alarm goes, and then its group",
            before: [group, .addAlarm(draft(groups: [upstairs]))],
            change: [.removeAlarm(a1), .removeGroup(upstairs)]),
        Kind(
            testDescription: "holidays change", before: [holidays, .addAlarm(draft(holidays: CalendarNames(["de"])))],
            change: [.setHolidays(calendar("de", "2026-12-26"))]),
        Kind(
            testDescription: "holidays are removed", before: [holidays], change: [.removeHolidays(name: "de")],
            isOnNodes: false),
        Kind(testDescription: "a timetable is made", change: [.setTimetable(school)], isOnNodes: false),
        Kind(
            testDescription: "a day is changed by hand", before: [.setTimetable(school)],
            change: [.changeDay(timetable: "school", date("2026-11-24"), late)], isOnNodes: false),
        Kind(
            testDescription: "a timetable with a day by hand is removed",
            before: [.setTimetable(school), .changeDay(timetable: "school", date("2026-11-24"), late)],
            change: [.removeTimetable(name: "school")], isOnNodes: false),
    ]

    private mutating func make(_ changes: [Change], by person: String? = "anna") {
        _ = harness.advance(.seconds(1))
        harness.request(ChangeRequest(changes: changes, by: person))
        let all = harness.effects + harness.answerZones() + harness.commitAll()
        #expect(all.results.count == 1, "\(all.suffix(2))")
    }

    /// Asks for an undo; returns the answer.
    @discardableResult
    private mutating func undo(_ number: Int? = nil) -> CoordinatorAnswer? {
        _ = harness.advance(.seconds(1)) + harness.commitAll()
        var all = harness.request(UndoRequest(change: number, by: "ben"))
        for case .readStore(let origin, let query) in harness.effects {
            all += harness.send(.storeRead(origin, store.answer(query)))
        }
        all += harness.answerZones() + harness.commitAll()
        let answers = all.compactMap { if case .reply(_, let answer) = $0 { answer } else { nil } }
        #expect(answers.count == 1)
        return answers.first
    }

    private mutating func undone(_ number: Int? = nil) -> [Int] {
        (undo(number)?.value as? ChangeResult)?.events.compactMap { $0.undoes?.number } ?? []
    }

    private func restarted(at time: String) -> CoreHarness {
        var other = CoreHarness(at: time, store: store)
        for node in [kitchen, bedroom] { other.settleIn(node) }
        return other
    }

    /// The definitions of people, without the fields that an edit back and forth changes.
    private var definitions: [String] {
        let page = harness.schedule()
        let alarms = page.alarms.map { definition in
            var draft = AlarmDraft(definition)
            draft.schedule.countsFrom = WallTime(seconds: 0)
            return "\(definition.alarm.id) \(draft)"
        }
        return alarms + page.groups.map { "\($0)" } + page.holidays.map { "\($0)" } + page.timetables.map { "\($0)" }
    }

    @Test(arguments: kinds) mutating func everyKindOfChangeIsTakenBackAlsoAfterARestart(kind: Kind) throws {
        if !kind.before.isEmpty { make(kind.before) }
        let before = definitions
        make(kind.change)
        #expect(definitions != before)
        harness = restarted(at: "18:02:00")
        let result = try #require(undo()?.value as? ChangeResult)
        #expect(definitions == before)
        #expect(result.events.map(\.undoes?.by) == kind.change.map { _ in "anna" })
        #expect(result.events.allSatisfy { $0.by == "ben" })
        #expect(result.nodes.isEmpty != kind.isOnNodes)
        // An alarm that is back has a higher revision than it ever had.
        for case .alarm(let now)? in result.events.map(\.new) {
            let known = try store.changes(ChangesRequest()).changes.filter { $0.number < result.events[0].number }
            for case .alarm(let old)? in known.flatMap({ [$0.old, $0.new] }) where old.alarm.id == now.alarm.id {
                #expect(old.alarm.revision < now.alarm.revision)
            }
        }
    }

    @Test mutating func anotherUndoTakesBackTheChangeBeforeAndNoUndo() {
        make([.addAlarm(draft("07:00"))])
        make([.editAlarm(a1, revision: 1, draft("08:00"))], by: "ben")
        make([.removeAlarm(a1)])
        #expect(undone() == [3])
        #expect(harness.alarm(a1)?.alarm.schedule.time.hourAndMinute == "08:00")
        #expect(undone() == [2])
        #expect(harness.alarm(a1)?.alarm.schedule.time.hourAndMinute == "07:00")
        #expect(undone() == [1])
        #expect(harness.alarm(a1) == nil)
        #expect(undo()?.failure?.code == .unknownObject)
        // Each has its own line, which says what it took back.
        let changes = (try? store.changes(ChangesRequest()).changes) ?? []
        #expect(changes.map(\.undoes?.number) == [1, 2, 3, nil, nil, nil])
    }

    @Test mutating func settingsAndTheNameOfARoomAreTakenBack() throws {
        func isAsBefore() -> Bool {
            [kitchen, bedroom].allSatisfy { harness.status($0).settings == .standard }
                && harness.status(kitchen).room == "kitchen"
        }
        for request: any SiteRequest in [
            SetRequest(nodes: [kitchen, bedroom], change: SettingsPatch(mute: .on, every: .hour), by: "anna"),
            RenameRequest(node: kitchen, room: "Galley").asked(by: "anna"),
        ] {
            _ = harness.advance(.seconds(1))
            harness.request(request)
            harness.commitAll()
        }
        #expect(!isAsBefore())
        #expect(undone() == [3])
        #expect(harness.status(kitchen).room == "kitchen" && !isAsBefore())
        let result = try #require(undo()?.value as? ChangeResult)
        #expect(isAsBefore() && result.events.map(\.undoes?.number) == [1, 2])
        #expect(result.nodes.map(\.node) == [bedroom, kitchen])
    }

    @Test mutating func onlyAPersonsChangesOfTheLastDayAreTakenBack() {
        make([.addAlarm(draft(label: "unnamed"))], by: nil)
        #expect(undo()?.failure?.code == .unknownObject)
        make([.addAlarm(draft("08:00"))])
        _ = harness.advance(.hours(24))
        #expect(undo()?.failure?.code == .unknownObject)
        make([.setGroup(NodeGroup(id: upstairs, nodes: [kitchen])), .addAlarm(draft("09:00"))])
        _ = harness.advance(.hours(24) - .seconds(2))
        #expect(undone() == [4, 3])
    }

    @Test mutating func aTimerIsNotTakenBackAndTheChangeBeforeItIsNamed() throws {
        make([.addAlarm(draft())])
        make([timer(600)])
        let refusal = try #require(undo()?.failure)
        #expect(refusal.code == .unavailable)
        #expect(
            refusal.message
                == "change 2 of timer t1, by anna, cannot be taken back: timer t1 has counted on: use clockctl timer add, "
                + "pause or cancel; clockctl undo 1 takes back the one before it")
        #expect(undo(2)?.failure?.code == .unavailable)
        #expect(undone(1) == [1])
        #expect(undo(1)?.failure?.code == .unknownObject)
        #expect(harness.alarm(a1) == nil && harness.timer(t1) != nil)
    }

    @Test mutating func whatHasChangedSinceStays() throws {
        make([.addAlarm(draft("07:00"))])
        make([.editAlarm(a1, revision: 1, draft("08:00"))])
        make([.editAlarm(a1, revision: 2, draft("08:00", label: "Ben's"))], by: "ben")
        let refusal = try #require(undo(2)?.failure)
        #expect(
            refusal.code == .conflict && refusal.message.contains("change 2 of alarm a1, by anna, cannot be taken back")
        )
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(every: .hour), by: "anna"))
        harness.commitAll()
        _ = harness.advance(.seconds(1))
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(every: .halfHour), by: "ben"))
        harness.commitAll()
        #expect(undo(4)?.failure?.code == .conflict)
        #expect(harness.status(kitchen).settings.every == .halfHour)
    }

    @Test mutating func anAlarmThatHasRungStaysAndOneWhoseTimeIsOverDoesNotComeBack() throws {
        make([.addAlarm(draft("19:30", .once)), .addAlarm(draft("19:40", .once))])
        make([.removeAlarm(a2)])
        harness.live(until: "18:35:00")
        harness.ledger(kitchen, rung(.alarm(a1), "18:30:00"))
        #expect(harness.alarm(a1)?.alarm.isEnabled == false)
        // 19:40 in Berlin.
        harness.live(until: "18:39:30")
        #expect(undone() == [3])
        make([.removeAlarm(a2)])
        harness.live(until: "18:41:00")
        let over = try #require(undo()?.failure)
        #expect(over.code == .unavailable && over.message.contains("19:40, for which it was set, is over"))
        #expect(undo(1)?.failure?.code == .conflict)
    }

    @Test mutating func aChangeOfTooMuchIsRefused() {
        make((0..<251).map { .addAlarm(draft("0\($0 % 10):00")) })
        #expect(undo()?.failure?.code == .unavailable)
        #expect(harness.schedule().alarms.count == 251)
    }

    @Test mutating func anUndoThatTheStoreRefusesLeavesTheWayBack() {
        make([.addAlarm(draft())])
        make([.removeAlarm(a1)])
        _ = harness.advance(.seconds(1))
        harness.request(UndoRequest())
        for case .readStore(let origin, let query) in harness.effects {
            harness.send(.storeRead(origin, store.answer(query)))
        }
        #expect(harness.alarm(a1) == nil)
        harness.failCommit()
        #expect(harness.refusal?.code == .storeFailed)
        harness.commitAll()
        #expect(undone() == [2] && harness.alarm(a1) != nil)
    }
}

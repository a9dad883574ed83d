import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Two people change one thing at one moment: a group, a calendar, a timetable. None of these has a revision.
@Suite struct ConflictTests {
    private let store = MemoryStore.empty()
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(at: "18:01:00", store: store)
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        harness.made(Self.group([kitchen]), .setHolidays(calendar("de", "2026-12-25")), .setTimetable(Self.school))
    }

    private static let school = Timetable(
        name: "school", weeks: [.init(days: WeekdaySet(from: .monday, through: .friday), program: "regular")])
    private static let late = Change.changeDay(
        timetable: "school", date("2026-11-24"), .init(since: .midnight, delayMinutes: 20, at: WallTime(seconds: 0)))

    private static func group(_ nodes: [NodeID]) -> Change { .setGroup(NodeGroup(id: upstairs, nodes: nodes)) }

    private mutating func ask(_ changes: [Change], after: Int?) -> RequestError? {
        harness.request(ChangeRequest(changes: changes, after: after))
        let refusal = harness.refusal
        harness.commitAll()
        return refusal
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        var quicker: Change
        var slower: Change
        var words: String
        var testDescription: String { words }
    }

    private static let pairs = [
        Pair(
            quicker: group([bedroom, kitchen]), slower: group([bedroom]),
            words: "group upstairs has changed since you looked at it: it has bedroom, kitchen now"),
        Pair(quicker: .removeGroup(upstairs), slower: group([bedroom]), words: "it is gone now"),
        Pair(
            quicker: .setHolidays(calendar("de", "2026-12-24", "2026-12-25")), slower: .removeHolidays(name: "de"),
            words: "holiday calendar de has changed since you looked at it: it has 2 days now"),
        Pair(quicker: .setTimetable(Timetable(name: "school")), slower: late, words: "it has other rules or days now"),
        Pair(
            quicker: late, slower: .changeDay(timetable: "school", date("2026-11-24"), nil), words: "timetable school"),
        Pair(quicker: late, slower: .removeTimetable(name: "school"), words: "timetable school has changed"),
    ]

    @Test(arguments: pairs) mutating func theLaterOfTwoIsRefusedWithWhatIsThereNow(pair: Pair) throws {
        let seen = try #require(harness.schedule().changes)
        #expect(ask([pair.quicker], after: seen) == nil)
        let before = harness.schedule()
        let refusal = ask([.startStopwatch(name: "run"), pair.slower], after: seen)
        #expect(
            refusal?.code == .conflict && refusal?.message.contains(pair.words) == true, "\(refusal?.message ?? "")")
        #expect(harness.schedule() == before)
        // A person who looks again, and one who does not say which state was seen.
        #expect(ask([pair.slower], after: harness.schedule().changes) == nil)
    }

    @Test mutating func whoDoesNotLookReplacesAsBefore() {
        _ = ask([Self.group([bedroom])], after: nil)
        #expect(ask([Self.group([kitchen])], after: nil) == nil)
    }

    @Test mutating func whatNobodyTouchedIsNoConflict() throws {
        let seen = try #require(harness.schedule().changes)
        _ = ask([.addAlarm(draft()), .setHolidays(calendar("us", "2026-12-25"))], after: nil)
        #expect(ask([Self.group([bedroom]), Self.late], after: seen) == nil)
    }

    /// The first is not committed yet as the second comes; a commit fails; the coordinator starts again.
    @Test mutating func itHoldsForChangesUnderWayAndAfterARestart() throws {
        let seen = try #require(harness.schedule().changes)
        harness.request(ChangeRequest(changes: [Self.group([bedroom])], after: seen))
        harness.request(ChangeRequest(changes: [Self.group([bedroom, kitchen])], after: seen))
        #expect(harness.refusal?.code == .conflict)
        harness.failCommit()
        _ = harness.advance(.seconds(10))
        harness.commitAll()
        #expect(ask([Self.group([bedroom])], after: seen) == nil)
        harness = CoreHarness(at: "18:05:00", store: store)
        harness.settleIn(kitchen)
        #expect(ask([Self.group([kitchen])], after: seen)?.code == .conflict)
        #expect(ask([Self.group([kitchen])], after: harness.schedule().changes) == nil)
        // Of a store with more changes.
        #expect(ask([Self.group([bedroom])], after: seen + 100)?.code == .conflict)
    }
}

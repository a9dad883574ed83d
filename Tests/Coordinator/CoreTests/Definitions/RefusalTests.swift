import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Each refusal has its code and a message that names the mistake.
@Suite struct ChangeRefusalTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.settleIn(kitchen)
        harness.made(
            .setGroup(NodeGroup(id: upstairs, nodes: [kitchen])), .setHolidays(calendar("de", "2026-12-25")),
            .addAlarm(draft(groups: [upstairs], holidays: "de")), timer(600), .startStopwatch(name: "run"),
            .startStopwatch(name: "still"), .stopStopwatch(StopwatchID(number: 2)!))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var change: Change
        var code: RequestError.Code
        var word: String
        var testDescription: String { word }
    }

    static let attic = NodeID("attic")!
    static let loud = RingStyle(sound: "no sound", volume: nil, rampSeconds: 0, limitMinutes: 10, snoozeMinutes: 0)
    static let long = RingStyle(sound: "bells", volume: nil, rampSeconds: 901, limitMinutes: 10, snoozeMinutes: 0)

    @Test(arguments: [
        Case(
            change: .addAlarm(draft(nodes: [attic])), code: .unknownNode,
            word: "no node is called attic; known are kitchen"),
        Case(
            change: .addAlarm(draft(groups: [GroupID("cellar")!])), code: .unknownObject,
            word: "no group is called cellar; there are upstairs"),
        Case(change: .addAlarm(draft(nodes: [])), code: .invalid, word: "no node and no group"),
        Case(
            change: .addAlarm(draft(holidays: "fr")), code: .unknownObject,
            word: "no holiday calendar is called fr; there are de"),
        Case(change: .addAlarm(draft(label: "a\nb")), code: .invalid, word: "0 to 64 characters on one line"),
        Case(change: .addAlarm(draft("07:00", .weekly([]))), code: .invalid, word: "at least one day"),
        Case(
            change: .addAlarm(draft("07:00", .onDate(date("2026-11-19")))), code: .invalid, word: "2026-11-19 is over"),
        Case(change: .addAlarm(draft(ring: loud)), code: .invalid, word: "no sound"),
        Case(change: .addAlarm(draft(ring: long)), code: .invalid, word: "901"),
        Case(change: .addAlarm(draft(misfire: .ring(withinMinutes: 0))), code: .invalid, word: "1...1440"),
        Case(change: .editAlarm(a2, revision: 1, draft()), code: .unknownObject, word: "there is no alarm a2"),
        Case(change: .editAlarm(a1, revision: 7, draft()), code: .conflict, word: "revision 1"),
        Case(change: .removeAlarm(a2), code: .unknownObject, word: "there is no alarm a2"),
        Case(change: timer(0), code: .invalid, word: "0 s"),
        Case(change: timer(360_000), code: .invalid, word: "360000 s"),
        Case(change: timer(60, nodes: [attic]), code: .unknownNode, word: "attic"),
        Case(change: timer(60, "a\u{2028}b"), code: .invalid, word: "0 to 64"),
        Case(change: .addToTimer(t1, seconds: 359_400), code: .invalid, word: "359999"),
        Case(change: .addToTimer(t1, seconds: .max), code: .invalid, word: "359999"),
        Case(change: .addToTimer(t1, seconds: .min), code: .invalid, word: "359999"),
        Case(change: .addToTimer(t1, seconds: -600), code: .invalid, word: "10 min left"),
        Case(change: .pauseTimer(TimerID(number: 2)!), code: .unknownObject, word: "there is no timer t2"),
        Case(change: .cancelTimer(TimerID(number: 2)!), code: .unknownObject, word: "there is no timer t2"),
        Case(change: .lapStopwatch(StopwatchID(number: 2)!), code: .unavailable, word: "s2 is stopped"),
        Case(change: .removeStopwatch(StopwatchID(number: 3)!), code: .unknownObject, word: "there is no stopwatch s3"),
        Case(
            change: .setGroup(NodeGroup(id: GroupID("kitchen")!, nodes: [kitchen])), code: .invalid,
            word: "the id of a node"),
        Case(change: .setGroup(NodeGroup(id: upstairs, nodes: [])), code: .invalid, word: "no node"),
        Case(change: .setGroup(NodeGroup(id: upstairs, nodes: [attic])), code: .unknownNode, word: "attic"),
        Case(change: .removeGroup(GroupID("cellar")!), code: .unknownObject, word: "there is no group cellar"),
        Case(change: .removeGroup(upstairs), code: .invalid, word: "named by alarm a1"),
        Case(change: .removeHolidays(name: "de"), code: .invalid, word: "named by alarm a1"),
        Case(change: .removeHolidays(name: "fr"), code: .unknownObject, word: "no holiday calendar is called fr"),
    ]) mutating func isRefused(_ one: Case) throws {
        let before = harness.schedule()
        harness.change(one.change)
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == one.code)
        #expect(refusal.message.contains(one.word), "\(refusal.message)")
        #expect(!refusal.message.contains("\n"))
        #expect(harness.commit == nil && harness.schedule() == before)
    }

    @Test mutating func aRequestOfNoneOrTooManyChangesIsRefused() {
        harness.change()
        #expect(harness.refusal?.code == .invalid)
        harness.request(ChangeRequest(changes: Array(repeating: .removeAlarm(a2), count: 501)))
        #expect(harness.refusal?.code == .invalid)
        harness.request(ScheduleRequest(limit: 2_001))
        #expect(harness.refusal?.code == .invalid)
        harness.request(ScheduleRequest(limit: 0))
        #expect(harness.refusal?.code == .invalid)
    }

    @Test mutating func aNodeThatIsNamedIsNotForgotten() throws {
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        harness.request(ForgetRequest(node: kitchen))
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .invalid)
        #expect(refusal.message.contains("alarm a1 and timer t1 and group upstairs"))
        harness.made(.removeAlarm(a1), .cancelTimer(t1), .removeGroup(upstairs))
        harness.request(ForgetRequest(node: kitchen))
        #expect(harness.refusal == nil)
        harness.commitAll()
        #expect(harness.status().nodes.isEmpty)
        // And is no target any more.
        harness.change(.addAlarm(draft()))
        #expect(harness.refusal?.code == .unknownNode)
    }

    @Test mutating func setAndRenameAreToldAsChangesOfTheNode() {
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        harness.commitAll()
        let number = harness.changes.first?.number
        #expect(
            harness.changes.map(\.new) == [.node(kitchen, room: "kitchen", settings: NodeSettings(mute: .on))])
        #expect(harness.changes.map(\.old) == [.node(kitchen, room: "kitchen", settings: .standard)])
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        #expect(harness.changes.isEmpty)
        harness.request(RenameRequest(node: kitchen, room: "Küche"))
        harness.commitAll()
        #expect(harness.changes.map(\.new) == [.node(kitchen, room: "Küche", settings: NodeSettings(mute: .on))])
        #expect(harness.changes.first?.number == number.map { $0 + 1 })
    }
}

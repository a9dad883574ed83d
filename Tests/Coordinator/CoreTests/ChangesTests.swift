import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The store's record of people's changes.
@Suite struct ChangesTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    private var saved: [(event: ChangeEvent, limit: ChangeLimits?)] {
        harness.operations.compactMap { if case .saveChange(let event, let limit) = $0 { (event, limit) } else { nil } }
    }

    private mutating func changeGroup(_ nodes: [NodeID]) {
        harness.request(ChangeRequest(changes: [.setGroup(NodeGroup(id: upstairs, nodes: nodes))], by: "anna"))
    }

    @Test mutating func aChangeIsStoredWithItsEvent() throws {
        changeGroup([kitchen])
        let event = ChangeEvent(
            number: 1, at: instant("18:01:00"), old: nil, new: .group(NodeGroup(id: upstairs, nodes: [kitchen])),
            by: "anna")
        #expect(saved.map(\.event) == [event] && harness.changes.isEmpty)
        #expect(harness.operations.contains { if case .saveObject(.group) = $0 { true } else { false } })
        harness.commitAll()
        #expect(harness.changes == [event])
        // Settings of a node as well.
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on), by: "ben"))
        #expect(saved.map(\.event.by) == ["ben"] && saved.map(\.event.number) == [2])
    }

    @Test mutating func aChangeThatTheStoreRefusesHasNoEvent() {
        changeGroup([kitchen])
        harness.failCommit()
        #expect(harness.changes.isEmpty && harness.refusal?.code == .storeFailed)
        harness.commitAll()
        changeGroup([bedroom])
        harness.commitAll()
        #expect(harness.changes.map(\.number) == [1])
    }

    @Test mutating func everyHundredthDeletesTheOldest() {
        var limits: [Int: ChangeLimits?] = [:]
        for number in 1...101 {
            changeGroup(number.isMultiple(of: 2) ? [bedroom] : [kitchen])
            for (event, limit) in saved { limits[event.number] = limit }
            harness.commitAll()
        }
        #expect(
            limits.count == 101
                && limits.compactMapValues(\.self) == [100: ChangeLimits(count: 10_000, bytes: 64 << 20)])
    }

    @Test mutating func changesAreReadFromTheStore() {
        let request = ChangesRequest(since: instant("12:00:00"), limit: 7)
        harness.request(request)
        #expect(harness.effects == [.readStore(CoreHarness.origin, .changes(request))])
        for limit in [0, ChangesRequest.maximumLimit + 1] {
            harness.request(ChangesRequest(limit: limit))
            #expect(harness.refusal?.code == .invalid)
        }
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// A person has a new store take over the nodes' definitions of a lost one, or replace them by its own.
@Suite struct AdoptionTests {
    private static let foreign = "ffffffffffffffff"
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        for node in [bedroom, kitchen] { meet(node) }
    }

    /// The node is online and holds what was defined in the other store.
    private mutating func meet(_ node: NodeID, store: String = foreign) {
        harness.send(.availability(node, .online))
        harness.send(.reported(node, reported(revision: 7, store: store)))
        harness.commitAll()
    }

    private func alarm(_ number: Int, revision: Int = 1, label: String = "Work") -> Alarm {
        Alarm(
            id: AlarmID(number: number)!, revision: revision, label: label, isEnabled: true,
            schedule: AlarmSchedule(
                time: LocalTime(hourAndMinute: "07:00")!, repetition: .weekly(.everyDay),
                countsFrom: instant("2026-11-01T00:00:00Z"), exceptions: [span("2026-12-24")],
                holidays: [span("2027-01-01")]),
            ring: .alarm, misfire: .standard)
    }

    private func document(_ room: String, alarms: [Alarm], timers: [CountdownTimer] = []) -> Desired {
        var settings = NodeSettings.standard
        settings.mute = .on
        return Desired(
            revision: 7, store: Self.foreign, room: room, settings: settings, alarms: alarms, timers: timers)
    }

    private var asked: [NodeID] {
        harness.effects.commands.filter { $0.command.action == .show }.map(\.node)
    }

    /// Adopts, and answers for those nodes.
    private mutating func adopt(_ documents: [NodeID: Desired]) -> CoordinatorAnswer? {
        harness.request(AdoptRequest())
        var effects: [CoordinatorEffect] = []
        for (node, document) in documents.sorted(by: { $0.key < $1.key }) {
            effects += harness.send(.held(node, document))
        }
        effects += harness.advance(.seconds(10)) + harness.commitAll()
        for case .reply(_, let answer) in effects { return answer }
        return nil
    }

    private var alarms: [AlarmDefinition] {
        var copy = harness
        copy.request(ScheduleRequest())
        guard let page = copy.replies.first?.value as? SchedulePage else { return [] }
        return page.alarms
    }

    @Test mutating func whatNodesHoldIsTakenOverInOneCommitAndGivenBackToThem() throws {
        harness.request(AdoptRequest())
        #expect(asked == [bedroom, kitchen])
        harness.send(.held(kitchen, document("Küche", alarms: [alarm(3)])))
        #expect(harness.commit == nil)
        harness.send(.held(bedroom, document("Schlafzimmer", alarms: [alarm(3, revision: 2), alarm(9)])))
        #expect(harness.commit != nil && harness.replies.isEmpty)
        let effects = harness.commitAll()
        #expect(
            effects.contains(
                .reply(
                    CoreHarness.origin,
                    .success(
                        AdoptResult(
                            store: Self.foreign, nodes: [bedroom, kitchen], alarms: 2, timers: 0, left: [])))))
        #expect(alarms.map(\.alarm.id.number) == [3, 9] && alarms.map(\.alarm.revision) == [2, 1])
        #expect(alarms.map(\.targets.nodes) == [[bedroom, kitchen], [bedroom]])
        let documents = effects.compactMap { effect -> Desired? in
            if case .publish(.desired(bedroom, let document)) = effect { document } else { nil }
        }
        let document = try #require(documents.last)
        #expect(document.replaces == [Self.foreign] && document.room == "Schlafzimmer" && document.settings.mute == .on)
        #expect(document.alarms.map(\.id.number) == [3, 9])
        #expect(document.alarms.allSatisfy { $0.schedule.exceptions == [span("2026-12-24"), span("2027-01-01")] })
        #expect(harness.status().foreign.isEmpty)
    }

    @Test mutating func whoDoesNotAnswerKeepsWhatItHoldsAndIsAskedAnotherTime() {
        guard let answer = adopt([bedroom: document("bedroom", alarms: [alarm(3)])]),
            let result = answer.value as? AdoptResult
        else {
            Issue.record("refused")
            return
        }
        #expect(result.nodes == [bedroom] && result.left == [kitchen])
        #expect(harness.status().foreign == [ForeignStore(store: Self.foreign, nodes: [kitchen])])
        // It missed an edit, and has an alarm of its own. What has the same id is the same.
        guard
            adopt([kitchen: document("kitchen", alarms: [alarm(3), alarm(4, label: "Tea")])])?.value is AdoptResult
        else {
            Issue.record("refused")
            return
        }
        #expect(alarms.map(\.alarm.id.number) == [3, 4])
        #expect(alarms.map(\.targets.nodes) == [[bedroom, kitchen], [kitchen]])
        #expect(harness.status().foreign.isEmpty)
    }

    @Test mutating func whatThisStoreHasUnderTheSameIDGetsAnother() {
        let office = NodeID("office")!
        harness.join(office)
        harness.request(ChangeRequest(changes: [.addAlarm(draft(label: "Own", nodes: [office]))]))
        harness.commitAll()
        #expect(alarms.map(\.alarm.id.number) == [1])
        _ = adopt([bedroom: document("bedroom", alarms: [alarm(1)]), kitchen: document("kitchen", alarms: [])])
        #expect(alarms.map(\.alarm.label) == ["Work", "Own"])
        #expect(alarms.map(\.alarm.id.number) == [1, 2])
    }

    /// A node speaks for itself alone, whatever revision it tells.
    @Test mutating func aForgedDocumentChangesNothingForOtherRooms() throws {
        var forged = document("bedroom", alarms: [alarm(3, revision: 999_999, label: "Forged"), alarm(999_999_998)])
        forged.revision = 999_999
        _ = adopt([bedroom: forged, kitchen: document("kitchen", alarms: [alarm(3)])])
        func labels(_ node: NodeID) -> [String] { alarms.filter { $0.targets.nodes == [node] }.map(\.alarm.label) }
        #expect(labels(kitchen) == ["Work"])
        #expect(labels(bedroom).sorted() == ["Forged", "Work"])
        #expect(alarms.allSatisfy { $0.alarm.revision < 1_000_000 })
        let office = NodeID("office")!
        harness.join(office)
        harness.request(ChangeRequest(changes: [.addAlarm(draft(label: "Next", nodes: [office]))]))
        harness.commitAll()
        #expect(try #require(alarms.first { $0.alarm.label == "Next" }).alarm.id.number < 100)
    }

    @Test mutating func whatMostRoomsHoldKeepsItsID() {
        let office = NodeID("office")!
        meet(office)
        _ = adopt([
            bedroom: document("bedroom", alarms: [alarm(3, label: "Other")]),
            kitchen: document("kitchen", alarms: [alarm(3)]), office: document("office", alarms: [alarm(3)]),
        ])
        #expect(alarms.map(\.alarm.id.number) == [3, 4])
        #expect(alarms.map(\.alarm.label) == ["Work", "Other"])
        #expect(alarms.map(\.targets.nodes) == [[kitchen, office], [bedroom]])
    }

    @Test mutating func aLookShowsDifferencesSideBySideAndChangesNothing() throws {
        harness.request(AdoptRequest(look: true))
        harness.send(.held(bedroom, document("bedroom", alarms: [alarm(3, label: "Other")])))
        let effects = harness.send(.held(kitchen, document("kitchen", alarms: [alarm(3), alarm(4)])))
        #expect(harness.commit == nil)
        let look = try #require(effects.results.first as? AdoptResult)
        #expect(look.nodes.isEmpty && look.documents.map(\.node) == [bedroom, kitchen])
        #expect(look.differing == 1 && look.differences.map(\.source) == [.alarm(AlarmID(number: 3)!)])
        #expect(look.differences[0].forms.map(\.nodes) == [[bedroom], [kitchen]])
        #expect(look.differences[0].forms.map(\.alarm?.label) == ["Other", "Work"])
        // A node that has changed since the look is left.
        harness.request(AdoptRequest(seen: look.documents))
        harness.send(.held(bedroom, document("bedroom", alarms: [alarm(3, label: "Other")])))
        var changed = document("kitchen", alarms: [alarm(5)])
        changed.revision = 8
        harness.send(.held(kitchen, changed))
        let result = try #require(harness.commitAll().results.first as? AdoptResult)
        #expect(result.nodes == [bedroom] && result.left == [kitchen])
    }

    @Test mutating func nobodyIsTakenOverFromButWhoIsNamed() throws {
        harness.request(AdoptRequest(nodes: [kitchen]))
        #expect(asked == [kitchen])
        harness.send(.held(kitchen, document("kitchen", alarms: [alarm(3)])))
        let result = try #require(harness.commitAll().results.first as? AdoptResult)
        #expect(result.nodes == [kitchen] && result.left.isEmpty)
        #expect(harness.status().foreign.map(\.nodes) == [[bedroom]])
        harness.request(AdoptRequest(nodes: [kitchen]))
        #expect(harness.refusal?.code == .unknownObject)
    }

    @Test mutating func replacingGivesTheNodesWhatThisStoreHas() {
        let effects = harness.request(AdoptRequest(replace: true)) + harness.commitAll()
        #expect(asked.isEmpty)
        let documents = effects.compactMap { effect -> Desired? in
            if case .publish(.desired(_, let document)) = effect { document } else { nil }
        }
        #expect(documents.count == 2 && documents.allSatisfy { $0.replaces == [Self.foreign] && $0.alarms.isEmpty })
        #expect(harness.status().foreign.isEmpty)
    }

    @Test mutating func whatCannotBeStoredIsNotTakenOver() throws {
        harness.request(AdoptRequest())
        harness.send(.held(bedroom, document("bedroom", alarms: [alarm(3)])))
        harness.send(.held(kitchen, document("kitchen", alarms: [alarm(3)])))
        harness.send(.commitFailed(try #require(harness.commit).id, reason: "full"))
        #expect(harness.refusal?.code == .storeFailed)
        #expect(harness.desired.isEmpty && alarms.isEmpty)
        #expect(harness.status().foreign.map(\.nodes) == [[bedroom, kitchen]])
    }

    @Test mutating func whatCannotBeMeantIsRefusedInWords() {
        harness.request(AdoptRequest(store: "0000000000000000"))
        #expect(harness.refusal?.code == .unknownObject)
        meet(NodeID("office")!, store: "eeeeeeeeeeeeeeee")
        harness.request(AdoptRequest())
        #expect(harness.refusal?.code == .invalid)
        #expect(harness.refusal?.message.contains("eeeeeeeeeeeeeeee (office)") == true)
        for node in [bedroom, kitchen] { harness.send(.availability(node, .offline)) }
        harness.commitAll()
        harness.request(AdoptRequest(store: Self.foreign))
        #expect(harness.refusal?.message.contains("not online") == true)
    }
}

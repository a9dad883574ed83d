import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// A coordinator meets nodes that hold what people defined in another store.
@Suite struct ForeignStoreTests {
    private static let foreign = "ffffffffffffffff"
    private var harness = CoreHarness(at: "18:01:00")

    /// The kitchen holds what people defined in another store.
    private func holding(_ revision: Int = 7, isBare: Bool = false) -> Reported {
        reported(revision: revision, store: Self.foreign, isBare: isBare)
    }

    /// Its availability, its report and its ledger come in any order.
    private mutating func meet(_ report: Reported, reportFirst: Bool) {
        let events: [CoordinatorEvent] = [.availability(kitchen, .online), .ledger(kitchen, batch(1...1))]
        if reportFirst { told(.reported(kitchen, report)) }
        for event in events { told(event) }
        if !reportFirst { told(.reported(kitchen, report)) }
    }

    private var published: [CoordinatorEffect] = []

    /// Takes the event in with its commits, and keeps what was published for nodes.
    private mutating func told(_ event: CoordinatorEvent) {
        published += (harness.send(event) + harness.commitAll()).filter {
            switch $0 {
            case .publish(.desired), .publish(.acked): true
            default: false
            }
        }
    }

    @Test(arguments: [true, false])
    mutating func aNodeThatHoldsAnotherStoresAlarmsIsToldNothingAndNothingOfItIsAcknowledged(reportFirst: Bool) {
        meet(holding(), reportFirst: reportFirst)
        told(.brokerDisconnected(reason: "gone"))
        told(.brokerConnected)
        told(.ledger(kitchen, batch(1...2)))
        #expect(published == [])
        #expect(harness.status().foreign == [ForeignStore(store: Self.foreign, nodes: [kitchen])])
        #expect(harness.status(kitchen).foreignStore == Self.foreign)
    }

    @Test mutating func thatIsSaidOnceInTheLogAndByTheDoctor() throws {
        harness.send(.reported(kitchen, holding()))
        #expect(harness.warnings.contains { $0.contains("kitchen") && $0.contains(Self.foreign) })
        harness.commitAll()
        harness.send(.reported(kitchen, holding(8)))
        #expect(harness.warnings.isEmpty)
        harness.send(.availability(kitchen, .online))
        harness.commitAll()
        harness.request(DoctorRequest())
        harness.send(.reported(kitchen, holding(8)))
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        guard let report = harness.replies.first?.value as? DoctorReport else { throw Failure() }
        let check = try #require(report.checks.first { $0.subject == "store \(Self.foreign)" })
        #expect(check.verdict == .failed && check.finding.contains("kitchen holds"))
        let settings = try #require(report.checks.first { $0.subject == "kitchen settings" })
        #expect(settings.verdict == .failed && settings.finding.contains(Self.foreign))
    }

    private struct Failure: Error {}

    @Test(arguments: [true, false])
    mutating func aNodeThatHoldsNothingIsToldAtOnce(reportFirst: Bool) {
        meet(holding(isBare: true), reportFirst: reportFirst)
        #expect(published.contains { if case .publish(.desired(kitchen, _)) = $0 { true } else { false } })
        #expect(harness.status().foreign.isEmpty)
    }

    @Test mutating func aNodeThatHoldsNothingAnyMoreIsToldThenAndAcknowledged() {
        meet(holding(), reportFirst: true)
        told(.reported(kitchen, holding(8, isBare: true)))
        told(.ledger(kitchen, batch(1...1)))
        #expect(published.count == 2, "its document, and its ledger")
    }

    @Test mutating func twoCoordinatorsDoNotAnswerEachOthersDocumentsWithoutEnd() {
        harness.join(kitchen)
        for revision in 1...9 { told(.reported(kitchen, holding(revision, isBare: true))) }
        #expect(published == [])
        // Each document is displaced by the other coordinator's a second later, for three hours.
        for _ in 0..<3 * 3_600 {
            _ = harness.advance(.seconds(1))
            told(.reported(kitchen, holding(isBare: true)))
        }
        #expect((8...25).contains(published.count), "5 s apart, then 10, up to 640 s: \(published.count)")
        // A change comes at once.
        published = []
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        #expect(harness.commitAll().contains { if case .publish(.desired(kitchen, _)) = $0 { true } else { false } })
    }

    @Test mutating func aNodeThatRefusedAnothersDocumentIsSentItsOwnAgain() {
        harness.join(kitchen)
        let refused = RefusedStore(store: Self.foreign, since: instant("18:00:00"))
        told(.reported(kitchen, reported(refused: refused)))
        #expect(published.count == 1)
        told(.reported(kitchen, reported(pending: 3, refused: refused)))
        #expect(published.count == 1)
    }

    @Test mutating func whatWouldChangeItsDefinitionsIsRefusedInWords() throws {
        meet(holding(), reportFirst: true)
        harness.join(bedroom)
        harness.request(SetRequest(nodes: [bedroom, kitchen], change: SettingsPatch(mute: .on)))
        let refusal = try #require(harness.refusal)
        #expect(refusal.code == .unavailable && refusal.message.contains("kitchen holds"))
        let group = NodeGroup(id: GroupID("all")!, nodes: [bedroom, kitchen])
        harness.request(ChangeRequest(changes: [.setGroup(group)]))
        harness.commitAll()
        harness.request(ChangeRequest(changes: [.addAlarm(draft(nodes: [], groups: [group.id]))]))
        #expect(harness.refusal?.message.contains("kitchen holds") == true)
    }

    @Test mutating func theAlarmsThatTheRoomsHoldAreCounted() throws {
        let holders = [(bedroom, 3), (kitchen, 11)]
        for (node, alarms) in holders {
            harness.send(.reported(node, reported(revision: 7, store: Self.foreign, alarms: alarms)))
        }
        #expect(harness.warnings.contains { $0.contains("11 alarms") && $0.contains("is new") })
        harness.commitAll()
        let status = harness.status()
        #expect(status.foreign == [ForeignStore(store: Self.foreign, nodes: [bedroom, kitchen], alarms: 14)])
        #expect(status.coordinator.isStoreNew)
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        for (node, alarms) in holders {
            harness.send(.reported(node, reported(revision: 7, store: Self.foreign, alarms: alarms)))
        }
        guard let report = harness.replies.first?.value as? DoctorReport else { throw Failure() }
        let check = try #require(report.checks.first { $0.subject == "store \(Self.foreign)" })
        #expect(check.finding.contains("14 alarms") && check.finding.contains("is new"))
    }

    @Test mutating func aStoreInWhichSomethingIsDefinedIsNotNew() {
        #expect(harness.status().coordinator.isStoreNew)
        harness.request(ChangeRequest(changes: [.startStopwatch(name: "run")]))
        harness.commitAll()
        #expect(!harness.status().coordinator.isStoreNew)
    }

    /// It is found again after another one has served the site for a while.
    @Test func aStoreThatNodesObeyedIsNotNewWhenTheyObeyAnotherOne() {
        let state = StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: [stored(kitchen)])
        var harness = CoreHarness(at: "18:01:00", stored: state)
        harness.send(.reported(kitchen, holding()))
        #expect(!harness.status().coordinator.isStoreNew)
    }

    /// Another coordinator may serve the site: this one would keep the definitions, and they would reach nobody.
    @Test mutating func nothingIsDefinedWhereEveryNodeObeysAnotherStore() throws {
        let requests: [any SiteRequest] = [
            ChangeRequest(changes: [.startStopwatch(name: "run")]),
            ScoreRequest(learner: "mia", list: "farm", answers: [.init(word: "cow", known: true)]),
        ]
        meet(holding(), reportFirst: true)
        for request in requests {
            harness.request(request)
            #expect(harness.refusal?.code == .unavailable)
            #expect(harness.refusal?.message.contains("clockctl adopt") == true)
            #expect(harness.commitAll().isEmpty)
        }
        harness.join(bedroom)
        for request in requests {
            harness.request(request)
            #expect(harness.refusal == nil)
            harness.commitAll()
        }
    }

    /// A backup that was restored says whose place it takes.
    @Test func aStoreThatTakesTheOthersPlaceSaysSoInEveryDocument() {
        var node = stored(kitchen)
        node.definition.replace(Self.foreign)
        var harness = CoreHarness(
            at: "18:01:00", stored: StoredState(storeID: "00112233aabbccdd", closedThrough: nil, nodes: [node]))
        harness.send(.reported(kitchen, holding()))
        harness.commitAll()
        #expect(harness.status().foreign.isEmpty)
        harness.send(.brokerConnected)
        #expect(harness.desired[kitchen]?.replaces == [Self.foreign])
    }
}

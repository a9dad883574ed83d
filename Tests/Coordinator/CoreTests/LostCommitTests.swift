import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// The losses of a failed commit, and the parts that the store has all the same when it works again.
@Suite struct LostCommitTests {
    private let store = MemoryStore.empty()
    private var harness: CoreHarness

    init() {
        harness = CoreHarness(at: "05:00:00", store: store)
        harness.join(kitchen)
    }

    /// The store is tried again after ten seconds, and after twenty when it has failed twice.
    private mutating func recover() {
        _ = harness.advance(.seconds(20))
        harness.commitAll()
    }

    private mutating func restart(at time: String) {
        harness = CoreHarness(at: time, store: store)
        harness.answerZones()
    }

    private mutating func goOff(_ node: NodeID) {
        harness.send(.availability(node, .offline))
        harness.commitAll()
    }

    /// Its line was looked at, and is looked at once more after the commit.
    @Test mutating func whatHasItsLineIsNotMissed() {
        harness.settleIn(kitchen)
        harness.settleIn(bedroom)
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen, bedroom])))
        goOff(bedroom)
        _ = harness.live(until: "06:01:00")
        harness.ledger(kitchen, rung(.alarm(a1), "06:00:00"))
        #expect(harness.advance(.minutes(5)).absences.map(\.node) == [bedroom])
        harness.failCommit()
        #expect(harness.live(until: "23:00:00").absences.map(\.node) == [bedroom])
    }

    /// The disk is full at the node's first report, and the node goes off for good.
    @Test(arguments: [false, true]) mutating func aNodesZoneIsStoredWhenTheStoreWorksAgain(isNew: Bool) {
        let node = isNew ? bedroom : kitchen
        if isNew { harness.send(.availability(node, .online)) }
        harness.send(.reported(node, reported()))
        harness.failCommit()
        // The next one while the store fails.
        harness.send(.reported(node, reported(zone: "UTC")))
        recover()
        #expect(store.contents.nodes.first { $0.definition.id == node }?.zone == "UTC")
        harness.answerZones()
        harness.made(.addAlarm(draft("07:00", nodes: [node])))
        goOff(node)
        restart(at: "08:00:00")
        let absences = harness.live(until: "08:02:00").absences
        #expect(absences.map(\.node) == [node])
        #expect(absences.map(\.record.occurrence) == [Occurrence(source: .alarm(a1), due: instant("07:00:00"))])
    }

    /// The disk is full as a room is moved, minutes after an alarm was due there by the former zone.
    @Test(arguments: [false, true]) mutating func whatWasDueInAZoneThatIsLeftHasItsLineWhenTheStoreWorksAgain(
        isFailing: Bool
    ) {
        harness.zones["America/New_York"] = newYork
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen])))
        harness.live(until: "06:10:00")
        if isFailing {
            harness.send(.availability(kitchen, .offline))
            harness.failCommit()
        }
        harness.send(.reported(kitchen, reported(zone: "America/New_York")))
        if !isFailing { harness.failCommit() }
        recover()
        harness.answerZones()
        #expect(store.ringLines.map(\.occurrence) == [Occurrence(source: .alarm(a1), due: instant("06:00:00"))])
        #expect(store.contents.nodes.map(\.zone) == ["America/New_York"])
        harness.live(until: "10:00:00")
        #expect(store.ringLines.count == 1)
    }

    /// It has rung, and says so as soon as the store takes something.
    @Test mutating func aNodeThatLeftAZoneInTimeOfTroubleTellsOfItItself() {
        harness.zones["America/New_York"] = newYork
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00", nodes: [kitchen])))
        harness.live(until: "06:10:00")
        harness.send(.reported(kitchen, reported(zone: "America/New_York")))
        harness.failCommit()
        recover()
        harness.ledger(kitchen, stopped(Occurrence(source: .alarm(a1), due: instant("06:00:00"))))
        #expect(store.ringLines.map(\.outcome) == [.rang])
    }

    /// By a clock that is four days ahead the room is absent all the time; then somebody sets it.
    @Test mutating func linesOfAClockThatWasAheadGoWhenTheStoreWorksAgain() {
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("07:00")))
        goOff(kitchen)
        _ = harness.setClock(to: "2026-11-25T12:00:00Z")
        harness.commitAll()
        harness.live(until: "2026-11-25T12:10:00Z")
        #expect(store.lines.contains { $0.cursor.target > instant("2026-11-25T05:00:00Z") })
        _ = harness.setClock(to: "05:20:00")
        harness.failCommit()
        recover()
        #expect(store.lines.allSatisfy { $0.cursor.target < harness.now.wall })
        harness.live(until: "06:20:00")
        #expect(store.ringLines.map(\.occurrence.due) == [instant("06:00:00")])
        #expect(store.lines.count - store.ringLines.count == 5)
        #expect(store.contents.closedThrough == instant("06:15:00"))
    }

    /// Lines committed in between follow the corrected clock and stay.
    @Test mutating func theyGoBeforeWhatIsWrittenNext() {
        harness.settleIn(kitchen)
        harness.made(.addAlarm(draft("06:20", label: "Early")))
        goOff(kitchen)
        _ = harness.setClock(to: "2026-11-25T12:00:00Z")
        harness.commitAll()
        harness.live(until: "2026-11-25T12:10:00Z")
        _ = harness.setClock(to: "05:19:00")
        harness.failCommit()
        _ = harness.advance(.minutes(2), firing: false)
        // This commit, the first that succeeds, also stores the line of the alarm due a minute ago.
        harness.made(.removeAlarm(a1))
        harness.live(until: "05:30:00")
        #expect(store.ringLines.map(\.occurrence.due) == [instant("05:20:00")])
    }

    /// Forgotten, heard of, switched off and forgotten again, all of it in vain.
    @Test mutating func aNodeThatIsForgottenTwiceIsKnownAsItWas() {
        harness.request(RenameRequest(node: kitchen, room: "Küche"))
        harness.commitAll()
        goOff(kitchen)
        harness.request(ForgetRequest(node: kitchen))
        harness.send(.availability(kitchen, .online))
        harness.send(.reported(kitchen, reported(zone: "UTC")))
        harness.send(.availability(kitchen, .offline))
        harness.request(ForgetRequest(node: kitchen))
        harness.failCommit()
        #expect(harness.status(kitchen).room == "Küche")
        recover()
        #expect(store.contents.nodes.map(\.definition.room) == ["Küche"])
        #expect(store.contents.nodes.map(\.zone) == ["UTC"])
    }

    @Test mutating func whatWasHeardOfANodeBeforeItWasForgottenInVainIsStored() {
        harness.request(RenameRequest(node: kitchen, room: "Küche"))
        harness.failCommit()
        goOff(kitchen)
        harness.request(ForgetRequest(node: kitchen))
        harness.failCommit()
        recover()
        #expect(store.contents.nodes.map(\.availability) == [.offline])
    }

    // MARK: Not known

    /// A change and lines of a ledger are on their way to a store that does not answer.
    private mutating func doubt() throws -> CommitID {
        harness.send(.ledger(kitchen, batch(1...3)))
        harness.request(ChangeRequest(changes: [.addAlarm(draft("07:00", nodes: [kitchen]))]))
        harness.commitAll()
        harness.send(.ledger(kitchen, batch(4...5)))
        let id = try #require(harness.commit?.id)
        harness.request(ChangeRequest(changes: [.addAlarm(draft("08:00", nodes: [kitchen]))]))
        harness.send(.commitUncertain(id, reason: "no answer"))
        #expect(harness.warnings.count == 1)
        return id
    }

    @Test(
        "while nobody knows whether a commit is in the store, it is degraded, nobody is told anything, and wakes go out"
    )
    mutating func nobodyKnows() throws {
        let id = try doubt()
        #expect(harness.replies == [] && harness.acked == [:])
        #expect(harness.status().coordinator.state == .degraded)
        #expect(harness.status().coordinator.problem == "no answer")
        harness.request(ChangeRequest(changes: [.addAlarm(draft("09:00", nodes: [kitchen]))]))
        #expect(harness.refusal?.code == .unavailable)
        // Asked again, with the same outcome.
        harness.send(.commitUncertain(id, reason: "no answer"))
        #expect(harness.effects == [])
        let effects = harness.advance(.minutes(15))
        #expect(effects.wakes.count == 1)
        #expect(effects.allSatisfy { if case .commit = $0 { false } else { true } })
        // Lines that come meanwhile wait at the node.
        harness.send(.ledger(kitchen, batch(6...7)))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 3, at: instant("18:00:00"))])
    }

    @Test("a commit that turns out to be in the store is told, and what waited is stored next")
    mutating func isThere() throws {
        let id = try doubt()
        harness.send(.committed(id, CommitSummary()))
        #expect(harness.acked == [kitchen: Acked(epoch: "e1", sequence: 5, at: instant("18:00:00"))])
        #expect(harness.commit != nil)
        harness.commitAll()
        #expect(harness.status().coordinator.state == .running)
        #expect(harness.refusal == nil)
    }

    @Test("a commit that turns out not to be in the store is taken back, with what was built upon it")
    mutating func isNotThere() throws {
        let id = try doubt()
        harness.send(.commitFailed(id, reason: "lost"))
        #expect(harness.refusal?.code == .storeFailed)
        #expect(harness.status().coordinator.state == .degraded)
        recover()
        #expect(harness.status().coordinator.state == .running)
        harness.send(.ledger(kitchen, batch(4...5)))
        harness.commitAll()
        #expect(store.contents.objects.count == 1)
        #expect(store.contents.nodes.first?.cursors.map(\.sequence) == [5])
    }
}

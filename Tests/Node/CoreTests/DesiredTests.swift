import ClockDomain
import ClockNodeCore
import ClockWire
import Testing

struct DesiredTests {
    @Test func isStoredBeforeItIsObeyed() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.disk = .hesitates
        node.send(.desired(desired(7) { $0.volume = Volume(percent: 35)! }))
        #expect(node.reports.last?.revision == 0)
        #expect(node.reports.last?.settings == .standard)
        node.answerStores()
        #expect(node.saved.desired?.revision == 7)
        #expect(node.reports.last?.revision == 7)
        #expect(node.reports.last?.store == "store")
        #expect(node.reports.last?.settings.volume.percent == 35)
    }

    @Test(arguments: [
        (desired(6) { $0.mute = .on }, false),
        (desired(7) { $0.mute = .on }, false),
        (desired(8) { $0.mute = .on }, true),
        (desired(1, store: "another") { $0.mute = .on }, false),
        (desired(1, store: "another", replaces: ["third"]) { $0.mute = .on }, false),
        (desired(1, store: "another", replaces: ["third", "store"]) { $0.mute = .on }, true),
    ])
    func onlyANewerRevisionCountsOrAStoreThatTakesTheOthersPlace(document: Desired, isObeyed: Bool) {
        var before = state { _ in }
        before.desired = desired(7)
        var node = NodeDriver(at: noon + .minutes(1), state: before)
        node.start()
        node.forgetLog()
        node.send(.desired(document))
        #expect((node.reports.last?.settings.mute == .on) == isObeyed)
        #expect(node.state.desired == (isObeyed ? document : before.desired))
    }

    /// The marks of a lineage, such as `5-bcdf 12`.
    private static func marks(_ texts: String...) -> Lineage {
        Lineage(
            texts.map { text in
                let parts = text.split(separator: " ")
                return Lineage.Mark(generation: StoreGeneration(parts[0])!, revision: Int(parts[1])!)
            })
    }

    /// The node holds revision 12 of generation 5-bcdf, and before it had 7 of generation 3-ghjk.
    @Test(arguments: [
        // The next change, and a later start's.
        (13, marks("3-ghjk 7", "5-bcdf 13"), [], true, false),
        (14, marks("3-ghjk 7", "5-bcdf 12", "8-mnpq 14"), [], true, false),
        // An earlier document that a broker has kept.
        (11, marks("3-ghjk 7", "5-bcdf 11"), [], false, false),
        (7, marks("3-ghjk 7"), [], false, false),
        // The store was turned back within the generation, or before it, and changed as often.
        (13, marks("3-ghjk 7", "5-bcdf 11", "6-mnpq 13"), [], false, true),
        (30, marks("3-ghjk 7", "5-mnpq 30"), [], false, true),
        (30, marks("3-ghjk 30"), [], false, true),
        (30, marks(), [], false, true),
        // A document that says so replaces the held one.
        (13, marks("3-ghjk 7", "5-bcdf 11", "6-mnpq 13"), ["store.5-bcdf"], true, false),
        (8, marks("3-ghjk 7", "4-mnpq 8"), ["store.3-ghjk", "store.5-bcdf"], true, false),
        (13, marks("3-ghjk 7", "5-bcdf 11", "6-mnpq 13"), ["store", "store.3-ghjk"], false, true),
    ])
    func onlyADocumentThatGoesOnFromItsOwnIsObeyed(
        revision: Int, lineage: Lineage, replaces: [String], isObeyed: Bool, isRefused: Bool
    ) {
        func document(_ revision: Int, _ lineage: Lineage, replaces: [String] = [], mute: Mute) -> Desired {
            var document = desired(revision, replaces: replaces) { $0.mute = mute }
            document.lineage = lineage
            return document
        }
        var before = state { _ in }
        before.desired = document(12, Self.marks("3-ghjk 7", "5-bcdf 12"), mute: .on)
        var node = NodeDriver(at: noon + .minutes(1), state: before)
        node.start()
        #expect(node.reports.last?.generation == StoreGeneration("5-bcdf"))
        node.send(.desired(document(revision, lineage, replaces: replaces, mute: .off)))
        #expect((node.reports.last?.revision == revision) == isObeyed)
        #expect((node.reports.last?.refused != nil) == isRefused)
        #expect(node.saved.desired?.settings.mute == (isObeyed ? .off : .on))
    }

    /// The coordinator's disk is new, or a second coordinator was started by mistake.
    @Test func whatPeopleDefinedInOneStoreRingsOnWhateverAnotherOneSays() {
        let held = document(7, alarms: [alarm(at: "12:05")])
        var node = NodeDriver(at: noon, state: state(held, through: noon))
        node.start()
        node.send(.desired(desired(900, store: "another")))
        #expect(node.saved.desired == held)
        #expect(node.reports.last?.store == "store" && node.reports.last?.isBare == false)
        let refused = RefusedStore(store: "another", since: noon)
        #expect(node.reports.last?.refused == refused)
        node.run(until: noon + .minutes(2))
        let count = node.reports.count
        node.send(.desired(desired(901, store: "another")))
        #expect(node.reports.count == count, "it has said so")
        node.crash()
        node.run(until: noon + .minutes(6))
        #expect(node.rings.count == 1)
        node.send(.desired(held))
        #expect(node.reports.last?.refused == nil, "the broker has its own document again")
    }

    @Test func whatItHoldsIsShownWhenSomebodyAsks() {
        let held = document(7, alarms: [alarm(at: "12:05")])
        var node = NodeDriver(at: noon, state: state(held, through: noon))
        node.start()
        node.send(.command(Command(id: "c1", action: .show, notAfter: noon + .seconds(10))))
        #expect(node.effects.contains(.publish(.held(held))))
    }

    @Test func whatSaysNothingGivesWayToAnyStore() {
        var before = state { _ in }
        before.desired = Desired(revision: 7, store: "store", room: "kitchen", settings: .standard)
        var node = NodeDriver(at: noon + .minutes(1), state: before)
        node.start()
        #expect(node.reports.last?.isBare == true)
        node.send(.desired(desired(1, store: "another") { $0.mute = .on }))
        #expect(node.reports.last?.store == "another" && node.reports.last?.isBare == false)
        node.send(.desired(desired(8)))
        #expect(node.reports.last?.store == "another")
    }

    @Test func whatCannotBeStoredIsObeyedAndReportedAsHeldInMemory() {
        var node = NodeDriver(at: noon - .minutes(2))
        node.start()
        node.send(.desired(desired(1)))
        node.disk = .fails("read-only file system")
        for revision in 2...3 {
            node.send(.desired(desired(revision) { $0.mute = .on }))
            #expect(node.reports.last?.revision == revision && node.reports.last?.storedRevision == 1)
        }
        #expect(
            node.reports.last?.problem == "the node's state cannot be saved: read-only file system; a crash would lose "
                + "what was changed last")
        node.run(until: noon + .minutes(1))
        #expect(node.records.map(\.outcome) == [.silent])
        node.disk = .works
        node.run(for: .seconds(31))
        #expect(node.saved.desired?.revision == 3)
        #expect(node.reports.last?.revision == 3 && node.reports.last?.storedRevision == nil)
        #expect(node.reports.last?.problem == nil)
    }

    @Test func aCrashLosesWhatIsHeldInMemoryAndTheBrokerHasItStill() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.send(.desired(desired(1)))
        node.disk = .fails("no space left on device")
        node.send(.desired(desired(2) { $0.mute = .on }))
        node.crash()
        #expect(node.reports.last?.revision == 1 && node.reports.last?.storedRevision == nil)
        node.send(.desired(desired(2) { $0.mute = .on }))
        #expect(node.reports.last?.revision == 2 && node.reports.last?.storedRevision == 1)
    }

    @Test func aTimerThatTheDiskDoesNotTakeRingsOnTime() throws {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.run(for: .seconds(5))
        node.disk = .fails("no space left on device")
        let ends = node.now.wall + .seconds(6)
        let timer = CountdownTimer(
            id: TimerID(number: 3)!, revision: 1, name: "eggs", seconds: 6, state: .running(ends: ends), ring: .timer)
        node.send(.desired(document(2, timers: [timer])))
        node.run(for: .seconds(10))
        let ring = try #require(node.rings.first)
        #expect((ring.order.target - ends).magnitude < .milliseconds(1))
    }

    /// A coordinator whose disk had lied gives a revision a second time that it had given to a node with a full disk.
    @Test func ofTwoOfOneRevisionTheLaterCountsWhileNeitherCanBeStored() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.disk = .fails("no space left on device")
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 10)! }))
        node.send(.desired(desired(1)))
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 20)! }))
        #expect(node.reports.last?.settings.volume.percent == 20)
        node.disk = .works
        node.run(for: .seconds(31))
        #expect(node.reports.last?.settings.volume.percent == 20)
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 30)! }))
        #expect(node.saved.desired?.settings.volume.percent == 20)
    }

    @Test func aRecordWrittenWhileItIsBeingStoredKeepsIt() {
        var node = NodeDriver(at: noon - .seconds(2))
        node.start()
        node.run(for: .seconds(4))
        node.disk = .hesitates
        node.send(.desired(desired(3) { $0.every = .hour }))
        node.run(for: .seconds(2))
        #expect(node.records.count == 1)
        node.answerStores()
        #expect(node.saved.desired?.revision == 3)
        #expect(node.saved.ledger.pending.count == 1)
        #expect(node.saved.holds(node.state))
    }

    /// As the new document is obeyed, an alarm is found missed by the former one, and that is saved: with the new one.
    @Test func anAlarmThatIsFoundMissedMeanwhileKeepsIt() {
        let former = document(2, alarms: [alarm(at: "12:01", misfire: .reportOnly)])
        var node = NodeDriver(at: noon, state: state(former, through: noon))
        node.start()
        node.disk = .hesitates
        node.send(.desired(document(3)))
        // The disk takes its time.
        node.now = Now(wall: node.now.wall + .minutes(5), boot: node.now.boot + .minutes(5), sync: node.now.sync)
        node.answerStores()
        node.answerStores()
        #expect(node.lines.map(\.outcome) == [.missed])
        #expect(node.stores.last?.desired?.revision == 3)
        #expect(node.saved.desired?.revision == 3)
    }

    @Test func ofTwoInARowTheLaterCounts() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.disk = .hesitates
        node.send(.desired(desired(3) { $0.volume = Volume(percent: 10)! }))
        node.send(.desired(desired(4) { $0.volume = Volume(percent: 20)! }))
        node.send(.desired(desired(3) { $0.volume = Volume(percent: 30)! }))
        node.answerStores()
        #expect(node.state.desired?.revision == 4)
        #expect(node.saved.desired?.revision == 4)
    }

    @Test func whatWasStoredAndNotYetObeyedIsObeyedAfterACrash() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        node.send(.desired(desired(5) { $0.mute = .on }))
        node.crash()
        #expect(node.reports.last?.revision == 5)
        #expect(node.reports.last?.settings.mute == .on)
    }

    @Test func anotherVoiceIsLoadedWhenItIsObeyed() {
        var node = NodeDriver(at: noon + .minutes(1))
        node.start()
        func loads() -> [String] {
            node.effects.compactMap { if case .loadVoice(let name, _) = $0 { name } else { nil } }
        }
        #expect(loads() == ["english"])
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 3)! }))
        #expect(loads() == ["english"])
        node.send(.desired(desired(3) { $0.voice = "deutsch" }))
        #expect(loads() == ["english", "deutsch"])
    }

    @Test func theVolumeOfTheMomentIsPlayed() {
        var node = NodeDriver(at: noon - .seconds(15))
        node.start()
        node.send(.wake(wake()))
        node.run(for: .seconds(10))
        node.send(.desired(desired(2) { $0.volume = Volume(percent: 3)! }))
        node.run(for: .seconds(10))
        #expect(node.plays.map(\.volume.percent) == [3])
    }
}

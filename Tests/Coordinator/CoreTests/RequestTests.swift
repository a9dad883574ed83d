import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

@Suite struct RequestTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    private static let mute = SettingsPatch(mute: .on)

    @Test mutating func aChangeIsCommittedThenToldToTheNodeThenAnswered() throws {
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        #expect(harness.replies.isEmpty && harness.desired.isEmpty)
        harness.send(.committed(try #require(harness.commit).id, CommitSummary()))
        let desiredAt = harness.effects.firstIndex { if case .publish(.desired) = $0 { true } else { false } }
        let replyAt = harness.effects.firstIndex { if case .reply = $0 { true } else { false } }
        #expect(try #require(desiredAt) < #require(replyAt))
        #expect(harness.desired[kitchen]?.revision == 2)
        #expect(harness.desired[kitchen]?.settings.mute == .on)
        #expect(
            harness.replies == [
                .success(SetResult(nodes: [.init(node: kitchen, revision: 2, settings: NodeSettings(mute: .on))]))
            ])
    }

    /// The clock stands at 18:01.
    @Test mutating func theLengthOfAMuteCountsFromWhenItIsAccepted() {
        var change = SettingsPatch()
        change.muteSeconds = 3_600
        harness.request(SetRequest(nodes: [kitchen], change: change))
        harness.commitAll()
        let muted = NodeSettings(mute: .until(instant("19:01:00")))
        #expect(harness.replies == [.success(SetResult(nodes: [.init(node: kitchen, revision: 2, settings: muted)]))])
        #expect(harness.desired[kitchen]?.settings == muted)
        #expect(harness.changes.map(\.new) == [.node(kitchen, room: "kitchen", settings: muted)])
        #expect(harness.status(kitchen).muted)
        harness.live(until: "19:00:59")
        #expect(harness.status(kitchen).muted)
        harness.live(until: "19:01:00")
        #expect(!harness.status(kitchen).muted && harness.status(kitchen).revision.desired == 2)
    }

    @Test mutating func muteOffEndsAMuteThatWouldEndByItself() {
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .until(instant("19:00:00")))))
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .off)))
        harness.commitAll()
        #expect(!harness.status(kitchen).muted && harness.desired[kitchen]?.settings == .standard)
    }

    @Test mutating func aChangeThatChangesNothingIsAnsweredAtOnce() {
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .off)))
        #expect(harness.commit == nil)
        #expect(
            harness.replies == [
                .success(SetResult(nodes: [.init(node: kitchen, revision: 1, settings: .standard)]))
            ])
    }

    @Test mutating func theSameChangeTwiceIsAnsweredTwiceButOnlyWhenItIsCommitted() throws {
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        let first = try #require(harness.commit)
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        #expect(harness.replies.isEmpty)
        harness.send(.committed(first.id, CommitSummary()))
        #expect(harness.replies.count == 1)
        harness.commitAll()
        #expect(harness.replies.count == 1)
    }

    @Test mutating func changesOneAfterTheOtherBuildOnEachOther() throws {
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        let first = try #require(harness.commit)
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(volume: Volume(percent: 30)!)))
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(mute: .on)))
        harness.send(.committed(first.id, CommitSummary()))
        harness.commitAll()
        let status = harness.status(kitchen)
        #expect(status.muted && status.volume == 30 && status.revision.desired == 3)
    }

    @Test mutating func anUnknownNodeIsNamedWithTheKnownOnesAndNothingChanges() throws {
        let office = NodeID("office")!
        for request: any SiteRequest in [
            SetRequest(nodes: [kitchen, office], change: Self.mute),
            RenameRequest(node: office, room: "Office"), ForgetRequest(node: office),
            AnnounceRequest(nodes: [office]), HistoryRequest(node: office),
        ] {
            harness.request(request)
            let refusal = try #require(harness.refusal)
            #expect(refusal.code == .unknownNode)
            #expect(refusal.message.contains("office") && refusal.message.contains("bedroom, kitchen"))
            #expect(harness.commit == nil)
        }
        #expect(!harness.status(kitchen).muted)
    }

    @Test mutating func aFailedCommitIsAnsweredWithItsReasonAndUndone() throws {
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        harness.send(.commitFailed(try #require(harness.commit).id, reason: "no space is left"))
        #expect(harness.refusal == RequestError(.storeFailed, "no space is left"))
        #expect(harness.desired.isEmpty)
        let status = harness.status(kitchen)
        #expect(!status.muted && status.revision.desired == 1)
        // The coordinator tries a later request again, and a store that works again takes it.
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        harness.commitAll()
        #expect(harness.status(kitchen).revision.desired == 2)
        #expect(harness.status().coordinator.state == .running)
    }

    @Test mutating func aRoomGetsItsNameBySameWay() {
        harness.request(RenameRequest(node: kitchen, room: "Küche unten"))
        harness.commitAll()
        #expect(harness.desired[kitchen]?.room == "Küche unten")
        #expect(harness.status(kitchen).room == "Küche unten")
    }

    @Test(arguments: ["", "a\nb", String(repeating: "x", count: 65)])
    mutating func aRoomNameThatCannotBeShownIsRefused(name: String) throws {
        harness.request(RenameRequest(node: kitchen, room: name))
        #expect(try #require(harness.refusal).code == .invalid)
        #expect(harness.refusal?.message.contains("\n") == false)
    }

    @Test mutating func announcingSpeaksOnWhoeverIsOnline() throws {
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        harness.request(AnnounceRequest())
        let target = instant("18:01:03")
        let command = try #require(harness.effects.commands.first)
        let first = command.command.id
        func result(_ id: String, offline: [NodeID]) -> CoordinatorAnswer {
            .success(
                PlayResult(
                    id: id, sound: nil, milliseconds: 165_500, target: target, nodes: [kitchen], offline: offline))
        }
        #expect(harness.replies == [result(first, offline: [])])
        #expect(harness.effects.commands.count == 1)
        #expect(command.node == kitchen && command.command.action == .announce(target: target))
        #expect(command.command.notAfter == target + .seconds(2) && command.expirySeconds == 5)
        #expect(harness.soundLines == ["kitchen absent unreported"])
        harness.commitAll()
        harness.request(AnnounceRequest(nodes: [kitchen, bedroom]))
        let second = try #require(harness.effects.commands.first).command.id
        #expect(harness.replies == [result(second, offline: [bedroom])] && second != first)
        #expect(harness.soundLines == ["kitchen absent unreported", "bedroom absent offline"])
    }

    @Test mutating func theTimeIsSaidWhenTheDeepestOutputCanSayIt() throws {
        var report = reported()
        report.audio.depthMilliseconds = 3_000
        harness.send(.reported(kitchen, report))
        harness.request(AnnounceRequest())
        #expect((harness.replies.first?.value as? PlayResult)?.target == instant("18:01:06"))
    }

    @Test mutating func aRoomThatIsOfflineHasALineThoughNobodySpeaks() throws {
        harness.send(.availability(bedroom, .offline))
        harness.commitAll()
        harness.request(AnnounceRequest(nodes: [bedroom]))
        #expect(try #require(harness.refusal).code == .unavailable)
        #expect(harness.soundLines == ["bedroom absent offline"])
    }

    @Test mutating func announcingToNobodyIsRefused() throws {
        harness.send(.availability(bedroom, .offline))
        harness.send(.availability(kitchen, .offline))
        harness.request(AnnounceRequest())
        #expect(try #require(harness.refusal).code == .unavailable)
        #expect(harness.effects.commands.isEmpty)
    }

    @Test mutating func onlyAnOfflineNodeIsForgottenAndThenEverythingOfIt() throws {
        harness.request(ForgetRequest(node: kitchen))
        #expect(try #require(harness.refusal).code == .unavailable)
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        harness.request(ForgetRequest(node: kitchen))
        let event = ChangeEvent(
            number: 1, at: instant("18:01:00"), old: .node(kitchen, room: "kitchen", settings: .standard), new: nil)
        #expect(
            harness.operations == [
                .forget(kitchen), .saveChange(event, keeping: nil), .saveNumbers(DefinitionNumbers(lastChange: 1)),
            ])
        #expect(harness.replies.isEmpty)
        harness.send(.committed(try #require(harness.commit).id, CommitSummary()))
        let effects = harness.effects.filter { if case .publish(.presence) = $0 { false } else { true } }
        #expect(
            effects == [
                .publish(.removal(kitchen, .desired)), .publish(.removal(kitchen, .reported)),
                .publish(.removal(kitchen, .availability)), .publish(.removal(kitchen, .acked)),
                .publish(.change(event)),
                .reply(CoreHarness.origin, .success(ForgetResult(node: kitchen))),
            ])
        #expect(harness.status().nodes.map(\.id) == [bedroom])
    }

    @Test mutating func aNodeThatCouldNotBeForgottenIsStillKnown() throws {
        harness.send(.availability(kitchen, .offline))
        harness.commitAll()
        harness.request(SetRequest(nodes: [kitchen], change: Self.mute))
        harness.commitAll()
        harness.request(ForgetRequest(node: kitchen))
        let commit = try #require(harness.commit)
        // Heard of again while the commit is under way.
        harness.send(.availability(kitchen, .online))
        harness.send(.commitFailed(commit.id, reason: "no space"))
        #expect(harness.refusal?.code == .storeFailed)
        let status = harness.status(kitchen)
        #expect(status.muted && status.revision.desired == 2 && status.availability == .online)
    }

    @Test mutating func historyIsReadAndAnswered() throws {
        let request = HistoryRequest(node: kitchen, limit: 10)
        harness.request(request)
        #expect(harness.effects == [.readStore(CoreHarness.origin, .history(request))])
        let page = HistoryPage(lines: [HistoryLine(node: kitchen, event: .quarter(announced("18:00:00")))], next: nil)
        harness.send(.storeRead(CoreHarness.origin, .success(page)))
        #expect(harness.replies == [.success(page)])
        harness.send(.storeRead(CoreHarness.origin, .failed(RequestError(.storeFailed, "cannot read"))))
        #expect(harness.refusal == RequestError(.storeFailed, "cannot read"))
        harness.request(HistoryRequest(limit: 501))
        #expect(try #require(harness.refusal).code == .invalid)
    }

    @Test mutating func statusTellsWhenTheNextWakeIsDue() {
        let status = harness.status()
        #expect(status.site == SiteID("home") && status.now == instant("18:01:00"))
        #expect(status.nextTarget == instant("18:15:00") && status.nextWake == instant("18:14:45"))
        #expect(status.coordinator.state == .running && status.coordinator.broker == "broker:1883")
        #expect(status.nodes.map(\.id) == [bedroom, kitchen])
    }
}

extension CoreHarness {
    /// The lines of orders to sound in the commit that the last event began.
    fileprivate var soundLines: [String] {
        operations.flatMap { operation -> [String] in
            guard case .noteSounds(let lines) = operation else { return [] }
            return lines.map { line in
                "\(line.node) \(line.record.outcome.rawValue) \(line.record.reason.map(\.rawValue) ?? "")"
            }
        }
    }
}

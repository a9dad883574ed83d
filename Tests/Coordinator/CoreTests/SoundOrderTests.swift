import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

private let sound = Blob(id: Digest(of: [1]), bytes: 100_000)!

private func asked(
    _ nodes: [NodeID]? = nil, groups: [GroupID] = [], at: String? = nil, volume: Int? = nil
) -> SayRequest {
    let targets = nodes.map { RingTargets(nodes: $0, groups: groups) }
    return SayRequest(
        text: "Dinner is ready",
        how: PlayOptions(
            targets: targets, at: at.map(instant), volume: volume.flatMap { Volume(percent: $0) }))
}

private func wants(_ chunks: [Int], of blob: Blob = sound, in content: Digest? = nil) -> ContentReport {
    ContentReport(content: content ?? blob.id, state: .wanted([ContentPart(blob: blob, chunks: chunks)]))
}

/// Sounds that people have played: from the request to the nodes and back.
@Suite struct SoundOrderTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
    }

    private var jobs: [Int] {
        harness.effects.compactMap { effect in
            switch effect {
            case .speak(let job, _, _), .prepareUpload(let job, _, _): job
            default: nil
            }
        }
    }

    private var published: [[Int]] {
        harness.effects.compactMap { effect in
            if case .publishChunks(_, let parts, isRetained: true, expirySeconds: _) = effect {
                parts.flatMap(\.chunks)
            } else {
                nil
            }
        }
    }

    /// The request, and the engine's answer to it.
    private mutating func say(
        _ request: any SiteRequest = asked(), sound made: Blob = sound, milliseconds: Int = 900
    ) throws {
        harness.request(request)
        let job = try #require(jobs.first)
        harness.send(.soundReady(job: job, made, milliseconds: milliseconds))
    }

    private var result: PlayResult? {
        for case let result as PlayResult in harness.replies.map(\.value) { return result }
        return nil
    }

    private mutating func outcomes(_ id: String) -> SoundOutcomes? {
        harness.request(OutcomeRequest(id: id))
        for case let outcomes as SoundOutcomes in harness.replies.map(\.value) { return outcomes }
        return nil
    }

    // MARK: Saying

    @Test mutating func roomsWithOneVoiceHearATextInItAndRoomsWithSeveralInNone() {
        harness.request(SetRequest(nodes: [bedroom], change: SettingsPatch(voice: "german")))
        harness.commitAll()
        harness.request(asked([kitchen, bedroom]))
        #expect(harness.effects.contains(.speak(job: 1, text: "Dinner is ready", voice: nil)))
        harness.request(asked([bedroom]))
        #expect(
            harness.effects.contains(.speak(job: 2, text: "Dinner is ready", voice: SpeechVoice(name: "german"))))
    }

    @Test mutating func aTextIsSpokenPublishedAndOrderedEverywhereAtOneInstant() throws {
        harness.request(asked([kitchen, bedroom], volume: 30))
        #expect(harness.effects.contains(.speak(job: 1, text: "Dinner is ready", voice: SpeechVoice(name: "english"))))
        #expect(harness.replies.isEmpty)
        _ = harness.advance(.seconds(1))
        harness.send(.soundReady(job: 1, sound, milliseconds: 900))
        // Three seconds, and the way of 100,000 bytes.
        let target = instant("18:01:04.190")
        let order = SoundOrder(
            sound: sound, target: target, volume: Volume(percent: 30)!, label: "Dinner is ready")
        #expect(harness.effects.commands.map(\.node) == [bedroom, kitchen])
        #expect(harness.effects.commands.allSatisfy { $0.command.action == .play(order) })
        #expect(harness.effects.commands.allSatisfy { $0.command.notAfter == target + .seconds(2) })
        #expect(Set(harness.effects.commands.map(\.command.id)).count == 1)
        #expect(
            harness.effects.contains(
                .publishChunks(sound.id, [ContentPart(sound)], isRetained: true, expirySeconds: 600)))
        #expect(
            result
                == PlayResult(
                    id: harness.effects.commands[0].command.id, sound: sound.id, milliseconds: 900, target: target,
                    nodes: [bedroom, kitchen], offline: []))
        // The chunks are on their way before anybody is told of them.
        let chunksAt = harness.effects.firstIndex { if case .publishChunks = $0 { true } else { false } }
        let commandAt = harness.effects.firstIndex { if case .publish(.command) = $0 { true } else { false } }
        #expect(try #require(chunksAt) < #require(commandAt))
    }

    @Test mutating func nodesThatAreAwayAreNamedAtOnce() throws {
        harness.send(.availability(bedroom, .offline))
        try say(asked([kitchen, bedroom]))
        #expect(result?.nodes == [kitchen] && result?.offline == [bedroom])
        // "Everywhere" means the nodes that are online.
        try say(asked())
        #expect(result?.nodes == [kitchen] && result?.offline == [])
    }

    @Test(arguments: [
        (asked([bedroom]), RequestError.Code.unavailable, "nobody can hear it: not online: bedroom"),
        (asked([NodeID("attic")!]), .unknownNode, "no node is called attic; known are bedroom, kitchen"),
        (asked([kitchen], groups: [GroupID("upstairs")!]), .unknownObject, "no group is called upstairs"),
        (
            asked([kitchen], at: "18:00:59"), .invalid,
            "2026-11-21T18:00:59.000Z is past: it is 2026-11-21T18:01:00.000Z here"
        ),
        (
            asked([kitchen], at: "2026-11-22T18:01:01Z"), .invalid,
            "2026-11-22T18:01:01.000Z is more than 1 d ahead: use an alarm"
        ),
    ])
    mutating func whatCannotBeIsRefused(request: SayRequest, code: RequestError.Code, message: String) {
        harness.send(.availability(bedroom, .offline))
        harness.request(request)
        #expect(harness.refusal == RequestError(code, message))
        #expect(jobs.isEmpty)
    }

    @Test mutating func groupsAreTheirNodes() throws {
        let group = GroupID("upstairs")!
        harness.request(ChangeRequest(changes: [.setGroup(NodeGroup(id: group, nodes: [bedroom]))]))
        harness.commitAll()
        try say(asked([], groups: [group]))
        #expect(result?.nodes == [bedroom])
    }

    @Test mutating func aNamedInstantIsKeptOrRefusedWhenItIsTooSoon() throws {
        try say(asked(at: "18:30:00"))
        #expect(result?.target == instant("18:30:00"))
        // The sound is gone from the broker before that, so the order must not come much later than now.
        #expect(harness.effects.commands.allSatisfy { $0.expirySeconds == 600 })
        try say(asked(at: "18:01:03"), sound: Blob(id: Digest(of: [9]), bytes: 1)!)
        #expect(result?.target == instant("18:01:03"))
        try say(asked(at: "18:01:03"), sound: Blob(id: Digest(of: [8]), bytes: 1 << 20)!)
        #expect(
            harness.refusal
                == RequestError(
                    .unavailable,
                    "2026-11-21T18:01:03.000Z is too soon: the nodes can have the sound at 2026-11-21T18:01:05.000Z; "
                        + "name a later time, or none"))
        #expect(harness.effects.commands.isEmpty)
    }

    @Test mutating func whatTheEngineRefusesIsTheAnswer() {
        harness.request(asked())
        let error = RequestError(.unavailable, "the coordinator's machine cannot speak")
        harness.send(.soundRefused(job: 1, error))
        #expect(harness.refusal == error)
        // Its answer may not come twice.
        harness.send(.soundReady(job: 1, sound, milliseconds: 1))
        #expect(harness.replies.isEmpty && harness.effects.commands.isEmpty)
    }

    @Test mutating func soundsInTheMakingAreBoundedInNumberAndTime() {
        for _ in 0..<8 { harness.request(asked()) }
        #expect(harness.refusal == nil)
        harness.request(asked())
        #expect(harness.refusal?.message == "8 sounds are being made ready: ask again in a moment")
        let late = harness.advance(.seconds(60)).filter {
            if case .reply(_, let answer) = $0 { answer.failure != nil } else { false }
        }
        #expect(late.count == 8)
        harness.request(asked())
        #expect(harness.refusal == nil)
    }

    // MARK: Who has what

    @Test mutating func aSoundThatNodesHaveIsNotSentAgain() throws {
        try say()
        for node in [kitchen, bedroom] {
            harness.send(.contentReport(node, ContentReport(content: sound.id, state: .ready)))
        }
        _ = harness.advance(.hours(1))
        try say()
        #expect(published.isEmpty)
        // And needs no time on the way.
        #expect(result?.target == harness.now.wall + .seconds(3))
        // One that has come meanwhile does not have it.
        harness.join(NodeID("attic")!)
        try say()
        #expect(published == [[0, 1, 2]])
    }

    @Test mutating func whatTheBrokerKeepsIsNotPublishedAgain() throws {
        try say()
        #expect(published.count == 1)
        _ = harness.advance(.minutes(4))
        try say()
        #expect(published.isEmpty)
        _ = harness.advance(.minutes(2))
        try say()
        #expect(published.count == 1)
    }

    @Test mutating func chunksThatANodeLacksArePublishedAgain() throws {
        try say()
        let wanted = wants([1, 2, 7, -1])
        // They are on their way.
        harness.send(.contentReport(kitchen, wanted))
        #expect(published.isEmpty)
        _ = harness.advance(.seconds(1))
        harness.send(.contentReport(kitchen, wanted))
        #expect(published == [[1, 2]])
        harness.send(.contentReport(bedroom, wanted))
        #expect(published.isEmpty)
    }

    @Test mutating func reportsOfWhatWasNotOrderedChangeNothing() throws {
        try say(asked([kitchen]))
        _ = harness.advance(.seconds(1))
        let other = Blob(id: Digest(of: [2]), bytes: 5)!
        for report in [wants([0], of: other), wants([0], of: other, in: sound.id)] {
            harness.send(.contentReport(kitchen, report))
            #expect(published.isEmpty)
        }
        harness.send(.contentReport(bedroom, wants([0])))
        #expect(published.isEmpty)
    }

    @Test mutating func theBrokerKeepsSoManyBytesAndNoMore() throws {
        for number in 0..<8 {
            try say(sound: Blob(id: Digest(of: [100, UInt8(number)]), bytes: Blob.maximumBytes)!)
            #expect(published.count == 1)
        }
        try say(sound: Blob(id: Digest(of: [200]), bytes: 1)!)
        #expect(harness.refusal?.message == "the broker holds as many sounds as it may: ask again in some minutes")
        _ = harness.advance(.minutes(10))
        try say(sound: Blob(id: Digest(of: [200]), bytes: 1)!)
        #expect(published.count == 1)
    }

    // MARK: What became of it

    @Test mutating func outcomesAreKnownWhenTheyAreCommitted() throws {
        try say()
        let id = try #require(result).id
        harness.send(.contentReport(kitchen, ContentReport(content: sound.id, state: .ready)))
        let record = SoundRecord(
            order: id, sound: sound.id, label: "Dinner is ready", target: instant("18:01:03"), outcome: .missed,
            reason: .incomplete, detail: "1 of 3 parts")
        let line = LedgerEntry(sequence: 1, at: harness.now.wall, event: .sound(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [line])))
        #expect(outcomes(id)?.nodes.map(\.record) == [nil, nil])
        harness.commitAll()
        #expect(harness.warnings.contains { $0.hasPrefix("node kitchen did not play") })
        #expect(harness.acked[kitchen]?.sequence == 1)
        harness.send(.availability(bedroom, .offline))
        #expect(
            outcomes(id)?.nodes == [
                .init(node: bedroom, isReady: false, isOnline: false, record: nil),
                .init(node: kitchen, isReady: true, isOnline: true, record: record),
            ])
    }

    // MARK: Taking back

    private var cancelled: [String: [NodeID]] {
        harness.effects.commands.reduce(into: [:]) { cancelled, sent in
            if case .cancel(let order) = sent.command.action { cancelled[order, default: []].append(sent.node) }
        }
    }

    @Test mutating func anOrderIsTakenBackWhereItWasGivenAndLaterWhereTheNodeWasAway() throws {
        try say(asked(at: "18:30:00"))
        let id = try #require(result).id
        #expect(id.hasPrefix("p") && id.count <= 8, "\(id)")
        harness.send(.availability(bedroom, .offline))
        harness.request(CancelRequest(id: id))
        #expect(cancelled == [id: [kitchen]])
        #expect(harness.replies.isEmpty, "it is not stored yet")
        harness.commitAll()
        #expect(
            harness.replies == [
                .success(
                    CancelResult(
                        id: id, label: "Dinner is ready", target: instant("18:30:00"), nodes: [kitchen],
                        offline: [bedroom]))
            ])
        let kept = [PendingSound(id: id, label: "Dinner is ready", target: instant("18:30:00"))]
        harness.send(.reported(bedroom, reported(plays: kept)))
        #expect(cancelled == [id: [bedroom]])
        harness.send(.reported(bedroom, reported()))
        #expect(cancelled.isEmpty)
    }

    @Test mutating func whatAnEarlierRunOrderedIsShownAndTakenBackByTheNodesOwnWord() {
        let kept = [PendingSound(id: "pgx4k2", label: "Bell", target: instant("18:30:00"))]
        harness.send(.reported(kitchen, reported(plays: kept)))
        #expect(harness.status(kitchen).plays == kept)
        harness.request(CancelRequest(id: "pgx4k2"))
        #expect(cancelled == ["pgx4k2": [kitchen]])
        harness.request(CancelRequest(id: "pgx4k3"))
        #expect(harness.refusal?.code == .unknownObject)
    }

    @Test mutating func whatIsOverCannotBeTakenBack() throws {
        try say(asked([kitchen]))
        let played = try #require(result)
        let record = SoundRecord(
            order: played.id, sound: sound.id, label: "", target: played.target, outcome: .played)
        let line = LedgerEntry(sequence: 1, at: harness.now.wall, event: .sound(record))
        harness.send(.ledger(kitchen, LedgerBatch(epoch: "e1", oldest: 1, entries: [line])))
        harness.commitAll()
        harness.request(CancelRequest(id: played.id))
        #expect(harness.refusal?.message == "sound \(played.id) is over; clockctl history says what became of it")
    }

    @Test mutating func idsGoOnUpwardsAndAreNotThoseOfAnotherRun() throws {
        try say()
        let first = try #require(result).id
        try say()
        let second = try #require(result).id
        #expect(Int(second.dropFirst(), radix: 36) == Int(first.dropFirst(), radix: 36).map { $0 + 1 })
        var later = SoundOrderTests()
        _ = later.harness.advance(.minutes(1))
        try later.say()
        #expect(try #require(later.result).id > second)
    }

    @Test mutating func aRoomThatKeepsAsManyAsItTakesIsRefusedWithWordsAndTheDoctorTellsOfIt() throws {
        var kept: [PendingSound] = []
        for minute in 10..<26 {
            try say(asked([kitchen], at: "18:\(minute):00"))
            let given = try #require(result)
            kept.append(PendingSound(id: given.id, label: "", target: given.target))
        }
        harness.request(asked([kitchen, bedroom]))
        #expect(
            harness.refusal?.message
                == "16 sounds wait to be played on kitchen, as many as a node keeps: take one back with clockctl cancel, "
                + "or wait until one is over; clockctl next shows them")
        try say(asked([bedroom]))
        #expect(result != nil)
        harness.request(DoctorRequest())
        harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: 9 << 30, problem: nil)))
        harness.send(.reported(bedroom, reported()))
        harness.send(.reported(kitchen, reported(plays: kept)))
        guard let report = try #require(harness.replies.last).value as? DoctorReport else { preconditionFailure() }
        let check = try #require(report.checks.first { $0.subject == "kitchen sounds to play" })
        #expect(check.verdict == .warning && check.fix?.contains("clockctl cancel \(kept[0].id)") == true)
        // The first sound is over by then and leaves room.
        _ = harness.advance(.minutes(9))
        try say(asked([kitchen]))
        #expect(result != nil)
    }

    @Test mutating func onlySoManyOrdersAreRemembered() throws {
        try say()
        let first = try #require(result).id
        for _ in 0..<64 {
            _ = harness.advance(.seconds(10))
            try say()
        }
        #expect(outcomes(first) == nil)
        #expect(harness.refusal?.code == .unknownObject)
        harness.request(OutcomeRequest(id: "never"))
        #expect(harness.refusal?.code == .unknownObject)
    }
}

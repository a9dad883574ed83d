import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

private func file(_ name: String, _ bytes: Int) -> PackFile {
    let content = [UInt8](repeating: UInt8(truncatingIfNeeded: bytes), count: bytes)
    return PackFile(name: name, content: Blob(id: Digest(of: content), bytes: bytes)!)!
}

private func pack(_ name: String = "german", clip: Int = 30_000) throws -> PackList {
    try PackList(name: name, files: [file("eins.wav", clip), file("voice.yaml", 200)])
}

/// Voice packs: from a client's list to the nodes' documents, and the nodes' requests.
@Suite struct PackTests {
    private var harness = CoreHarness(at: "18:01:00")

    init() {
        harness.join(kitchen)
        harness.join(bedroom)
        harness.commitAll()
    }

    /// Declares the pack, and the parts of it that the disk lacks.
    private mutating func declare(_ list: PackList, missing: [Blob] = []) {
        harness.request(PackRequest(list: list))
        #expect(harness.effects.contains(.findPack(CoreHarness.origin, list)))
        harness.send(.packFound(CoreHarness.origin, list.reference, missing: missing))
    }

    private mutating func push(_ list: PackList, to nodes: [NodeID] = [kitchen]) -> [CoordinatorEffect] {
        declare(list)
        harness.request(PushRequest(pack: list.reference.digest, nodes: nodes))
        return harness.commitAll()
    }

    private mutating func report(_ node: NodeID, _ change: (inout Reported) -> Void) {
        var report = reported()
        change(&report)
        harness.send(.reported(node, report))
    }

    private var published: [[ContentPart]] {
        harness.effects.compactMap { effect in
            if case .publishChunks(_, let parts, isRetained: false, expirySeconds: 60) = effect { parts } else { nil }
        }
    }

    @Test mutating func onlyWhatIsMissingIsUploadedChunkByChunk() throws {
        let list = try pack(clip: 250_000)
        let clip = list.files[0].content
        declare(list, missing: [clip])
        #expect(harness.replies == [.success(PackResult(pack: list.reference.digest, missing: [clip.id]))])
        harness.request(PushRequest(pack: list.reference.digest, nodes: [kitchen]))
        #expect(harness.refusal?.message == "1 files of voice pack german were not uploaded")

        let first = UploadRequest.Chunk(index: 0, bytes: [1])
        let second = UploadRequest.Chunk(index: 1, bytes: [2])
        harness.request(UploadRequest(file: clip.id, bytes: clip.bytes, chunk: second))
        #expect(harness.effects.contains(.keepUpload(CoreHarness.origin, clip.id, second, isLast: false)))
        harness.send(.uploadKept(CoreHarness.origin, clip.id, chunk: 1, isWhole: false))
        #expect(harness.replies == [.success(UploadResult(missing: [0]))])
        harness.request(UploadRequest(file: clip.id, bytes: clip.bytes, chunk: first))
        #expect(harness.effects.contains(.keepUpload(CoreHarness.origin, clip.id, first, isLast: true)))
        harness.send(.uploadKept(CoreHarness.origin, clip.id, chunk: 0, isWhole: true))
        #expect(harness.replies == [.success(UploadResult(missing: []))])
        harness.request(PushRequest(pack: list.reference.digest, nodes: [kitchen]))
        #expect(harness.commit != nil)
    }

    @Test mutating func aFileThatIsDamagedOnItsWayIsUploadedAgain() throws {
        let list = try pack()
        let clip = list.files[0].content
        declare(list, missing: [clip])
        let request = UploadRequest(
            file: clip.id, bytes: clip.bytes, chunk: UploadRequest.Chunk(index: 0, bytes: [1]))
        harness.request(request)
        let error = RequestError(.invalid, "the uploaded bytes are not the file")
        harness.send(.uploadRefused(CoreHarness.origin, clip.id, error))
        #expect(harness.refusal == error)
        harness.request(request)
        #expect(harness.effects.contains { if case .keepUpload = $0 { true } else { false } })
    }

    @Test mutating func nodesAreToldWhenItIsCommittedAndEverybodyHears() throws {
        let list = try pack()
        declare(list)
        harness.request(PushRequest(pack: list.reference.digest, nodes: [kitchen]))
        #expect(harness.desired.isEmpty && harness.replies.isEmpty)
        harness.commitAll()
        #expect(harness.desired[kitchen]?.packs == [list.reference])
        #expect(harness.desired[bedroom] == nil)
        #expect(
            harness.changes.map(\.new) == [
                .node(kitchen, room: "kitchen", settings: .standard, packs: [list.reference])
            ])
        // A better version takes its place.
        let better = try pack(clip: 40_000)
        _ = push(better, to: [])
        #expect(harness.desired[kitchen]?.packs == [better.reference])
        #expect(harness.desired[bedroom]?.packs == [better.reference])
    }

    @Test mutating func whatNobodyTookIsForgottenAndWhatNodesHaveIsKept() throws {
        let kept = try pack()
        let dropped = try pack("dolch")
        _ = push(kept)
        declare(dropped)
        let effects = harness.advance(.minutes(11))
        let lists = effects.compactMap { if case .keepPacks(let packs) = $0 { packs } else { nil } }
        #expect(lists.last == [kept.reference.digest])
        harness.request(PushRequest(pack: dropped.reference.digest, nodes: [kitchen]))
        #expect(harness.refusal?.code == .unknownObject)
        // A person can give one node's pack to another node without a second upload.
        harness.request(PushRequest(pack: kept.reference.digest, nodes: [bedroom]))
        harness.commitAll()
        #expect(harness.desired[bedroom]?.packs == [kept.reference])
    }

    @Test mutating func takingOnePackAwayLeavesAnotherThatIsBeingUploaded() throws {
        let coming = try pack("dolch")
        _ = push(try pack())
        declare(coming, missing: [coming.files[0].content])
        harness.request(WithdrawRequest(name: "german", nodes: []))
        harness.commitAll()
        let effects = harness.advance(.minutes(2))
        let lists = effects.compactMap { if case .keepPacks(let packs) = $0 { packs } else { nil } }
        #expect(lists == [[coming.reference.digest]])
    }

    @Test mutating func aNodeGetsWhatItAsksForOnceForAllThatWantIt() throws {
        let list = try pack()
        _ = push(list, to: [kitchen, bedroom])
        let part = ContentPart(blob: list.files[0].content, chunks: [0])
        let want = ContentReport(content: list.reference.digest, state: .wanted([part]))
        harness.send(.contentReport(kitchen, want))
        #expect(published == [[part]])
        harness.send(.contentReport(bedroom, want))
        #expect(published.isEmpty)
        _ = harness.advance(.seconds(1))
        harness.send(.contentReport(bedroom, want))
        #expect(published == [[part]])
    }

    @Test mutating func nobodyGetsWhatIsNotToBeThere() throws {
        let list = try pack()
        _ = push(list, to: [kitchen])
        let part = ContentPart(blob: list.files[0].content, chunks: [0])
        harness.send(
            .contentReport(bedroom, ContentReport(content: list.reference.digest, state: .wanted([part]))))
        #expect(published.isEmpty)
    }

    @Test mutating func aChimeThatANodeHasNotIsRefusedWithTheNextStep() {
        report(kitchen) { $0.voice.chimes = ["cuckoo"] }
        func set(_ chime: Chime, _ node: NodeID) -> SetRequest {
            SetRequest(nodes: [node], change: SettingsPatch(chime: chime))
        }
        harness.request(set(.own("bong"), kitchen))
        #expect(
            harness.refusal?.message
                == "node kitchen has no chime \"bong\", but none, strike, count, westminster, cuckoo: put its sound files "
                + "into chimes/bong in the voices' folder of that machine, and have the node look with clockctl doctor")
        for (chime, node) in [(Chime.own("cuckoo"), kitchen), (.count, kitchen), (.own("bong"), bedroom)] {
            harness.request(set(chime, node))
            #expect(harness.refusal == nil)
            harness.commitAll()
        }
    }

    @Test mutating func aVoiceThatANodeHasNotIsRefusedWithTheNextStep() throws {
        report(kitchen) { $0.voice.installed = ["english", "english-24h"] }
        let change = SettingsPatch(voice: "german")
        harness.request(SetRequest(nodes: [kitchen], change: change))
        #expect(
            harness.refusal?.message
                == "node kitchen has no voice \"german\", but english, english-24h: give it one with "
                + "clockctl voice push german kitchen")
        // A node that has not reported its voices may have it.
        harness.request(SetRequest(nodes: [bedroom], change: change))
        #expect(harness.refusal == nil)
        harness.commitAll()
        _ = push(try pack())
        harness.request(SetRequest(nodes: [kitchen], change: change))
        harness.commitAll()
        #expect(harness.desired[kitchen]?.settings.voice == "german")
    }

    @Test mutating func aPackThatANodeSpeaksWithIsNotTakenAway() throws {
        _ = push(try pack(), to: [kitchen, bedroom])
        harness.request(SetRequest(nodes: [kitchen], change: SettingsPatch(voice: "german")))
        harness.commitAll()
        harness.request(WithdrawRequest(name: "german", nodes: []))
        #expect(
            harness.refusal?.message
                == "kitchen speaks with german: choose another voice first: clockctl set kitchen voice english")
        harness.request(WithdrawRequest(name: "german", nodes: [bedroom]))
        harness.commitAll()
        #expect(harness.desired[bedroom]?.packs == [])
        // A node with an installed pack of that name speaks on with that.
        report(kitchen) { $0.voice.installed = ["german"] }
        harness.request(WithdrawRequest(name: "german", nodes: [kitchen]))
        harness.commitAll()
        #expect(harness.desired[kitchen]?.packs == [])
        harness.request(WithdrawRequest(name: "german", nodes: []))
        #expect(harness.refusal?.code == .unknownObject)
    }

    @Test mutating func aNodeTakesSoManyPacksAndNoMore() throws {
        for index in 0..<PackLimits.packs { _ = push(try pack("pack-\(index)", clip: 1_000 + index)) }
        declare(try pack("one-more"))
        harness.request(PushRequest(pack: try pack("one-more").reference.digest, nodes: [kitchen]))
        #expect(harness.refusal?.message.contains("a node has at most 16 of 256 MiB") == true)
    }

    @Test mutating func theStatusAndTheDoctorTellHowFarANodeIs() throws {
        let list = try pack()
        _ = push(list)
        func status(_ harness: inout CoreHarness) -> [PackReport] {
            harness.request(StatusRequest())
            guard let status = harness.replies.first?.value as? SiteStatus else { return [] }
            return status.nodes.first { $0.id == kitchen }?.packs ?? []
        }
        #expect(status(&harness) == [PackReport(list.reference, .waiting)])
        report(kitchen) { $0.packs = [PackReport(list.reference, .coming(have: 15_100))] }
        #expect(status(&harness) == [PackReport(list.reference, .coming(have: 15_100))])
        harness.send(.contentUnreadable(list.reference.digest, reason: "its file is gone"))
        #expect(harness.warnings.first?.contains("push it again") == true)
        #expect(
            status(&harness) == [
                PackReport(list.reference, .failed("the coordinator cannot send it: its file is gone; push it again"))
            ])
        // Told once.
        harness.send(.contentUnreadable(list.reference.digest, reason: "its file is gone"))
        #expect(harness.warnings.isEmpty)
        declare(list)
        #expect(status(&harness) == [PackReport(list.reference, .coming(have: 15_100))])
    }

    @Test mutating func whatWasGivenSurvivesARestartAndAFailedCommitIsTakenBack() throws {
        let list = try pack()
        declare(list)
        harness.request(PushRequest(pack: list.reference.digest, nodes: [kitchen]))
        harness.send(.commitFailed(try #require(harness.underWay?.id), reason: "full"))
        #expect(harness.refusal?.code == .storeFailed)
        let definition = NodeDefinition(
            id: kitchen, firstSeen: instant("17:00:00"), room: "kitchen", settings: .standard, revision: 4,
            packs: [list.reference])
        let stored = StoredState(
            storeID: "00112233aabbccdd", closedThrough: nil,
            nodes: [StoredNode(definition: definition, zone: "Europe/Berlin")])
        let harness = CoreHarness(at: "18:01:00", stored: stored)
        #expect(harness.desired[kitchen]?.packs == [list.reference])
    }
}

import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// At a broker that lets anybody write, somebody makes up names of nodes, stores and uploads.
@Suite struct MadeUpNodeTests {
    private var harness = CoreHarness(at: "18:01:00")

    private mutating func check(_ subject: String) -> DoctorCheck? {
        harness.openness = .everybody
        var effects = harness.request(DoctorRequest())
        effects += harness.send(.storeChecked(StoreCheck(sizeBytes: 1, freeBytes: nil, problem: nil)))
        effects += harness.advance(.seconds(20))
        for case .reply(_, let answer) in effects {
            if let report = answer.value as? DoctorReport { return report.checks.first { $0.subject == subject } }
        }
        return nil
    }

    @Test mutating func doctorNamesManyNodesThatAppearAtOnce() throws {
        for number in 0..<100 { harness.send(.availability(NodeID("n\(number)")!, .offline)) }
        harness.commitAll()
        #expect(check("nodes") == nil, "a house of a hundred rooms is no flood")
        let effects = harness.send(.availability(NodeID("rogue")!, .offline))
        #expect(effects.compactMap { $0.subjectOfLine }.first == "new node rogue", "each line may be left out")
        harness.commitAll()
        let found = check("nodes")
        let finding = try #require(found)
        #expect(finding.verdict == .warning && finding.finding.hasPrefix("101 nodes appeared within the last hour"))
        _ = harness.advance(.hours(1))
        #expect(check("nodes") == nil)
    }

    /// The list is well-formed, and the broker keeps it and sends it to every room that connects.
    @Test mutating func theListOfANodeThatTheSiteDoesNotHaveIsCleared() throws {
        harness.join(kitchen)
        harness.send(.nodeListHeard(kitchen, bytes: 200))
        for number in 0..<2_000 { harness.send(.nodeListHeard(NodeID("rogue-\(number)")!, bytes: 60_000)) }
        harness.send(.nodeListHeard(bedroom, bytes: 300))
        // A new room's list came before its report.
        harness.send(.availability(NodeID("rogue-7")!, .online))
        harness.commitAll()
        let cleared = harness.advance(.minutes(1)).compactMap { if case .clear(let topic) = $0 { topic } else { nil } }
        #expect(cleared.count == 1_023 && cleared.contains("clock/v1/home/ring/node/rogue-0"))
        #expect(!cleared.contains("clock/v1/home/ring/node/rogue-7"))
        #expect(!cleared.contains("clock/v1/home/ring/node/kitchen"))
        let found = check("stray messages")
        #expect(try #require(found).finding.contains("that no program of this site reads"))
        harness.send(.nodeListHeard(NodeID("rogue-0")!, bytes: 10))
        #expect(harness.advance(.minutes(1)).contains(.clear(topic: "clock/v1/home/ring/node/rogue-0")))
    }

    /// Each report names another store: the shell writes one line a minute for each subject.
    @Test mutating func aNodeThatNamesAFreshStoreEachTimeHasOneSubjectInTheLog() {
        harness.join(kitchen)
        var subjects: Set<String> = []
        for number in 0..<1_000 {
            let store = String(number, radix: 16)
            let effects = harness.send(
                .reported(kitchen, reported(store: String(repeating: "0", count: 16 - store.count) + store)))
            for effect in effects {
                if case .log(let level, let text) = effect { #expect(level == .debug, "\(text)") }
                if let subject = effect.subjectOfLine { subjects.insert(subject) }
            }
        }
        #expect(subjects == ["store of kitchen"])
        #expect(harness.status().foreign.count == 1)
    }

    // MARK: Uploads

    /// One member declares files and sends a chunk of each now and then.
    @Test mutating func oneMembersUploadsKeepNoOtherMemberOut() {
        let (greedy, modest) = (RequestOrigin("a", asker: "greedy"), RequestOrigin("b", asker: "modest"))
        let bytes = 3 * UploadRequest.chunkBytes
        func file(_ number: Int) -> Digest { Digest(of: [9, UInt8(number)]) }
        func missing(_ effects: [CoordinatorEffect]) -> Bool {
            effects.contains { effect in
                if case .reply(_, let answer) = effect {
                    (answer.value as? UploadResult)?.missing.isEmpty == false
                } else {
                    false
                }
            }
        }
        for number in 0..<8 {
            #expect(missing(harness.send(.uploadFound(greedy, file(number), bytes: bytes, isThere: false))))
        }
        #expect(!missing(harness.send(.uploadFound(greedy, file(8), bytes: bytes, isThere: false))), "its own place")
        let effects = harness.send(.uploadFound(modest, file(20), bytes: bytes, isThere: false))
        let dropped = effects.compactMap { if case .dropUpload(let file) = $0 { file } else { nil } }
        #expect(missing(effects) && dropped.count == 1 && (0..<8).map(file).contains(dropped[0]))
        // The modest one's file stays, whatever the other declares.
        for number in 9..<12 {
            let effects = harness.send(.uploadFound(greedy, file(number), bytes: bytes, isThere: false))
            #expect(!missing(effects) && !effects.contains(.dropUpload(file(20))))
        }
    }

    @Test mutating func anUploadThatOnlyRepeatsItselfIsIdle() {
        let (greedy, modest) = (RequestOrigin("a", asker: "greedy"), RequestOrigin("b", asker: "modest"))
        let bytes = 3 * UploadRequest.chunkBytes
        for (number, origin) in [greedy, modest, modest, modest, greedy, greedy, modest, greedy].enumerated() {
            harness.send(.uploadFound(origin, Digest(of: [9, UInt8(number)]), bytes: bytes, isThere: false))
        }
        for _ in 0..<6 {
            _ = harness.advance(.seconds(1))
            for number in 0..<8 {
                harness.request(
                    UploadRequest(file: Digest(of: [9, UInt8(number)]), bytes: bytes, chunk: nil), from: greedy)
            }
        }
        let third = RequestOrigin("c", asker: "third")
        let effects = harness.send(.uploadFound(third, Digest(of: [77]), bytes: bytes, isThere: false))
        #expect(effects.contains { if case .dropUpload = $0 { true } else { false } })
    }
}

extension CoordinatorEffect {
    /// The subject of a line that others can cause in any number.
    var subjectOfLine: String? { if case .logLimited(_, _, let subject) = self { subject } else { nil } }
}

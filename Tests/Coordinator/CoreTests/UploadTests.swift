import ClockCoordinatorCore
import ClockDomain
import ClockWire
import Testing

/// Files that people hand over, chunk by chunk.
@Suite struct UploadTests {
    private var harness = CoreHarness(at: "18:01:00")

    private static let origin = CoreHarness.origin
    private static let file = Digest(of: [2])
    /// Three chunks.
    private static let bytes = 2 * UploadRequest.chunkBytes + 10

    init() {
        harness.join(kitchen)
    }

    private static func upload(_ index: Int? = nil, bytes: Int = bytes, file: Digest = file) -> UploadRequest {
        let chunk = index.map { UploadRequest.Chunk(index: $0, bytes: [UInt8($0)]) }
        return UploadRequest(file: file, bytes: bytes, chunk: chunk)
    }

    private var missing: [Int]? {
        for case let result as UploadResult in harness.replies.map(\.value) { return result.missing }
        return nil
    }

    private mutating func begin() {
        harness.request(Self.upload())
        harness.send(.uploadFound(Self.origin, Self.file, bytes: Self.bytes, isThere: false))
    }

    private mutating func send(_ index: Int) {
        harness.request(Self.upload(index))
        harness.send(.uploadKept(Self.origin, Self.file, chunk: index, isWhole: false))
    }

    @Test mutating func anUploadIsKeptChunkByChunkAndResumedWhereItWas() {
        harness.request(Self.upload())
        #expect(harness.effects == [.findUpload(Self.origin, Self.file, bytes: Self.bytes)])
        harness.send(.uploadFound(Self.origin, Self.file, bytes: Self.bytes, isThere: false))
        #expect(missing == [0, 1, 2])
        harness.request(Self.upload(1))
        #expect(
            harness.effects == [
                .keepUpload(Self.origin, Self.file, UploadRequest.Chunk(index: 1, bytes: [1]), isLast: false)
            ])
        #expect(missing == nil)
        harness.send(.uploadKept(Self.origin, Self.file, chunk: 1, isWhole: false))
        #expect(missing == [0, 2])
        // Somebody comes back, and sends one twice.
        harness.request(Self.upload())
        #expect(missing == [0, 2])
        harness.request(Self.upload(1))
        #expect(missing == [0, 2])
        send(0)
        harness.request(Self.upload(2))
        #expect(
            harness.effects == [
                .keepUpload(Self.origin, Self.file, UploadRequest.Chunk(index: 2, bytes: [2]), isLast: true)
            ])
        harness.send(.uploadKept(Self.origin, Self.file, chunk: 2, isWhole: true))
        #expect(missing == [])
    }

    @Test mutating func whatIsThereNeedNoUpload() {
        harness.request(Self.upload())
        harness.send(.uploadFound(Self.origin, Self.file, bytes: Self.bytes, isThere: true))
        #expect(missing == [])
    }

    @Test mutating func aWholeFileIsPlayedAndThenForgotten() {
        begin()
        let play = PlayRequest(sound: Self.file, label: "bell.wav")
        harness.request(play)
        #expect(harness.refusal == RequestError(.invalid, "3 of the file's 3 chunks were not uploaded"))
        for index in 0..<3 { send(index) }
        harness.request(play)
        #expect(harness.effects.contains(.prepareUpload(job: 1, Self.file, isAsIs: false)))
        let sound = Blob(id: Digest(of: [3]), bytes: 5)!
        harness.send(.soundReady(job: 1, sound, milliseconds: 40))
        #expect(harness.effects.commands.map(\.node) == [kitchen])
        harness.request(Self.upload(0))
        #expect(harness.refusal?.code == .unknownObject)
    }

    @Test mutating func aFileThatIsNoSoundIsDropped() {
        begin()
        for index in 0..<3 { send(index) }
        harness.request(PlayRequest(sound: Self.file, label: "bell.wav"))
        let error = RequestError(.invalid, "the file is no sound")
        harness.send(.soundRefused(job: 1, error))
        #expect(harness.refusal == error)
        #expect(harness.effects.contains(.dropUpload(Self.file)))
    }

    @Test mutating func aChunkOfNothingIsRefused() {
        harness.request(Self.upload(0))
        #expect(harness.refusal?.code == .unknownObject)
        begin()
        harness.request(Self.upload(0, bytes: Self.bytes + 1))
        #expect(harness.refusal == RequestError(.invalid, "the file has \(Self.bytes) bytes, not \(Self.bytes + 1)"))
    }

    @Test mutating func aDiskThatTakesNothingIsTheAnswer() {
        begin()
        harness.request(Self.upload(0))
        harness.send(
            .uploadRefused(Self.origin, Self.file, RequestError(.storeFailed, "cannot write it: no space")))
        #expect(harness.refusal == RequestError(.storeFailed, "cannot write it: no space"))
        #expect(harness.effects.contains(.dropUpload(Self.file)))
    }

    @Test mutating func uploadsAreBoundedInNumberBytesAndTime() {
        begin()
        for number in 0..<7 {
            let file = Digest(of: [9, UInt8(number)])
            harness.send(.uploadFound(Self.origin, file, bytes: 1, isThere: false))
            #expect(missing == [0])
        }
        harness.send(.uploadFound(Self.origin, Digest(of: [10]), bytes: 1, isThere: false))
        #expect(harness.refusal?.message == "too many uploads at once: ask again in a moment")
        #expect(harness.advance(.minutes(9)).isEmpty)
        send(0)
        let dropped = harness.advance(.minutes(2)).filter { if case .dropUpload = $0 { true } else { false } }
        #expect(dropped.count == 7)
        harness.send(.uploadFound(Self.origin, Digest(of: [11]), bytes: 32 << 20, isThere: false))
        #expect(missing?.count == 171)
        // The idle upload of nine minutes ago makes room.
        harness.send(.uploadFound(Self.origin, Digest(of: [12]), bytes: 32 << 20, isThere: false))
        #expect(missing?.count == 171)
        #expect(harness.effects.contains(.dropUpload(Self.file)))
        harness.send(.uploadFound(Self.origin, Digest(of: [13]), bytes: 1, isThere: false))
        #expect(harness.refusal?.code == .unavailable)
    }

    @Test mutating func uploadsThatAreOnlyDeclaredKeepNobodyOut() {
        for number in 0..<8 {
            harness.send(.uploadFound(Self.origin, Digest(of: [9, UInt8(number)]), bytes: 8 << 20, isThere: false))
        }
        _ = harness.advance(.seconds(5))
        begin()
        #expect(harness.refusal == nil)
        send(0)
    }

    @Test mutating func aChunkThatComesAfterTheUploadWasDroppedIsToldSo() {
        begin()
        harness.request(Self.upload(0))
        _ = harness.advance(.minutes(10))
        harness.send(.uploadKept(Self.origin, Self.file, chunk: 0, isWhole: false))
        #expect(harness.refusal?.code == .unavailable)
    }
}

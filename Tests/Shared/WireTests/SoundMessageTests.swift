import ClockDomain
import ClockWire
import Testing

@testable import enum ClockWire.Base64

struct SoundMessageTests {
    private func check<Message: WireMessage & Equatable>(
        _ message: Message, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let payload = WireCodec.encode(message)
        #expect(try WireCodec.decode(Message.self, from: payload) == message, sourceLocation: sourceLocation)
        #expect(String(decoding: payload, as: UTF8.self) == text, sourceLocation: sourceLocation)
    }

    private static let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func messagesKeepTheirBytes() throws {
        try check(
            Samples.playCommand,
            #"{"action":"play","bytes":100000,"chunks":3,"id":"c","label":"Dinner is ready","#
                + #""not_after":"2026-11-21T12:00:02.000Z","sound":"\#(Self.digest)","#
                + #""target":"2026-11-21T12:00:00.000Z","v":1,"volume":60}"#)
        try check(
            Samples.cancelCommand,
            #"{"action":"cancel","id":"d","not_after":"2026-11-21T12:00:00.000Z","order":"pgx4k2","v":1}"#)
        try check(CancelRequest(id: "pgx4k2"), #"{"id":"pgx4k2","v":1}"#)
        try check(
            SayRequest(text: "Dinner is ready"), #"{"text":"Dinner is ready","v":1}"#)
        try check(
            SayRequest(text: "Dinner is ready", how: Samples.everywhere),
            #"{"at":"2026-11-21T12:00:00.000Z","targets":{"groups":["upstairs"],"nodes":["kitchen"]},"#
                + #""text":"Dinner is ready","v":1,"volume":5}"#)
        try check(
            UploadRequest(file: Samples.sound.id, bytes: 3, chunk: .init(index: 0, bytes: bytes("abc"))),
            #"{"bytes":3,"chunk":0,"data":"YWJj","file":"\#(Self.digest)","v":1}"#)
    }

    @Test func ledgerLinesOfSoundsKeepTheirBytes() throws {
        try check(
            Samples.soundBatch,
            #"{"entries":[{"at":"2026-11-21T12:00:00.000Z","kind":"sound","seq":1,"sound":{"#
                + #""detail":"1 of 3 parts had come at the instant","label":"Dinner is ready","onset_error_us":-3,"#
                + #""order":"c","outcome":"missed","reason":"incomplete","sound":"\#(Self.digest)","#
                + #""target":"2026-11-21T12:00:00.000Z"}},{"at":"2026-11-21T12:00:00.000Z","kind":"sound","seq":2,"#
                + #""sound":{"label":"","order":"d","outcome":"played","sound":"\#(Self.digest)","#
                + #""target":"2026-11-21T12:00:00.000Z"}}],"epoch":"e","oldest":1,"v":1}"#)
    }

    @Test func whatIsToBePlayedAndWhatWasKeepTheirBytes() throws {
        try check(
            Reply(
                result: HistoryPage(
                    lines: [HistoryLine(node: kitchen, event: .sound(Samples.soundBatch.sounds[1]))],
                    next: HistoryCursor(target: noon, node: kitchen, order: "d"))),
            #"{"result":{"lines":[{"node":"kitchen","sound":{"label":"","order":"d","outcome":"played","#
                + #""sound":"\#(Self.digest)","target":"2026-11-21T12:00:00.000Z"}}],"#
                + #""next":{"node":"kitchen","order":"d","target":"2026-11-21T12:00:00.000Z"}},"v":1}"#)
        var reported = Samples.reportedWithRings
        reported.plays = [PendingSound(id: "pgx4k2", label: "Dinner is ready", target: noon)]
        let payload = WireCodec.encode(reported)
        #expect(try WireCodec.decode(Reported.self, from: payload) == reported)
        #expect(
            String(decoding: payload, as: UTF8.self).contains(
                #""plays":[{"id":"pgx4k2","label":"Dinner is ready","target":"2026-11-21T12:00:00.000Z"}]"#))
    }

    @Test func aNewerNodesOutcomeIsKeptByItsName() throws {
        let text = String(decoding: WireCodec.encode(Samples.soundBatch), as: UTF8.self)
            .replacingOccurrence(of: "\"missed\"", with: "\"hummed\"")
        let batch = try WireCodec.decode(LedgerBatch.self, from: bytes(text))
        #expect(batch.entries.map(\.event).first == .unknown(kind: "sound:hummed"))
    }

    @Test(arguments: [
        (#""bytes":100000"#, #""bytes":0"#, "0 bytes is not in 1...4194304 at bytes"),
        (#""bytes":100000"#, #""bytes":4194305"#, "4194305 bytes is not in 1...4194304 at bytes"),
        (#""chunks":3"#, #""chunks":4"#, "100000 bytes come in 3 chunks of 49152, not in 4 at chunks"),
        (digest, "BA78", #""BA78" is not a SHA-256 digest at sound"#),
        (#""volume":60"#, #""volume":101"#, "volume 101 is not in 0...100 at volume"),
    ])
    func ordersThatBreakARuleAreRefused(piece: String, other: String, line: String) {
        let text = String(decoding: WireCodec.encode(Samples.playCommand), as: UTF8.self)
        #expect(throws: WireError(.invalid, line)) {
            try WireCodec.decode(Command.self, from: bytes(text.replacingOccurrence(of: piece, with: other)))
        }
    }

    @Test(arguments: [
        (#""bytes":3"#, #""bytes":33554433"#, "33554433 bytes is not in 1...33554432 at bytes"),
        (#""chunk":0"#, #""chunk":1"#, "1 is not in 0...0 at chunk"),
        (#""chunk":0"#, #""chunk":-1"#, "-1 is not in 0...0 at chunk"),
        ("YWJj", "YWI=", "chunk 0 has 2 bytes in place of 3 at data"),
        ("YWJj", "YWJ", "is not base 64 (RFC 4648) at data"),
        ("YWJj", "YW-j", "is not base 64 (RFC 4648) at data"),
    ])
    func uploadsThatBreakARuleAreRefused(piece: String, other: String, line: String) {
        let upload = UploadRequest(file: Samples.sound.id, bytes: 3, chunk: .init(index: 0, bytes: bytes("abc")))
        let text = String(decoding: WireCodec.encode(upload), as: UTF8.self)
        #expect(throws: WireError(.invalid, line)) {
            try WireCodec.decode(UploadRequest.self, from: bytes(text.replacingOccurrence(of: piece, with: other)))
        }
    }

    @Test func theLargestChunkFitsItsMessage() throws {
        let chunk = UploadRequest.Chunk(index: 0, bytes: [UInt8](repeating: 0xFF, count: UploadRequest.chunkBytes))
        let upload = UploadRequest(file: Samples.sound.id, bytes: UploadRequest.maximumFileBytes, chunk: chunk)
        let payload = WireCodec.encode(upload)
        #expect(payload.count <= UploadRequest.maximumBytes)
        #expect(try WireCodec.decode(UploadRequest.self, from: payload) == upload)
    }

    @Test(arguments: [
        "", " \n\t", String(repeating: "x", count: 1_001), "a" + String(repeating: "\u{301}", count: 4_000),
    ])
    func whatIsNoTextCannotBeSaid(text: String) {
        #expect(!SayRequest.isText(text))
    }

    /// RFC 4648 section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func baseSixtyFourIsAsTheRFCHasIt(text: String, encoded: String) {
        #expect(Base64.text(of: bytes(text)) == encoded)
        #expect(Base64.bytes(of: encoded) == bytes(text))
    }

    @Test(arguments: ["Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Z g=", "Zm9é"])
    func whatIsNoBaseSixtyFourIsRefused(text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }
}

extension String {
    /// The first `piece` replaced by `other`.
    func replacingOccurrence(of piece: String, with other: String) -> String {
        let parts = split(separator: piece, maxSplits: 1, omittingEmptySubsequences: false)
        precondition(parts.count == 2, "\(piece) is not in \(self)")
        return parts[0] + other + parts[1]
    }
}

extension LedgerBatch {
    fileprivate var sounds: [SoundRecord] {
        entries.compactMap { if case .sound(let record) = $0.event { record } else { nil } }
    }
}

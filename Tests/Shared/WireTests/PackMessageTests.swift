import ClockDomain
import ClockWire
import Testing

struct PackMessageTests {
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private static let y = Digest(of: bytes("y")).rawValue
    private static let list =
        #"{"files":[{"bytes":100000,"name":"eins.wav","sha256":"\#(abc)"},{"bytes":1,"name":"voice.yaml","#
        + #""sha256":"\#(y)"}],"name":"german","v":1}"#

    private func check<Message: WireMessage & Equatable>(
        _ message: Message, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let payload = WireCodec.encode(message)
        #expect(try WireCodec.decode(Message.self, from: payload) == message, sourceLocation: sourceLocation)
        #expect(String(decoding: payload, as: UTF8.self) == text, sourceLocation: sourceLocation)
    }

    @Test func aListsBytesNameThePack() throws {
        try check(Samples.packList, Self.list)
        let reference = Samples.packList.reference
        #expect(reference.digest == Digest(of: bytes(Self.list)) && reference.listBytes == Self.list.utf8.count)
        #expect(reference.name == "german" && reference.bytes == 100_001)
    }

    @Test func messagesKeepTheirBytes() throws {
        try check(
            PushRequest(pack: Samples.sound.id, nodes: [kitchen]), #"{"nodes":["kitchen"],"pack":"\#(Self.abc)","v":1}"#
        )
        try check(WithdrawRequest(name: "german", nodes: []), #"{"name":"german","nodes":[],"v":1}"#)
    }

    @Test(arguments: [
        (PackReport.State.waiting, #""state":"waiting"}"#),
        (.coming(have: 7), #""have":7,"name":"german","state":"coming"}"#),
        (.ready, #""name":"german","state":"ready"}"#),
        (.failed("full"), #""name":"german","problem":"full","state":"failed"}"#),
    ])
    func reportsTellEveryState(state: PackReport.State, end: String) throws {
        var reported = Samples.reported
        reported.packs = [PackReport(Samples.packList.reference, state)]
        let payload = WireCodec.encode(reported)
        #expect(try WireCodec.decode(Reported.self, from: payload) == reported)
        #expect(String(decoding: payload, as: UTF8.self).contains(end))
    }

    @Test(arguments: [
        (#""name":"german""#, #""name":"../german""#, "cannot be the name of a voice"),
        ("eins.wav", "../eins.wav", "cannot be the name of a pack's file"),
        ("eins.wav", ".list", "cannot be the name of a pack's file"),
        ("eins.wav", "", "cannot be the name of a pack's file"),
        ("eins.wav", "zwei.wav", "files are not ascending, each once"),
        ("eins.wav", "voice.yaml", "files are not ascending, each once"),
        ("voice.yaml", "voices.txt", "there is no voice.yaml"),
        (#""bytes":100000"#, #""bytes":0"#, "0 bytes is not in 1...4194304"),
        (#""bytes":100000"#, #""bytes":4194305"#, "4194305 bytes is not in 1...4194304"),
        (abc, "BA78", "is not a SHA-256 digest"),
    ])
    func listsThatBreakARuleAreRefused(piece: String, other: String, words: String) {
        let error = #expect(throws: WireError.self) {
            try WireCodec.decode(PackList.self, from: bytes(Self.list.replacingOccurrence(of: piece, with: other)))
        }
        // A digest is told by its own type.
        #expect(error?.description.contains(words) == true || piece == Self.abc, "\(error?.description ?? "")")
    }

    @Test func aListIsBounded() {
        let content = Samples.sound
        func files(_ count: Int, _ name: (Int) -> String) -> [PackFile] {
            (0..<count).map { PackFile(name: name($0), content: content)! }.sorted { $0.name < $1.name }
        }
        let voice = PackFile(name: "voice.yaml", content: content)!
        #expect(throws: WireError.self) { try PackList(name: "x", files: files(1_000) { "a\($0)" } + [voice]) }
        // 64 MiB.
        #expect(throws: WireError.self) { try PackList(name: "x", files: files(700) { "a\($0)" } + [voice]) }
        let long = String(repeating: "\"", count: 120)
        let small = Blob(id: content.id, bytes: 1)!
        #expect(throws: WireError.self) {
            try PackList(
                name: "x",
                files: (0..<999).map { PackFile(name: "\(1_000 + $0)\(long)", content: small)! }
                    + [PackFile(name: "voice.yaml", content: small)!])
        }
        #expect(throws: Never.self) {
            let list = try PackList(
                name: "x",
                files: (0..<999).map { PackFile(name: "\(1_000 + $0)", content: small)! }
                    + [PackFile(name: "voice.yaml", content: small)!])
            #expect(list.encoded.count <= PackLimits.listBytes && list.contents.count == 1)
        }
    }
}

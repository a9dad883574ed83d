import ClockDomain
import ClockWire
import Testing

/// Nodes' reports about sounds and voice packs on their way to them.
struct ContentReportTests {
    private static let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    private static let wanted =
        #"{"content":"\#(digest)","parts":[{"blob":"\#(digest)","bytes":100000,"chunks":[0,2]}],"state":"wanted","v":1}"#

    @Test(arguments: [
        (Samples.wanted, wanted),
        (
            ContentReport(content: Samples.sound.id, state: .ready),
            #"{"content":"\#(digest)","state":"ready","v":1}"#
        ),
    ])
    func reportsKeepTheirBytes(report: ContentReport, text: String) throws {
        let payload = WireCodec.encode(report)
        #expect(String(decoding: payload, as: UTF8.self) == text)
        #expect(try WireCodec.decode(ContentReport.self, from: payload) == report)
    }

    @Test(arguments: [
        (#""chunks":[0,2]"#, #""chunks":[2,0]"#), (#""chunks":[0,2]"#, #""chunks":[3]"#),
        (#""chunks":[0,2]"#, #""chunks":[-1]"#), (#""bytes":100000"#, #""bytes":9999999"#),
        (#""bytes":100000"#, #""bytes":0"#), ("wanted", "lost"), (#""content":"ba"#, #""content":"BA"#),
    ])
    func reportsThatBreakARuleAreRefused(piece: String, other: String) {
        #expect(throws: WireError.self) {
            try WireCodec.decode(
                ContentReport.self, from: bytes(Self.wanted.replacingOccurrence(of: piece, with: other)))
        }
    }

    @Test func moreChunksThanANodeAsksForAtATimeAreRefused() throws {
        let longest = Blob(id: Samples.sound.id, bytes: Blob.maximumBytes)!
        func report(_ parts: [ContentPart]) -> [UInt8] {
            WireCodec.encode(ContentReport(content: Samples.sound.id, state: .wanted(parts)))
        }
        // All of the longest blob can be asked for.
        _ = try WireCodec.decode(ContentReport.self, from: report([ContentPart(longest)]))
        #expect(throws: WireError.self) {
            try WireCodec.decode(ContentReport.self, from: report([ContentPart(longest), ContentPart(longest)]))
        }
    }
}

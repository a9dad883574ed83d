import ClockDomain
import ClockWire
import Foundation
import Testing

/// This code reads and writes the examples of docs/protocol.md.
struct ProtocolPageTests {
    static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")

    @Test func everyExampleIsAMessageAsItWouldBeWritten() throws {
        let examples = try Self.examples()
        #expect(examples.count >= 15)
        for example in examples {
            var object = try Self.object(Array(example.utf8))
            if object["v"] == nil {
                // A part of a reported document.
                object = try Self.object(WireCodec.encode(Samples.reported)).merging(object) { _, part in part }
            }
            let payload = Array(try JSONSerialization.data(withJSONObject: object))
            let written = try Samples.decodeAsEverything(payload).map { message in
                NSDictionary(dictionary: try Self.object(WireCodec.encode(message)))
            }
            #expect(written.contains(NSDictionary(dictionary: object)), "no message is written like \(example)")
        }
    }

    private static func object(_ payload: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
    }

    /// The objects in the page's blocks of JSON.
    private static func examples() throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8)
        var examples: [String] = []
        for block in text.components(separatedBy: "```json\n").dropFirst() {
            var depth = 0
            var example = ""
            for character in block.prefix(while: { $0 != "`" }) {
                example.append(character)
                if character == "{" { depth += 1 }
                if character == "}" {
                    depth -= 1
                    if depth == 0 {
                        examples.append(example)
                        example = ""
                    }
                }
            }
        }
        return examples
    }
}

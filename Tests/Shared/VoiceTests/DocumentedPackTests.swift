import ClockVoice
import FoundationEssentials
import Testing

@Suite("The packs that docs/voices.md shows")
struct DocumentedPackTests {
    private static func page() throws -> String {
        try String(contentsOf: ShippedPacks.root.appending(component: "docs/voices.md"), encoding: .utf8)
    }

    private static func examples() throws -> [String] {
        try page().split(separator: "```yaml\n", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "```", maxSplits: 1).first.map(String.init)
        }
    }

    /// The cells of the page's table rows.
    private static func rows() throws -> [[String]] {
        try page().split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.split(separator: "|").map { $0.trimmed }
        }
    }

    @Test("Both can be read, and the new language says each minute, as the table under it has it")
    func example() throws {
        let examples = try Self.examples()
        try #require(examples.count >= 2)
        #expect(try VoicePack.parse(examples[0], source: "first").prompts.count == 4)
        let pack = try VoicePack.parse(examples[1], source: "second")
        let grammar = try #require(pack.grammar)
        #expect(Set(grammar.timeVocabulary { Issue.record("\($0): \($1)") }) == Set(pack.prompts.map(\.name)))
        var compared = 0
        for row in try Self.rows() where row.count == 2 && row[0].wholeMatch(of: /\d+:\d\d/) != nil {
            #expect(try pack.sentence(grammar.clips(time: try time(row[0]))) == row[1])
            compared += 1
        }
        #expect(compared >= 5)
    }

    @Test("What the packs that come with the project say is as the page's table has it")
    func shipped() throws {
        var compared: Set<String> = []
        for row in try Self.rows() where row.count == 6 && row[0].hasPrefix("`") {
            let name = String(row[0].dropFirst().dropLast())
            // The page has Japanese as people read it, and the pack in kana.
            compared.insert(name)
            guard name != "japanese" else { continue }
            let pack = try ShippedPacks.pack(name)
            let grammar = try #require(pack.grammar)
            for (text, expected) in zip(["7:00", "15:15", "15:45", "21:07"], row[2...]) {
                let said = try pack.sentence(grammar.clips(time: try time(text)))
                let asWritten = said.replacing("A.M.", with: "AM").replacing("P.M.", with: "PM")
                #expect(asWritten.replacing("forty five PM", with: "forty-five PM") == expected, "\(name) at \(text)")
            }
        }
        #expect(compared == Set(ShippedPacks.names))
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

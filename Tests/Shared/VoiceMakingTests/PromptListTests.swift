import ClockVoice
import Testing

@testable import ClockVoiceMaking

@Suite("Word lists")
struct PromptListTests {
    @Test("a plain list has a word a line, and remarks")
    func lines() throws {
        let prompts = try PromptList.parse(
            lines: "\u{FEFF}# the first week\nalways\r\n\n  don't  \nice cream\nfür\nStraße\n三\n")
        #expect(prompts.map(\.name) == ["always", "don-t", "ice-cream", "fur", "Strasse", "u4E09"])
        #expect(prompts.map(\.text) == ["always", "don't", "ice cream", "für", "Straße", "三"])
    }

    @Test("CSV has the text to speak and phonemes, in quotes where they have commas")
    func csv() throws {
        let prompts = try PromptList.parse(
            csv: "Word,Text,Phonemes\nread,\"read, as in \"\"a book\"\"\",r'i:d\nlive,,l'Iv\r\nsix\n")
        #expect(
            prompts == [
                Prompt(name: "read", text: "read, as in \"a book\"", phonemes: "r'i:d"),
                Prompt(name: "live", text: "live", phonemes: "l'Iv"), Prompt(name: "six", text: "six"),
            ])
    }

    @Test(
        "what is no list is refused by line",
        arguments: [
            ("", ": there is no word in it"), ("# nothing\n\n", ": there is no word in it"),
            ("one\ntwo\none\n", ":3: \"one\" is there already, in line 1"),
            ("fur\nfür\n", ":2: \"für\" would be the clip fur, which line 1 has already"),
            ("AM\nam\n", ":2: \"am\" would be the clip am, which line 1 has already"),
            ("../etc/passwd\n", ":1: \"../etc/passwd\" looks like a path"),
            ("and/or\n", ":1: \"and/or\" looks like a path"),
            ("a\\b\n", ":1: \"a\\b\" looks like a path"), (".hidden\n", ":1: \".hidden\" looks like a path"),
            ("!?\n", ":1: \"!?\" gives no name"), ("one\u{7}\n", "has a control character"),
            (String(repeating: "x", count: 65), "gives no name"),
        ])
    func refusals(list: String, words: String) {
        #expect { try PromptList.parse(lines: list) } throws: { "\($0)".contains(words) }
    }

    @Test("a huge list is refused")
    func huge() {
        let list = (0...5_000).map { "w\($0)\n" }.joined()
        #expect { try PromptList.parse(lines: list) } throws: {
            "\($0)" == ":5001: here begin more than 5000 words; split the list"
        }
    }

    @Test(
        "what is no CSV is refused by line",
        arguments: [
            ("a,b,c,d\n", ":1: has 4 cells"), ("one\n\"two\n", ":2: the quote that begins here does not end"),
            (",text\n", ":1: the word is missing"), ("a,\"line\nbreak\"\n", "control character"),
            ("a," + String(repeating: "x", count: 1_001), "is longer than 1000 bytes"),
        ])
    func csvRefusals(list: String, words: String) {
        #expect { try PromptList.parse(csv: list) } throws: { "\($0)".contains(words) }
    }
}

import ClockDomain
import ClockVoice
import Testing

@Suite("Phrases of a pack")
struct PhraseChoiceTests {
    private static let pack = """
        format: 1
        name: phrases
        language: en
        clips:
          three: three
          fifteen: fifteen
          forty-five: forty five
          PM: P.M.
          three-PM: {text: three P.M., says: three PM}
          fifteen-PM: {text: fifteen P.M., says: fifteen PM}
          three-fifteen: {text: three fifteen, says: three fifteen}
        grammar:
          time:
            - when: minute == 15
              say: three fifteen PM
            - when: minute == 45
              say: three forty-five PM
            - say: three PM
        """

    private func pack() throws -> VoicePack { try VoicePack.parse(Self.pack, source: "voice.yaml") }

    @Test(
        "a sentence is the fewest clips that there are",
        arguments: [
            ("three fifteen PM", "all", "three-fifteen PM"), ("three PM", "all", "three-PM"),
            ("three forty-five PM", "all", "three forty-five PM"),
            ("three fifteen PM", "three fifteen PM", "three fifteen PM"),
            ("three fifteen PM", "three fifteen-PM", "three fifteen-PM"),
            ("three fifteen PM", "three fifteen-PM three-fifteen", "three fifteen-PM"),
            // Of a word that is not there, the others are still said.
            ("three fifteen PM", "three-fifteen", "three-fifteen PM"), ("three PM", "", "three PM"),
        ])
    func choice(words: String, present: String, expected: String) throws {
        let there = present == "all" ? nil : Set(present.split(separator: " ").map(String.init))
        let choice = PhraseChoice(try pack(), present: there)
        #expect(choice.clips(for: words.split(separator: " ").map(String.init)).joined(separator: " ") == expected)
    }

    @Test("words that phrases say need no clip; phrases need none where the words are there")
    func missing() throws {
        let pack = try pack()
        func missing(_ present: String) -> String {
            pack.missing(from: Set(present.split(separator: " ").map(String.init))).map(\.name).joined(separator: " ")
        }
        #expect(missing("three fifteen forty-five PM") == "")
        #expect(missing("three three-PM fifteen-PM forty-five PM") == "")
        #expect(missing("three-PM fifteen-PM") == "three forty-five PM")
        #expect(missing("") == "three fifteen forty-five PM")
    }

    @Test("a pack with phrases is written and read as the same")
    func written() throws {
        let pack = try pack()
        #expect(pack.prompts.last?.says == ["three", "fifteen"])
        #expect(try VoicePack.parse(pack.yaml(), source: "again") == pack)
    }

    @Test(
        "a phrase says two or more words of the pack",
        arguments: [("says: three", "2 to 64"), ("says: three four", "no word"), ("says: three-PM PM", "no word")])
    func refused(says: String, problem: String) throws {
        let text = Self.pack.replacing("says: three fifteen}", with: "\(says)}")
        let found = #expect(throws: VoicePackProblem.self) { try VoicePack.parse(text, source: "voice.yaml") }
        #expect(found?.message.contains(problem) == true, "\(found?.message ?? "")")
    }

    @Test(
        "A list with the words of the quarter hours is a clock; one word less is a list",
        arguments: [("", true), ("PM", false), ("twelve", false), ("forty-five", false)])
    func dozen(without: String, isClock: Bool) throws {
        let words = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
            "fifteen",
            "thirty", "forty-five", "AM", "PM",
        ].filter { $0 != without }
        let list = "format: 1\nname: mine\nlanguage: en\nclips: [\(words.joined(separator: ", "))]"
        let pack = try VoicePack.parse(list, source: "voice.yaml")
        #expect(pack.timeGrammar == (isClock ? .english : nil))
    }
}

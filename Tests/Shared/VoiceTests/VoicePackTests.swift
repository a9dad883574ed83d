import ClockDomain
import ClockTestSupport
import ClockVoice
import FoundationEssentials
import Testing

@Suite("Reading a voice.yaml")
struct VoicePackTests {
    private static let head = "format: 1\nname: dolch\nlanguage: en\n"

    @Test("A list of words is a prompt set; names are the text unless it is told")
    func promptSet() throws {
        let pack = try VoicePack.parse(Self.head + "clips: [always, o-clock, null]\n", source: "voice.yaml")
        #expect(
            pack.prompts == [
                Prompt(name: "always", text: "always"), Prompt(name: "o-clock", text: "o clock"),
                Prompt(name: "null", text: "null"),
            ])
        #expect(pack.grammar == nil)
        #expect(pack.format == .standard)
        #expect(pack.author == "" && pack.licence == "" && pack.voices == [:])
    }

    @Test("Everything that a pack can tell is read and written again")
    func everything() throws {
        let text = """
            format: 1
            name: fun_1
            language: zh-Hans-CN
            author: "Ada: the first"
            licence: CC-BY-4.0 AND MIT
            engine: espeak-ng 1.51
            sample_rate: 22050
            channels: 2
            encoding: pcm24
            container: caf
            voices: {espeak-ng: de, command: 'say -v "Anna" "$1"'}
            clips:
              fuenf: fünf
              null: "null"
              quoted: 'He said "# no: \\ comment"'
              wu: {text: 五, phonemes: "wu3 *&!"}
              emoji: "\\U0001F600 smile\\u00A0now"
            """
        let pack = try VoicePack.parse(text, source: "voice.yaml")
        #expect(pack.author == "Ada: the first")
        #expect(pack.format == ClipFormat(sampleRate: 22_050, channels: 2, encoding: .pcm24, container: .caf))
        #expect(pack.voices["command"] == "say -v \"Anna\" \"$1\"")
        #expect(pack.prompts[2].text == "He said \"# no: \\ comment\"")
        #expect(pack.prompts[3] == Prompt(name: "wu", text: "五", phonemes: "wu3 *&!"))
        #expect(pack.prompts[4].text == "😀 smile\u{A0}now")
        #expect(try VoicePack.parse(pack.yaml(), source: "again") == pack)
    }

    @Test(
        "What is wrong is told with its line and value, and what to do",
        arguments: [
            ("", "voice.yaml: is empty"), ("# nothing\n", "is empty"), ("- a\n", "must hold \"name: value\" lines"),
            (
                "format: 2\nnews: [1]\n",
                "voice.yaml:1: the pack is of format 2, and this program knows 1; install a newer one"
            ),
            ("format: one\n", "format must be a number"), ("name: x\n", "has no format"),
            (head + "clips: [a]\nlicense: MIT\n", ":5: unknown key \"license\"; did you mean \"licence\"?"),
            (head + "name: other\nclips: [a]\n", "name is there twice"),
            (
                "format: 1\nname: ../x\nlanguage: en\nclips: [a]\n",
                ":2: name must be 1 to 64 of a-z, A-Z, 0-9, - and _, not \"../x\""
            ),
            ("format: 1\nname: x\nclips: [a]\n", "has no language; add"),
            (
                "format: 1\nname: x\nlanguage: English!\nclips: [a]\n",
                "language must be a language tag such as de or pt-BR"
            ),
            (head, "has no clips"), (head + "clips: []\n", "clips is empty"),
            (head + "clips: a\n", "clips must be lines"),
            (head + "clips: [../a]\n", "\"../a\" cannot be a clip's name"),
            (head + "clips: [-a]\n", "cannot be a clip's name"),
            (head + "clips:\n  fünf: 5\n", ":5: \"fünf\" cannot be a clip's name"),
            (head + "clips: [a, b, A]\n", "clip \"A\" is there twice, first in line 4 (case does not count)"),
            (head + "clips:\n  a:\n", "clip \"a\" must be one line of text"),
            (head + "clips:\n  a: [b]\n", "must be one line of text"),
            (head + "clips:\n  a: \"b\\nc\"\n", "must be one line of text"),
            (head + "clips:\n  a: {phonemes: x}\n", "clip \"a\" has no text"),
            (head + "clips:\n  a: {text: x, sound: y}\n", "unknown \"sound\"; there are text, phonemes and says"),
            (head + "clips: [a]\nsample_rate: 7\n", "sample_rate must be a number from 8000 to 192000, not \"7\""),
            (head + "clips: [a]\nchannels: 99999999999999999999\n", "channels must be a number from 1 to 2"),
            (head + "clips: [a]\ncontainer: mp3\n", "container must be one of wav, caf, aiff, flac, not \"mp3\""),
            (head + "clips: [a]\ncontainer: flac\nencoding: float32\n", "flac holds pcm16 or pcm24, not float32"),
            (head + "clips: [a]\nvoices: de\n", "voices must be lines"),
            (head + "clips: [a]\nvoices: {e: [x]}\n", "voices: e must be one line"),
            (head + "clips: &x [a]\n", "anchors (&), aliases (*) and tags (!)"),
            (head + "clips: [a\n", "not valid YAML"),
            (head + "clips: [a]\n---\nx: y\n", "a second document"),
        ] as [(String, String)])
    func mistakes(text: String, problem: String) {
        let found = #expect(throws: VoicePackProblem.self) { try VoicePack.parse(text, source: "voice.yaml") }
        let line = found?.description ?? ""
        #expect(line.contains(problem) && !line.contains("\n"), "\(line)")
    }

    @Test(
        "What is wrong with a grammar is told with rule, case and line",
        arguments: [
            ("  []", "grammar must be rules"), ("  number(n): a", "has no rule time, date or duration"),
            ("  time(hour): a", "rule time always has hour, minute; write only \"time:\""),
            ("  time: a\n  x: a", "needs its parameters in parentheses: \"x(n):\" or \"x():\""),
            ("  time: a\n  x y(n): a", "cannot be a rule's name"),
            ("  time: a\n  x(n, n): a", "two parameters of one name"),
            ("  time: a\n  x(and): a", "cannot be a parameter's name"),
            ("  time: a\n  time: b", "rule time is there twice, first in line 6"),
            ("  time: a bb", ":6: rule time names \"bb\", which is not under clips"),
            ("  time: a aa", "did you mean \"a\"?"), ("  time: x\n  x(n): a", "x is a rule, not a clip; write x(…)"),
            (
                "  time: numbr(hour)\n  number(n): a",
                "calls \"numbr\", and there is no such rule; did you mean \"number\"?"
            ),
            ("  time: number(hour, minute)\n  number(n): a", "calls number with 2 values, and it has 1 parameters"),
            (
                "  time: number(n)\n  number(n): a",
                "names \"n\", which is no parameter of its rule; there are hour, minute"
            ),
            (
                "  time:\n    - when: hour\n      say: a",
                ":7: rule time, case 1, when: \"hour\" is a number; compare it"
            ),
            ("  time:\n    - when: hour = 3\n      say: a", "needs an operator at \"= 3\""),
            ("  time:\n    - when: hour == 3 +\n      say: a", "ends too early: a number is missing"),
            ("  time:\n    - when: (hour == 3) + 1 == 2\n      say: a", "computes with a condition"),
            ("  time:\n    - when: hour and minute == 2\n      say: a", "joins a number by"),
            ("  time:\n    - when: hour == 99999999999999999999\n      say: a", "a whole number of at most 18 digits"),
            ("  time:\n    - when: hour == 3\n      sing: a", "unknown \"sing\"; there are when, say, pick and from"),
            ("  time:\n    - when: hour == 3", "needs either \"say\", or \"pick\" together with \"from\""),
            ("  time:\n    - say: a\n      pick: 1", "needs either"),
            ("  time:\n    - say: a\n      say: b", "\"say\" is there twice"),
            ("  time:\n    - say: a\n    - say: b", "case 2 is never reached"), ("  time:\n    - a", "case 1 must be"),
            ("  time: []", "rule time has 0 cases"), ("  time:\n    - say:", "is empty; write \"\""),
            ("  time:\n    - say: [[a]]", "must be text"), ("  time:\n    - say: {a: b}", "must be text"),
            ("  time:\n    - pick: hour\n      from: a", "must be a list of 1 to 200"),
            ("  time: a(", "ends too early"), ("  time: a$", "needs a space at \"$\""),
            ("  time: number(1 2)\n  number(n): a", "needs \",\" or \")\" at \"2)\""),
        ] as [(String, String)])
    func grammarMistakes(rules: String, problem: String) {
        let text = GrammarTests.text(rules)
        let found = #expect(throws: VoicePackProblem.self) { try VoicePack.parse(text, source: "voice.yaml") }
        let line = found?.description ?? ""
        #expect(line.contains(problem), "\(line)")
        #expect(line.hasPrefix("voice.yaml:") && !line.contains("\n"))
    }

    @Test("Deep, long and large is refused in one line and little time")
    func tooMuch() throws {
        func refused(_ text: String, _ problem: String) {
            let start = ContinuousClock.now
            let found = #expect(throws: VoicePackProblem.self) { try VoicePack.parse(text, source: "voice.yaml") }
            let line = found?.description ?? ""
            #expect(line.contains(problem), "\(line)")
            #expect(line.utf8.count < 400)
            #expect(ContinuousClock.now - start < .seconds(30))
        }
        func time(_ condition: String) -> String {
            GrammarTests.text("  time:\n    - when: \(condition)\n      say: a")
        }
        refused(Self.head + "clips: " + String(repeating: "[", count: 100_000), "nested too deeply")
        refused(Self.head + "clips: [\(String(repeating: "a, ", count: 400_000))]", "larger than 1 MiB")
        let many = (0...10_000).map { "c\($0)" }.joined(separator: ", ")
        refused(Self.head + "clips: [\(many)]", "there are more than 10000 clips")
        refused(Self.head + "clips: {a: \(String(repeating: "x", count: 1001))}", "at most 1000 bytes")
        refused(Self.head + "clips: [\(String(repeating: "x", count: 65))]", "cannot be a clip's name")
        refused(
            time(String(repeating: "(", count: 500) + "1" + String(repeating: ")", count: 499)),
            "nested more than 16 deep")
        refused(time(String(repeating: "not ", count: 240) + "1 == 1"), "\"not\" too often")
        refused(time("1 == " + String(repeating: "-", count: 900) + "1"), "too many signs")
        refused(time("1" + String(repeating: " + 1", count: 300) + " == 1"), "longer than 1000 bytes")
        refused(GrammarTests.text("  time: " + String(repeating: "a ", count: 65)), "more than 64 clips and calls")
        refused(
            GrammarTests.text("  time: a\n" + (0..<200).map { "  r\($0)(): a" }.joined(separator: "\n")),
            "the grammar has 201 rules")
        refused(
            GrammarTests.text("  time:\n" + String(repeating: "    - when: hour == 1\n      say: a\n", count: 201)),
            "201 cases")
        // As long as it may be, it is read: the deepest chain that fits.
        let chain = time("1" + String(repeating: "+1", count: 490) + " == 491")
        #expect(try VoicePack.parse(chain, source: "voice.yaml").grammar?.clips(time: .midnight) == ["a"])
    }

    @Test("However a voice.yaml is cut off or damaged, reading it ends with a pack or with one line")
    func damaged() throws {
        let url = ShippedPacks.root.appending(component: "voices/polish/voice.yaml")
        let good = Array(try Data(contentsOf: url))
        var random = SplitMix64(seed: 6)
        var (packs, problems) = (0, 0)
        func read(_ bytes: [UInt8]) {
            do throws(VoicePackProblem) {
                let pack = try VoicePack.parse(String(decoding: bytes, as: UTF8.self), source: "voice.yaml")
                packs += 1
                _ = pack.grammar?.timeVocabulary()
                // The text of a pack from anywhere can be read again, too.
                #expect(throws: Never.self) { try VoicePack.parse(pack.yaml(), source: "again") }
            } catch {
                problems += 1
                #expect(!error.description.contains("\n") && error.description.utf8.count < 600, "\(error)")
            }
        }
        for length in stride(from: 0, to: good.count, by: 97) { read(Array(good.prefix(length))) }
        let signs = Array("()+-*/%<>=!\"':,[]{}#&|? \n\t0123456789abh\u{0}\u{FF}".utf8)
        for _ in 0..<150 {
            var bytes = good
            for _ in 0...Int(random.next() % 4) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = signs[Int(random.next() % UInt64(signs.count))]
                case 1: bytes.insert(signs[Int(random.next() % UInt64(signs.count))], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 30) + 1))
                }
            }
            read(bytes)
        }
        #expect(packs > 0 && problems > 50, "\(packs) packs, \(problems) problems")
    }

    @Test("A file that is not there, or is none, is told as that and not waited for")
    func files() throws {
        let folder = try TemporaryFolder("voice")
        func problem() -> VoicePackProblem? {
            #expect(throws: VoicePackProblem.self) { try VoicePack.read(folder: folder.path) }
        }
        #expect(problem()?.isMissing == true)
        let path = folder.file("voice.yaml")
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: path))
        #expect(problem()?.message == "is not UTF-8 text; save it as UTF-8")
        try Data(repeating: 0x20, count: (1 << 20) + 1).write(to: URL(filePath: path))
        #expect(problem()?.message == "is larger than 1 MiB; split the pack into several")
        try FileManager.default.removeItem(atPath: path)
        try TestProcess.run("mkfifo", [path])
        #expect(problem()?.message == "is not a regular file")
        #expect(problem()?.isMissing == false)
    }
}

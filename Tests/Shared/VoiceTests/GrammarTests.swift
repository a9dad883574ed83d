import ClockDomain
import ClockVoice
import Testing

@Suite("The rules of a grammar")
struct GrammarTests {
    /// A pack of the clips a, b and c with these rules, each indented by two spaces.
    static func text(_ rules: String, clips: String = "[a, b, c]") -> String {
        "format: 1\nname: test\nlanguage: en\nclips: \(clips)\ngrammar:\n\(rules)\n"
    }

    private func said(_ rules: String, at text: String = "7:05") throws -> String {
        let pack = try VoicePack.parse(Self.text(rules), source: "voice.yaml")
        let grammar = try #require(pack.grammar)
        let clips = try grammar.clips(time: try time(text))
        // A pack written again says the same.
        let again = try VoicePack.parse(pack.yaml(), source: "again")
        #expect(again == pack)
        return clips.joined(separator: " ")
    }

    @Test(
        "Conditions and numbers are computed as people read them; / and % round down",
        arguments: [
            ("hour == 7", true), ("hour != 7", false), ("hour < 7", false), ("hour <= 7", true), ("hour > 6", true),
            ("hour >= 8", false), ("hour + minute * 2 == 17", true), ("(hour + minute) * 2 == 24", true),
            ("hour - 3 - 2 == 2", true), ("hour - (3 - 2) == 6", true), ("24 / 4 / 2 == 3", true),
            ("24 / (4 / 2) == 12", true), ("-1 / 2 == -1", true), ("(hour - 8) % 12 == 11", true),
            ("-7 % -4 == -3", true), ("-hour + 8 == 1", true), ("-(hour - 8) == 1", true), ("7 == - -hour", true),
            ("not hour == 7", false), ("not (hour == 7 and minute == 6)", true),
            ("hour == 1 and minute == 5 or hour == 7", true), ("hour == 1 and (minute == 5 or hour == 7)", false),
            ("hour == 7 or hour / 0 == 1", true), ("hour == 8 and hour / 0 == 1", false),
            ("not not hour == 7", true), ("hour==7", true), ("2 * (hour + 1) % 5 == 1", true),
            ("2 * ((hour + 1) % 5) == 6", true), ("not (hour == 7 or minute == 9) or minute == 5", true),
            ("hour == 8 or (minute == 5 or hour == 9)", true), ("hour == 7 and (minute == 5 and hour < 9)", true),
        ] as [(String, Bool)])
    func conditions(condition: String, holds: Bool) throws {
        #expect(try said("  time:\n    - when: \(condition)\n      say: a\n    - say: b") == (holds ? "a" : "b"))
    }

    @Test(
        "Sequences are clips and calls, on one line or as a list; a rule can be only that",
        arguments: [
            ("  time: a b c", "a b c"), ("  time:\n    say: [a, b]", "a b"),
            ("  time: two() c\n  two(): a b", "a b c"),
            ("  time:\n    pick: minute - 3\n    from: [a, b, c a]", "c a"),
            ("  time: x( hour , minute ) b\n  x(p, q):\n    - when: p > q\n      say: a\n    - say: c", "a b"),
            (
                "  time: down(minute)\n  down(n):\n    - when: n == 0\n      say: c\n    - say: a down(n - 1)",
                "a a a a a c"
            ),
        ] as [(String, String)])
    func sequences(rules: String, expected: String) throws {
        #expect(try said(rules) == expected)
    }

    @Test(
        "What can only be found while it is said names rule, case and values",
        arguments: [
            (
                "  time: down(hour)\n  down(n): a down(n + 1)",
                "rule down: rules call one another more than 32 deep (n = 38)"
            ),
            (
                "  time: many(6)\n  many(n):\n    - when: n == 0\n      say: a\n    - say: many(n - 1) many(n - 1) many(n - 1)",
                "rule many, case 1: more than 64 clips are said (n = 0)"
            ),
            (
                "  time: many(12)\n  many(n):\n    - when: n == 0\n      say: \"\"\n    - say: many(n - 1) many(n - 1)",
                "rule many, case 1: takes more than 2000 steps"
            ),
            (
                "  time:\n    - when: hour / (minute - 5) == 1\n      say: a\n    - say: b",
                "rule time, case 1: 7 / 0 divides by zero (hour = 7, minute = 5)"
            ),
            (
                "  time:\n    - when: hour == 8\n      say: a\n    - when: hour % (minute - 5) == 0\n      say: a",
                "rule time, case 2: 7 % 0 divides by zero (hour = 7, minute = 5)"
            ),
            (
                "  time:\n    pick: hour * minute * 999999999999999999\n    from: [a]",
                "35 * 999999999999999999 is too large a number"
            ),
            ("  time:\n    pick: 0 - 9223372036854775807 - hour\n    from: [a]", "is too large a number"),
            (
                "  time:\n    pick: minute - 6\n    from: [a, b]",
                "rule time, case 1: pick is -1, and there are 0 to 1 (hour = 7, minute = 5)"
            ),
            (
                "  time:\n    - when: hour == 8\n      say: a",
                "rule time: no case applies; end with one that has no \"when\" (hour = 7, minute = 5)"
            ),
            ("  time: \"\"", "rule time: says nothing (hour = 7, minute = 5)"),
            ("  date: a", "rule time: the grammar has no such rule"),
        ] as [(String, String)])
    func foundWhileSaying(rules: String, problem: String) throws {
        let grammar = try #require(try VoicePack.parse(Self.text(rules), source: "voice.yaml").grammar)
        let found = #expect(throws: GrammarProblem.self) { try grammar.clips(time: try time("7:05")) }
        let line = found?.description ?? ""
        #expect(line.contains(problem), "\(line)")
        #expect(!line.contains("\n"))
    }

    @Test("A grammar that takes as long as it may is refused in little time for all 1,440 minutes")
    func boundedTime() throws {
        let rules =
            "  time: many(12)\n  many(n):\n    - when: n == 0\n      say: \"\"\n    - say: many(n - 1) many(n - 1)"
        let grammar = try #require(try VoicePack.parse(Self.text(rules), source: "voice.yaml").grammar)
        let start = ContinuousClock.now
        var refused = 0
        #expect(grammar.timeVocabulary { _, _ in refused += 1 } == [])
        #expect(refused == 1440)
        // 2.9 million steps; seconds only where nothing is optimised and others use the machine.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("The clips of the time are those that some minute asks for; of the vocabulary, those that any rule names")
    func vocabularies() throws {
        let rules = """
              time:
                - when: hour < 24
                  say: a
                - say: b
              date: c
            """
        let pack = try VoicePack.parse(Self.text(rules), source: "voice.yaml")
        #expect(pack.grammar?.timeVocabulary() == ["a"])
        #expect(pack.grammar?.vocabulary == ["a", "b", "c"])
        #expect(pack.grammar?.says(.duration) == false)
    }
}

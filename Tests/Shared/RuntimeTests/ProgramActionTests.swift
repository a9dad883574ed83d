import Testing

@testable import ClockRuntime

/// Flags that do something in place of running the daemon.
@Suite struct ProgramActionTests {
    private static let schema = ConfigurationSchema(ConfigurationSchema.broker)
    private static let actions = [
        ProgramAction("--list", help: "List") { "a\n" },
        ProgramAction("--copy", "FILE", help: "Copy") { settings, file in "\(settings.string("site")) to \(file)\n" },
    ]

    private func arguments(_ words: String...) throws(FatalError) -> ProgramArguments {
        try ProgramArguments(words, schema: Self.schema, actions: Self.actions)
    }

    @Test func aFlagWithAValueTakesTheNextWordOrWhatFollowsTheSign() throws {
        for words in [["--copy", "x y"], ["--copy=x y"], ["--site", "school", "--copy", "x y"]] {
            let parsed = try ProgramArguments(words, schema: Self.schema, actions: Self.actions)
            #expect(parsed.action == "--copy" && parsed.actionValue == "x y")
        }
        #expect(try arguments("--list").action == "--list")
        let values = try ProgramConfiguration.load(schema: Self.schema, environment: [:], flags: ["site": "school"])
        #expect(try Self.actions[1].perform(values, "x") == "school to x\n")
        #expect(try Self.actions[0].perform(values, "") == "a\n")
    }

    @Test func whatIsWrongIsSaid() {
        for (words, message) in [
            (["--copy"], "--copy needs a value"), (["--copy", "a", "--copy", "b"], "exclude each other"),
            (["--list", "--copy", "b"], "--list and --copy exclude each other"),
            (["--cop", "a"], "did you mean --copy?"),
        ] {
            do throws(FatalError) {
                _ = try ProgramArguments(words, schema: Self.schema, actions: Self.actions)
                Issue.record("\(words) was taken")
            } catch {
                #expect(error.exitCode == .usage && error.message.contains(message), "\(error.message)")
            }
        }
    }

    @Test func helpNamesTheValue() {
        let help = ProgramArguments.help(program: "p", summary: "s", schema: Self.schema, actions: Self.actions)
        #expect(help.contains("  --copy FILE  ") && help.contains("  --list  "))
    }
}

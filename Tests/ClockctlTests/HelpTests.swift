import ArgumentParser
import Testing

@testable import ClockctlKit

@Suite("Help and the manual page")
struct HelpTests {
    @Test("Every command's help is as checked in")
    func help() async throws {
        for command in try CommandTree.clockctl().flattened {
            let words = command.path.split(separator: " ").dropFirst().map(String.init)
            let output = Lines()
            let console = Console(
                columns: 80, coloured: false, canAsk: false, environment: [:], zones: .berlin, write: output.add,
                writeError: { _ in Issue.record("help goes to the output") })
            #expect(await ClockctlTool.run(words + ["--help"], on: console) == 0)
            try Fixtures.expect(output.text, equals: "help-\((["clockctl"] + words).joined(separator: "-")).txt")
        }
    }

    @Test("Every command that does something has examples, which parse")
    func examples() throws {
        for command in try CommandTree.clockctl().flattened where command.subcommands == nil {
            let lines = (command.discussion ?? "").split(separator: "\n").filter { $0.hasPrefix("  clockctl ") }
            #expect(!lines.isEmpty, "\(command.path) has no example")
            for line in lines {
                let words = try HelpTests.words(line)
                #expect(throws: Never.self, "\(line)") { try Clockctl.parseAsRoot(words) }
            }
        }
    }

    @Test("The manual page names every option")
    func manual() throws {
        let roff = try ManualPage.clockctl().roff()
        for command in try CommandTree.clockctl().flattened {
            for name in (command.arguments ?? []).flatMap({ $0.names ?? [] }) where name.name.count > 1 {
                let known = ["help", "version"].contains(name.name)
                #expect(known || roff.contains(Roff.text(name.spelling)), "\(name.spelling) is missing")
            }
        }
    }

    @Test("Roff's own signs are made harmless")
    func roff() {
        #expect(Roff.text(".TH \\n -x") == "\\&.TH \\en \\-x")
        #expect(Roff.discussion("a\n  b\nc") == ["a", ".RS 4", ".nf", "b", ".fi", ".RE", "c"])
    }

    /// A line's words up to a pipe or redirection, quotes taken off.
    private static func words(_ line: Substring) throws -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in line + " " {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                if word == "|" || word == ">" { break }
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return Array(words.dropFirst())
    }
}

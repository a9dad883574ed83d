import ArgumentParser
import ClockDomain
import ClockWire
import Glibc
import Testing

@testable import ClockSite
@testable import ClockctlKit

/// The words of the README, the guide and the reference about clockctl, held against the program itself.
@Suite("What the documents say of clockctl")
struct DocumentTests {
    private static let begin =
        "<!-- From the help. CLOCKSMITH_RECORD=1 swift test --filter DocumentTests writes it anew. -->\n"
    private static let end = "<!-- The end of what is from the help. -->\n"

    @Test("docs/clockctl.md lists every command and its purpose, in the help's own words")
    func list() throws {
        let page = "docs/clockctl.md"
        let text = try #require(Fixtures.read(Self.root + page))
        let start = try #require(text.firstRange(of: Self.begin)?.upperBound)
        let stop = try #require(text.firstRange(of: Self.end)?.lowerBound)
        let wanted = Self.reference()
        if getenv("CLOCKSMITH_RECORD") != nil {
            let file = try #require(fopen(Self.root + page, "w"))
            fputs("\(text[..<start])\(wanted)\(text[stop...])", file)
            fclose(file)
            return
        }
        #expect(text[start..<stop] == wanted)
    }

    @Test(
        "Every command line in the documents is one that clockctl understands",
        arguments: [
            "README.md", "docs/clockctl.md", "docs/operations.md", "docs/voices.md",
            "docs/web.md", "docs/guide/set-up-a-house.md", "docs/guide/a-school-day.md",
            "docs/guide/when-a-room-is-silent.md", "docs/guide/sounds-and-voices.md", "docs/guide/keep-it-running.md",
        ])
    func lines(page: String) throws {
        let lines = Self.commandLines(try #require(Fixtures.read(Self.root + page)))
        #expect(!lines.isEmpty)
        for line in lines {
            do {
                _ = try Clockctl.parseAsRoot(ClockctlTool.arguments(Self.words(line)))
            } catch {
                Issue.record("\(page): \(line): \(Clockctl.message(for: error))")
            }
        }
    }

    @Test("The status in the README is what clockctl shows")
    func status() throws {
        var status = Sample.healthy
        status.nodes[1].alarms = [
            UpcomingRing(
                occurrence: Occurrence(source: RingSource("a1")!, due: Sample.instant("2026-11-23T06:00:00Z")),
                label: "Work")
        ]
        let shown = StatusView(status, zones: .berlin, width: 120).lines().rendered(coloured: false)
        let readme = try #require(Fixtures.read(Self.root + "README.md"))
        #expect(readme.contains("$ clockctl status\n\(shown)```"), "\(shown)")
    }

    // MARK: The reference

    private static func reference() -> String {
        Clockctl.configuration.groupedSubcommands.reduce("") { text, group in
            text + "\n### \(group.name)\n\n" + group.subcommands.map(entry).joined()
        } + "\n"
    }

    private static func entry(_ command: any ParsableCommand.Type) -> String {
        let below = verbs(below: command).map { "`\($0)`" }
        let list = below.isEmpty ? "" : " (\(below.joined(separator: ", ")))"
        return "- `\(name(of: command))`\(list): \(command.configuration.abstract)\n"
    }

    /// The words behind a command's name that lead to a command without others below it.
    private static func verbs(below command: any ParsableCommand.Type) -> [String] {
        command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { verb in
            let deeper = verbs(below: verb)
            return deeper.isEmpty ? [name(of: verb)] : deeper.map { "\(name(of: verb)) \($0)" }
        }
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? command._commandName
    }

    // MARK: Command lines

    /// The lines of code that begin with clockctl and can be typed as they stand, up to a pipe, a redirection or a remark.
    private static func commandLines(_ text: String) -> [String] {
        var lines: [String] = []
        var isFenced = false
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isFenced.toggle() }
            guard isFenced || line.hasPrefix("    ") else { continue }
            var words = line.drop { $0 == " " }
            if isOpen {
                lines[lines.count - 1] += " \(words)"
            } else {
                for start in ["$ ", "sudo "] where words.hasPrefix(start) { words = words.dropFirst(start.count) }
                guard words.hasPrefix("clockctl ") else { continue }
                lines.append(String(words))
            }
            isOpen = lines[lines.count - 1].hasSuffix("\\")
            if isOpen { lines[lines.count - 1].removeLast() }
        }
        return lines.filter { line in
            // In a list of commands a bar stands between two of them.
            guard let next = line.firstRange(of: " | ").map({ line[$0.upperBound...].prefix { $0 != " " } }) else {
                return true
            }
            return ["jq", "tar", "tee", "ssh", "sudo"].contains(next)
        }.map { line in
            ["   ", " | ", " > ", " >", " && ", " #", " ||"].reduce(line) { line, mark in
                line.firstRange(of: mark).map { String(line[..<$0.lowerBound]) } ?? line
            }
        }.filter { line in
            // A line with a part for the reader to fill in is no command to type.
            let isForm = line.contains { "<[…".contains($0) }
            return !isForm && !line.split(separator: " ").contains { isPlaceholder($0) }
        }
    }

    private static func isPlaceholder(_ word: Substring) -> Bool {
        word.count > 1 && word.allSatisfy { $0.isUppercase || "_[]|,.=".contains($0) }
    }

    /// A line's words after the program's name, quotes taken off.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isWord = false
        var quote: Character?
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                (quote, isWord) = (character, true)
            } else if character == " " {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else {
                word.append(character)
                isWord = true
            }
        }
        return Array(words.dropFirst())
    }

    private static let root =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/"
}

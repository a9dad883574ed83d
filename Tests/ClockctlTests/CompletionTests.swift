import ClockTestSupport
import Glibc
import Testing

@testable import ClockctlKit

/// Completion scripts and the manual page, tried by the programs that read them. A shell that this machine lacks is
/// skipped by name.
@Suite("Completion in real shells, and the manual page")
struct CompletionTests {
    private static func has(_ program: String) -> Bool { (try? TestProcess.find(program)) != nil }

    @Test(
        "A shell finds no fault in its completion script",
        arguments: CompletionsCommand.Shell.allCases.filter { has($0.rawValue) })
    func syntax(shell: CompletionsCommand.Shell) async throws {
        let folder = try TemporaryFolder("completion")
        try folder.write(CompletionsCommand.script(for: shell), to: "script")
        let ended = try await Self.run(shell.rawValue, ["-n", folder.file("script")], in: folder)
        #expect(ended == "0")
    }

    @Test(
        "bash completes what people type", .enabled(if: has("bash"), "bash is not installed"),
        arguments: [
            ("clockctl al", ["alarm"]),
            ("clockctl pre", ["preflight"]),
            ("clockctl alarm a", ["add"]),
            ("clockctl alarm sk", ["skip"]),
            ("clockctl timer st", ["start", "stop"]),
            ("clockctl status --tr", ["--trouble"]),
            ("clockctl status --js", ["--json"]),
            ("clockctl history --si", ["--since", "--site"]),
            ("clockctl set --al", ["--all"]),
            ("clockctl completions z", ["zsh"]),
            ("clockctl alarm add --sou", ["--sound"]),
            ("clockctl alarm add 7:00 --days week", ["weekdays", "weekends"]),
            ("clockctl alarm add 7:00 --zone Europe/Berl", ["Europe/Berlin"]),
            ("clockctl nosuchcommand x", []),
        ])
    func bash(line: String, offered: [String]) async throws {
        #expect(try await Self.completions("bash", line).sorted() == offered)
    }

    @Test(
        "fish completes what people type", .enabled(if: has("fish"), "fish is not installed"),
        arguments: [("clockctl al", ["alarm"]), ("clockctl alarm sk", ["skip"]), ("clockctl completions z", ["zsh"])])
    func fish(line: String, offered: [String]) async throws {
        #expect(try await Self.completions("fish", line) == offered)
    }

    @Test("mandoc finds no fault in the manual page", .enabled(if: has("mandoc"), "mandoc is not installed"))
    func manual() async throws {
        let folder = try TemporaryFolder("manual")
        try folder.write(try ManualPage.clockctl().roff(), to: "clockctl.1")
        let ended = try await Self.run(
            "mandoc", ["-T", "lint", "-W", "warning", folder.file("clockctl.1")], in: folder)
        #expect(ended == "0", "\(folder.read("out"))")
    }

    /// The words that a shell offers at the end of a line, in its order.
    private static func completions(_ shell: String, _ line: String) async throws -> [String] {
        let folder = try TemporaryFolder("completion")
        let kind = try #require(CompletionsCommand.Shell(rawValue: shell))
        try folder.write(CompletionsCommand.script(for: kind), to: "script")
        try folder.write(try #require(drivers[shell]), to: "driver")
        #expect(try await run(shell, [folder.file("driver"), folder.file("script"), line], in: folder) == "0")
        return folder.read("out").split(separator: "\n").map(String.init)
    }

    /// A shell's own program, which loads the script and prints what it offers for a line.
    private static let drivers = [
        "bash": """
        shopt -s extglob progcomp
        . "$1"
        COMP_LINE=$2
        COMP_POINT=${#COMP_LINE}
        read -ra COMP_WORDS <<<"$COMP_LINE"
        [[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _clockctl clockctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}" | sort -u
        """,
        "fish": """
        source $argv[1]
        complete -C $argv[2] | cut -f 1
        """,
    ]

    /// Runs a program to its end, with the built clockctl in its path.
    ///
    /// - Returns: its exit status, as the shell prints it.
    private static func run(_ program: String, _ arguments: [String], in folder: TemporaryFolder) async throws -> String
    {
        // Tests may be run by a path from where they stand.
        let place = try #require(realpath(try ClockctlProcess.path(), nil))
        defer { free(place) }
        let tools = String(cString: place).split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let process = try TestProcess(
            "sh",
            ["-c", "PATH=\"$TOOLS:$PATH\" \"$0\" \"$@\" >\"$OUT\" 2>\"$OUT.err\"; echo $? >\"$STATUS\"", program]
                + arguments,
            environment: [
                "TOOLS": tools, "OUT": folder.file("out"), "STATUS": folder.file("status"), "HOME": folder.path,
                // A broker that is not there: nobody's names are offered.
                "CLOCKSMITH_BROKER_PORT": "1",
            ], outputFile: folder.file("sh"))
        try await waitUntil("\(program) has ended", timeout: .seconds(60)) { !process.isRunning }
        return folder.read("status").filter { !$0.isWhitespace }
    }
}

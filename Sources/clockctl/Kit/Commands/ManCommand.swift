internal import ArgumentParser

struct ManCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "man",
        abstract: "Print the manual page.",
        discussion: """
            Examples:
              clockctl man | man -l -
              clockctl man > /usr/local/share/man/man1/clockctl.1
            """)

    func run(on console: Console) async throws { console.write(try ManualPage.clockctl().roff()) }
}

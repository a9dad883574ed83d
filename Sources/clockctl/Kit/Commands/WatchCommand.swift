internal import ArgumentParser
internal import ClockRuntime
internal import Glibc

struct WatchCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the site live, with a clock.",
        usage: "clockctl watch [<connection options>]",
        discussion: """
            A full-screen view that follows every change. s stops everything that rings, z snoozes it, ? explains the keys, \
            and q ends the view. When the broker or the coordinator goes away, the \
            last state stays with the time it is from. The clock goes by the coordinator's where this computer's is \
            off by a second or more.

            Examples:
              clockctl watch
              clockctl watch --broker 192.168.1.5
            """)

    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console) async throws {
        guard console.columns != nil else {
            throw FatalError(.usage, "watch needs a terminal; use clockctl status, or status --json for a program")
        }
        guard console.environment["TERM"] != "dumb" else {
            throw FatalError(.usage, "this terminal (TERM=dumb) cannot show a full screen; use clockctl status")
        }
        let settings = try connection.settings(environment: console.environment)
        let signals = try SignalWatcher([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
        let link = try CoordinatorLink(settings, timeout: connection.timeout(standard: .seconds(5)), following: .nodes)
        let session = WatchSession(
            link: link, signals: signals, terminal: Terminal(coloured: console.coloured), zones: console.zones,
            readsKeys: isatty(STDIN_FILENO) == 1)
        do {
            try await session.run()
        } catch {
            await link.close()
            throw error
        }
        await link.close()
    }
}

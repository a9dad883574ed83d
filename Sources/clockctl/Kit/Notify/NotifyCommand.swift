internal import ArgumentParser
internal import ClockSite
internal import ClockWire

struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Show messages to people that wait, or try out the way to them.",
        discussion: """
            The coordinator tells people what needs one: an alarm that was not heard, a room that is offline, a \
            certificate near its end. notify.url in /etc/clocksmith/coordinator.yaml is where to.

            Examples:
              clockctl notify
              clockctl notify test
            """,
        subcommands: [NotifyListCommand.self, NotifyTestCommand.self], defaultSubcommand: NotifyListCommand.self)
}

struct NotifyListCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show messages that wait to be sent.",
        usage: "clockctl notify [list] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl notify
              clockctl notify list --json | jq .count
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let result = try link.request(NoticesRequest()).result
        output.write(result, on: console) {
            NotifyView(result: result, words: console.words(at: Clocks.wall())).lines()
        }
    }
}

struct NotifyTestCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a message that tries out the way to people.",
        usage: "clockctl notify test [--json] [<connection options>]",
        discussion: """
            Waits up to 30 seconds until the receiver has taken it. Ends with 69 where it has not; the message then \
            waits and is sent again.

            Examples:
              clockctl notify test
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    /// Longer than an attempt may take.
    private static let patience: Duration = .seconds(30)

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let id = try link.request(NoticeTestRequest()).result.id
        let end = ContinuousClock.now + Self.patience
        while true {
            let result = try link.request(NoticesRequest()).result
            let waiting = result.waiting.first { $0.id == id }
            if waiting == nil {
                output.write(result, on: console) {
                    [StyledText("\(result.receiver ?? "The receiver") has taken the message.")]
                }
                return
            }
            if waiting?.attempts ?? 0 > 0 || ContinuousClock.now >= end {
                throw RequestError(
                    .unavailable,
                    "the message waits and is sent again: \(result.problem ?? "the receiver does not answer")")
            }
            try await Task.sleep(for: .milliseconds(250))
        }
    }
}

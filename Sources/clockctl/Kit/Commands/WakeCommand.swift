internal import ArgumentParser
internal import ClockSite
internal import ClockWire

struct WakeCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "wake",
        abstract: "Send the next quarter hour's wake message now.",
        usage: "clockctl wake [--json] [<connection options>]",
        discussion: """
            The coordinator sends it by itself shortly before every quarter hour; this is for trying out the way to \
            the nodes. A node that has it already ignores the second one.

            Examples:
              clockctl wake
              clockctl wake --json
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let result = try link.request(WakeRequest()).result
        output.write(result, on: console) {
            [StyledText("the wake for \(console.words(at: Clocks.wall()).hourAndMinute(result.target)) is out")]
        }
    }
}

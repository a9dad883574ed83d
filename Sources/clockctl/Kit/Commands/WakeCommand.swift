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
        if output.json {
            console.write(JSONOutput.text(result))
        } else {
            let words = TimeWords(zone: console.zones.local, now: Clocks.wall())
            console.write([StyledText("the wake for \(words.hourAndMinute(result.target)) is out")])
        }
    }
}

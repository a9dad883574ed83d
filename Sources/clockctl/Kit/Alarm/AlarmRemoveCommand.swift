internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct AlarmRemoveCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove alarms.",
        usage: "clockctl alarm rm <alarm> … [--wait] [--json] [<connection options>]",
        discussion: """
            One that rings falls silent. Its id is never given again.

            Examples:
              clockctl alarm rm a3
              clockctl alarm rm a3 a4 a9
            """)

    @Argument(help: ArgumentHelp("The alarms' ids.", valueName: "alarm"))
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) -> [AlarmID] in try InputWords.ids(ids, "an alarm") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let ids: [AlarmID] = try InputWords.ids(ids, "an alarm")
        let result = try link.change(ids.map { .removeAlarm($0) })
        try teller(link, console).tell(result, ChangeSentence.lines(result, zone: console.zones.local))
    }
}

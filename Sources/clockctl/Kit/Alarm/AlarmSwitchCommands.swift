internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct AlarmOnCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switch alarms on.",
        usage: "clockctl alarm on <alarm> … [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl alarm on a3
            """)

    @Argument(help: ArgumentHelp("The alarms' ids.", valueName: "alarm"))
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) -> [AlarmID] in try InputWords.ids(ids, "an alarm") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        try AlarmSwitch.set(true, try InputWords.ids(ids, "an alarm"), json: output.json, console, link)
    }
}

struct AlarmOffCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switch alarms off, and keep them.",
        usage: "clockctl alarm off <alarm> … [--json] [<connection options>]",
        discussion: """
            One that rings falls silent.

            Examples:
              clockctl alarm off a3
              clockctl alarm off a3 a4
            """)

    @Argument(help: ArgumentHelp("The alarms' ids.", valueName: "alarm"))
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) -> [AlarmID] in try InputWords.ids(ids, "an alarm") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        try AlarmSwitch.set(false, try InputWords.ids(ids, "an alarm"), json: output.json, console, link)
    }
}

private enum AlarmSwitch {
    static func set(
        _ isEnabled: Bool, _ ids: [AlarmID], json: Bool, _ console: Console, _ link: CoordinatorLink
    ) throws {
        let editor = AlarmEditor(maker: AlarmMaker(link: link, console: console), console: console)
        try editor.edit(ids, json: json) { draft, _ in draft.isEnabled = isEnabled }
    }
}

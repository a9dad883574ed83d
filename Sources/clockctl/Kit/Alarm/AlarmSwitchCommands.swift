internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// A command that switches alarms on or off.
protocol AlarmSwitchCommand: ChangeCommand {
    var ids: [String] { get }
}

extension AlarmSwitchCommand {
    fileprivate func set(_ isEnabled: Bool, _ console: Console, _ link: CoordinatorLink) throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(try link.alarmIDs(ids)) { draft, _ in draft.isEnabled = isEnabled }
    }
}

struct AlarmOnCommand: AlarmSwitchCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Switch alarms on.",
        usage: "clockctl alarm on <alarm> … [--wait] [--json] [<connection options>]",
        discussion: """
            Examples:
              clockctl alarm on a3
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        try set(true, console, link)
    }
}

struct AlarmOffCommand: AlarmSwitchCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Switch alarms off, and keep them.",
        usage: "clockctl alarm off <alarm> … [--wait] [--json] [<connection options>]",
        discussion: """
            One that rings falls silent.

            Examples:
              clockctl alarm off a3
              clockctl alarm off a3 a4
            """)

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        try set(false, console, link)
    }
}

internal import ArgumentParser
internal import ClockWire

/// One of the two words of `clockctl alarm` that switch alarms.
protocol AlarmSwitch: Sendable {
    static var word: String { get }
    static var abstract: String { get }
    static var discussion: String { get }
    static var isEnabled: Bool { get }
}

struct AlarmSwitchCommand<Switch: AlarmSwitch>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Switch.word, abstract: Switch.abstract,
            usage: "clockctl alarm \(Switch.word) <alarm> … [--wait] [--json] [<connection options>]",
            discussion: Switch.discussion)
    }

    @Argument(help: ArgumentHelp("The alarms' ids or labels.", valueName: "alarm"), completion: SiteCompletion.alarms)
    var ids: [String]

    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let editor = AlarmEditor(
            maker: AlarmMaker(link: link, console: console, teller: teller(link, console)), console: console)
        try editor.edit(try link.alarmIDs(ids)) { draft, _ in draft.isEnabled = Switch.isEnabled }
    }
}

enum AlarmOn: AlarmSwitch {
    static let (word, abstract, isEnabled) = ("on", "Switch alarms on.", true)
    static let discussion = HelpWords.examples(["clockctl alarm on a3"])
}

enum AlarmOff: AlarmSwitch {
    static let (word, abstract, isEnabled) = ("off", "Switch alarms off, and keep them.", false)
    static let discussion = HelpWords.examples(
        ["clockctl alarm off a3", "clockctl alarm off a3 a4"], below: "One that rings falls silent.")
}

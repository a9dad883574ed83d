internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct SetCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change settings of one node or several.",
        usage: """
            clockctl set <node> … <setting> <value> [<setting> <value> …] [<options>]
            clockctl set --all <setting> <value> [<setting> <value> …] [<options>]
            """,
        discussion: """
            Settings:
            \(SettingWords.help)

            The command tells which rooms have the change on their disks; one that is offline gets it when it is back.

            Examples:
              clockctl set kitchen volume 60
              clockctl set kitchen bedroom mute 2h
              clockctl set kitchen mute until tomorrow at 6
              clockctl set bedroom quiet "10pm-7am, sat-sun 10pm-9:30am"
              clockctl set --all every 30 chime westminster
              clockctl set kitchen volume-floor=20 volume-ceiling=70 trim=-3ms
            """)

    @Argument(
        help: ArgumentHelp("Nodes, then settings and their values.", valueName: "words"),
        completion: .custom { words, index, _ in SetCommand.completions(words, index: index) })
    var words: [String] = []

    @Flag(help: "Every node of the site.")
    var all = false

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        // Any zone will do to find out if the words are readable.
        _ = try parsed(now: WallTime(seconds: 0), zone: .utc)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let words = console.words(at: Clocks.wall())
        let (nodes, change) = try parsed(now: words.now, zone: words.zone)
        try set(nodes, change, on: console, asking: link, words)
    }

    private func parsed(now: WallTime, zone: TimeZoneRules) throws -> (NodeWords, SettingsPatch) {
        let (nodes, settings) = NodeWords.split(rooms.room + words, all: all)
        guard let nodes else { throw ValidationError("which node? Name one or several, or say --all") }
        do throws(SettingWords.Refusal) {
            return (nodes, try SettingWords.change(settings, now: now, zone: zone))
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Returns the words that fit at `index` of a `clockctl set …` line: a node, a setting, or a setting's value.
    static func completions(_ words: [String], index: Int) -> [String] {
        let typed = words.prefix(max(0, index)).drop { $0 != "set" }.dropFirst().filter { !$0.hasPrefix("-") }
        let all = words.contains("--all")
        if typed.isEmpty, !all { return NodeCompletion.names(words) }
        // The first word is a node's, even one that is spelt like a setting.
        let setting = (all ? typed[...] : typed.dropFirst()).last.flatMap { last in
            NodeSetting.all.first { $0.word == last }
        }
        return setting?.examples(words) ?? SettingWords.names
    }
}

extension ChangeCommand {
    /// Changes settings of rooms, and tells of the result.
    func set(
        _ nodes: NodeWords, _ change: SettingsPatch, on console: Console, asking link: CoordinatorLink,
        _ words: TimeWords
    ) throws {
        let names = NodeNames(link: link)
        let ids: [NodeID]
        switch nodes {
        case .named(let words): ids = try names.identify(words)
        case .all: ids = try names.known().map(\.id)
        }
        guard !ids.isEmpty else {
            throw FatalError(.badData, "site \(link.settings.site) has no node to set: none has reported yet")
        }
        let result = try names.explainingUnknown(ids) {
            try link.request(SetRequest(nodes: ids, change: change, by: link.settings.person))
                .result
        }
        try teller(link, console).report(
            result, ChangeView.lines(result, change: change.accepted(at: words.now), words: words))
    }
}

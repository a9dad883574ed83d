internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

/// The places of a program's bells, and the way in which they ring.
struct BellOptions: ParsableArguments {
    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("Where they ring: rooms and groups, up to the next option.", valueName: "room"),
        completion: NodeCompletion.kind)
    var node: [String] = []

    @Option(
        parsing: .upToNextOption, help: ArgumentHelp("Where they ring: groups alone.", valueName: "group"),
        completion: SiteCompletion.groups)
    var group: [String] = []

    @Flag(help: "In every room that there is now.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "harp, bells, marimba, beeps, buzzer, siren, spoken (says the name), or a file in the rooms' sounds folder.",
            valueName: "name"),
        completion: SoundNames.completion)
    var sound: String?

    @Option(help: ArgumentHelp("Their own volume, 0-100; node: each room's.", valueName: "percent"))
    var volume: String?

    @Option(help: ArgumentHelp("The sound is played so often, 1 to 20; once unless set.", valueName: "count"))
    var plays: String?

    var namesPlaces: Bool { all || !node.isEmpty || !group.isEmpty }

    /// - Throws: ``FatalError`` for places that contradict one another, and for a group's name that is none.
    func check() throws(FatalError) {
        guard !all || node.isEmpty && group.isEmpty else {
            throw FatalError(.usage, "name rooms and groups or say --all, not both")
        }
        _ = try groups()
        _ = try RingEdit(self)
    }

    /// Returns the places; `nil` when the command line names none.
    func targets(_ link: CoordinatorLink) throws -> RingTargets? {
        guard namesPlaces else { return nil }
        let names = NodeNames(link: link)
        if all { return RingTargets(nodes: try names.known().map(\.id)) }
        return try names.targets(NodeWords.names(node), groups: groups())
    }

    private func groups() throws(FatalError) -> [GroupID] {
        try NodeWords.names(group).map { name throws(FatalError) in try InputWords.group(name, "--group") }
    }
}

package import ArgumentParser

/// Rooms of a command that names them first: they may as well stand behind `--room`.
package struct RoomOptions: ParsableArguments {
    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("Rooms and groups, up to the next option; as without it.", valueName: "room"),
        completion: NodeCompletion.kind)
    package var room: [String] = []

    package init() {}
}

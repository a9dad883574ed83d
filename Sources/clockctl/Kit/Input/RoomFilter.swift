internal import ArgumentParser

/// Rooms of a command that shows all rooms unless some are named, by themselves or behind `--room`.
struct RoomFilter: ParsableArguments {
    @Argument(help: ArgumentHelp("Only these rooms and groups.", valueName: "room"), completion: NodeCompletion.kind)
    var rooms: [String] = []

    @OptionGroup var options: RoomOptions

    /// As typed, each once; empty for all.
    var names: [String] { NodeWords.names(rooms + options.room) }
}

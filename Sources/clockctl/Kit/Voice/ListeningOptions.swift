package import ArgumentParser
package import ClockRuntime

/// The options for the place that plays clips: this machine, or rooms.
package struct ListeningOptions: ParsableArguments {
    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("Rooms that hear it, in place of this machine.", valueName: "room"),
        completion: NodeCompletion.kind)
    package var node: [String] = []

    @OptionGroup package var targets: PlayTargets

    @Option(help: ArgumentHelp("ALSA output of this machine, default unless set.", valueName: "device"))
    package var device: String?

    @OptionGroup(title: "Connection") package var connection: ConnectionOptions

    package var isInRooms: Bool { !node.isEmpty || targets.all || !targets.group.isEmpty }

    package func check() throws(FatalError) {
        guard isInRooms else {
            if targets.at != nil || targets.volume != nil {
                throw FatalError(.usage, "--at and --volume are for rooms; name them by --node, --group or --all")
            }
            return
        }
        if device != nil { throw FatalError(.usage, "--device is for this machine; leave it out, or the rooms") }
        try targets.check(nodes: node)
    }

    package init() {}
}

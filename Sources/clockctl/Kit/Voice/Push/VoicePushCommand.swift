package import ArgumentParser

package struct VoicePushCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Put a voice pack on nodes.",
        usage: """
            clockctl voice push <pack> <node> … [--json] [<connection options>]
            clockctl voice push <pack> --all [<options>]
            """,
        discussion: """
            The pack's files go to the coordinator, which has what it has of them, and from there over the broker to the \
            nodes, each only what it lacks. Every file is held against its SHA-256 digest, and a node speaks with a pack \
            when all of it is there. A node that is off gets it when it is back. A pack of the same name is replaced.

            Then let them speak with it: clockctl set kitchen voice german.

            Examples:
              clockctl voice push german kitchen
              clockctl voice push ./my-voice kitchen bedroom
              clockctl voice push german --all
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
    package var nodes: [String] = []

    @Flag(help: "Every node of the site.")
    package var all = false

    @OptionGroup package var rooms: RoomOptions
    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions
    @OptionGroup(title: "Connection") package var connection: ConnectionOptions

    package func validate() throws {
        guard all == names.isEmpty else {
            throw ValidationError(
                all ? "name nodes or say --all, not both" : "which node? Name one or several, or say --all")
        }
    }

    /// The rooms, as typed.
    package var names: [String] { NodeWords.names(nodes + rooms.room) }

    package init() {}
}

package import ArgumentParser
internal import ClockRuntime

package struct VoicePlayCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play words of a pack, here or in rooms.",
        usage: """
            clockctl voice play <pack> <clip> … [--device <device>] [--voices <folder>]
            clockctl voice play <pack> <clip> … --room <room> … [--at <time>] [--volume <percent>] [<options>]
            """,
        discussion: """
            Without a room, the clips are heard on this machine. With one, they are carried to it and begin at the \
            same instant in all rooms that are named, as with clockctl play.

            Examples:
              clockctl voice play dolch always --room kitchen
              clockctl voice play german Viertel nach drei
              clockctl voice play dolch because --all --volume 70
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @Argument(help: ArgumentHelp("Clips, played one behind the other.", valueName: "clip"))
    package var clips: [String]

    @OptionGroup package var listening: ListeningOptions
    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package func validate() throws { try readingLine { () throws(FatalError) in try listening.check() } }

    package init() {}
}

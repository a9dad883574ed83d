package import ArgumentParser
internal import ClockRuntime

package struct VoiceRemoveCommand: PartCommand {
    package static let part = Part.voice

    package static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a voice pack from this machine.",
        usage: "clockctl voice rm <pack> [--yes] [--voices <folder>]",
        discussion: """
            Removes voice.yaml, the clips it names and what building left; other files in the folder, and then the \
            folder itself, stay and are told. A pack that is installed comes and goes with its package.

            Examples:
              clockctl voice rm my-german
              clockctl voice rm ./words --yes
            """,
        aliases: ["remove"])

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @Flag(help: "Do not ask.")
    package var yes = false

    @OptionGroup package var shelf: PackShelfOptions

    package init() {}
}

package import ArgumentParser

package struct VoiceRemoveCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove voice packs from this machine.",
        usage: "clockctl voice rm <pack> … [--yes] [--voices <folder>]",
        discussion: """
            Removes voice.yaml, the clips it names and what building left; other files in the folder, and then the \
            folder itself, stay and are told. A pack that is installed comes and goes with its package.

            Examples:
              clockctl voice rm my-german
              clockctl voice rm ./words --yes
            """)

    @Argument(
        help: ArgumentHelp("The packs' names or folders.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var packs: [String]

    @Flag(help: "Do not ask.")
    package var yes = false

    @OptionGroup package var shelf: PackShelfOptions

    package init() {}
}

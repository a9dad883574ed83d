package import ArgumentParser

package struct VoiceListCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the voice packs on this machine.",
        usage: "clockctl voice list [--voices <folder>] [--json]",
        discussion: """
            Packs of your own and those that are installed. A pack without clips is a grammar and a word list, of \
            which clockctl voice build makes clips.

            Examples:
              clockctl voice list
              clockctl voice list --json
            """)

    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

package import ArgumentParser

package struct VoiceShowCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a voice pack: its words, how it tells the time, its licence.",
        usage: "clockctl voice show <pack> [--voices <folder>] [--json]",
        discussion: """
            Examples:
              clockctl voice show german
              clockctl voice show dolch --json
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

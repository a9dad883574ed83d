package import ArgumentParser

package struct VoiceLintCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check a voice pack.",
        usage: "clockctl voice lint <pack> [--voices <folder>] [--json]",
        discussion: """
            Has the grammar say every minute of the day, every date of a leap year and every number up to 59, looks \
            at every clip (missing, unreadable, silent, clipped, too long, not −18 ± 1 LUFS, another format than the \
            pack's, a click at its edges), and measures every join of two clips that some time has: how far level \
            and pitch jump from the end of the first to the beginning of the second, and how much silence is \
            between. Ends with 1 when something is wrong.

            Examples:
              clockctl voice lint english
              clockctl voice lint ./german --json
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

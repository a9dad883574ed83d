package import ArgumentParser

package struct VoiceImportCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a pack of your own recordings.",
        usage: """
            clockctl voice import <folder> --as <pack> [--list <list>] [--out <folder>] [<options>]
            clockctl voice import <take> --as <pack> [--list <list>] [--out <folder>] [<options>]
            """,
        discussion: """
            WAV, AIFF, CAF, FLAC or Ogg of any rate. A folder has one recording a word, by the clip's name \
            (drei.wav) or by the word itself; a file is one long take of all words in the pack's order, with a pause \
            of at least half a second behind each, and is cut at its pauses. Printed is what was cut where.

            The words are those of the pack, which may be without clips yet (clockctl voice list), or of a list; \
            without either, a folder's file names are the words. Every recording is trimmed, brought to −18 LUFS \
            (EBU R 128) and faded at its edges.

            Examples:
              clockctl voice import recordings --as german
              clockctl voice import take.flac --as my-german --list german.txt
              clockctl voice import ~/sounds --as jingles --format flac
            """)

    @Argument(
        help: ArgumentHelp("A folder of recordings, or one long take.", valueName: "recordings"), completion: .file())
    package var source: String

    @Option(
        name: .customLong("as"), help: ArgumentHelp("The pack.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @Option(help: ArgumentHelp("A file of the words, in the take's order.", valueName: "list"), completion: .file())
    package var list: String?

    @OptionGroup package var made: MadePackOptions
    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

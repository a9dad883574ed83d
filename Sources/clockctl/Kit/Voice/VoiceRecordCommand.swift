package import ArgumentParser

package struct VoiceRecordCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a pack, word by word, at a microphone.",
        usage: """
            clockctl voice record <pack> [--device <device>] [--list <list>] [--all] [--out <folder>] [<options>]
            """,
        discussion: """
            Shows each word that has no clip yet. Return records it: speak, and it ends by itself when you have. \
            Then return keeps it and goes on, r takes it again, p plays it, s leaves it out, q ends. What is \
            recorded stays, and the next record goes on with the words that are left.

            Words join well when they are all spoken alike: sit still, keep your distance, and speak every word as \
            in the middle of a sentence, without letting the voice fall.

            Examples:
              clockctl voice record german --out my-german
              clockctl voice record my-words --list words.txt
              clockctl voice record german --device plughw:1,0 --all
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack: String

    @Option(help: ArgumentHelp("ALSA microphone, default unless set.", valueName: "device"))
    package var device = "default"

    @Option(
        help: ArgumentHelp("A file of words, for a pack that is not there yet.", valueName: "list"), completion: .file()
    )
    package var list: String?

    @Flag(help: "Record the words that have a clip too.")
    package var all = false

    @Option(
        help: ArgumentHelp("Folder of the pack that is made; among your packs unless set.", valueName: "folder"),
        completion: .directory)
    package var out: String?

    @Option(help: ArgumentHelp("Language of a list, such as en or pt-BR.", valueName: "tag"))
    package var language: String?

    @OptionGroup package var shelf: PackShelfOptions

    package init() {}
}

internal import ArgumentParser
internal import ClockRuntime
internal import ClockVoice
internal import ClockVoiceMaking
internal import Glibc

struct VoiceRecordCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
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
    var pack: String

    @Option(help: ArgumentHelp("ALSA microphone, default unless set.", valueName: "device"))
    var device = "default"

    @Option(
        help: ArgumentHelp("A file of words, for a pack that is not there yet.", valueName: "list"), completion: .file()
    )
    var list: String?

    @Flag(help: "Record the words that have a clip too.")
    var all = false

    @Option(
        help: ArgumentHelp("Folder of the pack that is made; among your packs unless set.", valueName: "folder"),
        completion: .directory)
    var out: String?

    @Option(help: ArgumentHelp("Language of a list, such as en or pt-BR.", valueName: "tag"))
    var language: String?

    @OptionGroup var shelf: PackShelfOptions

    func run(on console: Console) async throws {
        let site = try ImportSite(
            pack, words: nil, list: list, language: language, out: out,
            changes: try PackChanges(format: nil, rate: nil),
            shelf: shelf.shelf(console))
        let prompts = site.taken.prompts.filter { all || site.folder.clip($0.name) == nil }
        guard !prompts.isEmpty else {
            console.write([StyledText("every word of \(site.pack.name) has its clip; say --all to record them anew")])
            return
        }
        let microphone = try Microphone(device: device)
        try site.prepare()
        let session = RecordingSession(
            microphone: microphone, importer: PackImporter(pack: site.pack, folder: site.folder), site: site,
            console: console)
        let left = try session.run(prompts)
        let done = prompts.count - left
        console.write([
            StyledText(site.pack.name, .bold)
                + StyledText(
                    ": \(QuantityWords.count(done, "word")) recorded, \(left) left, in \(site.folder.path)"
                        + (left > 0 ? "; run it again to go on" : ""))
        ])
    }
}

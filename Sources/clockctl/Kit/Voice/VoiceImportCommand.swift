internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockVoiceMaking

struct VoiceImportCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
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
    var source: String

    @Option(
        name: .customLong("as"), help: ArgumentHelp("The pack.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    var pack: String

    @Option(help: ArgumentHelp("A file of the words, in the take's order.", valueName: "list"), completion: .file())
    var list: String?

    @OptionGroup var made: MadePackOptions
    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup var output: OutputOptions

    func run(on console: Console) async throws {
        let isFolder: Bool
        do throws(SystemError) {
            isFolder = try FileStatus(of: source).isFolder
        } catch {
            throw FatalError(error, exitCode: .noInput)
        }
        let recordings = isFolder ? PackFiles.sounds(in: source) : []
        if isFolder, recordings.isEmpty {
            throw FatalError(.noInput, "\(source) has no recordings in it (wav, aiff, caf, flac, ogg)")
        }
        let site = try ImportSite(
            pack, words: isFolder ? recordings.map(\.name) : nil, list: list, language: made.language, out: made.out,
            changes: try made.changes(), shelf: shelf.shelf(console))
        let importer = PackImporter(pack: isFolder ? site.pack : site.taken, folder: site.folder)
        var report: PackImporter.Report
        if isFolder {
            let (known, strays) = site.sort(recordings)
            guard !known.isEmpty else {
                throw FatalError(
                    .badData,
                    "none of \(recordings.count) recordings in \(source) is called like a word of \(site.pack.name), which "
                        + "begins with \(site.pack.prompts.prefix(3).map(\.name).joined(separator: ", "))")
            }
            try site.prepare()
            let progress = WorkProgress(of: known.count, "made", console: console)
            report = try importer.words(known, jobs: Processors.count, progress: progress.show)
            progress.end()
            report.failed += strays.map { .init(subject: $0.path, reason: "is no word of \(site.pack.name)") }
        } else {
            report = try importer.take(source, prepare: site.prepare)
        }
        let document = ImportDocument(site.pack, folder: site.folder, report)
        console.write(
            output.json
                ? JSONOutput.text(document)
                : document.lines(width: console.columns).rendered(coloured: console.coloured))
        if !report.failed.isEmpty { throw SilentFailure() }
    }
}

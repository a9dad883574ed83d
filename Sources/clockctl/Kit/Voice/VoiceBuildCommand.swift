internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockVoice
internal import ClockVoiceMaking

struct VoiceBuildCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Have a speech engine speak a pack or a list of words.",
        usage: """
            clockctl voice build <pack> [--engine <engine>] [--voice <voice>] [--out <folder>] [<options>]
            clockctl voice build <list> [--engine <engine>] [--voice <voice>] [--language <tag>] [<options>]
            """,
        discussion: """
            Every prompt becomes a sound file: spoken, trimmed, brought to −18 LUFS (EBU R 128) and faded at its \
            edges, in the pack's format, on all processors at once. What is there already and is of the same text, \
            engine, voice and format is not made again, so a build that was stopped goes on where it was. Clips from \
            elsewhere, such as your own recordings, stay unless you say --replace.

            A list is a text file with a word a line, or a CSV file with the columns word, text to speak and phonemes \
            (the last two may be missing); it becomes a pack of its own, without a grammar.

            Examples:
              clockctl voice build german
              clockctl voice build polish --engine piper --voice pl_PL-gosia-medium.onnx
              clockctl voice build words.txt --voice en-gb --format caf --out words
              clockctl voice build english --engine "command:swift-say --voice {voice} --out {file} {text}" --voice Ava
            """)

    @Argument(
        help: ArgumentHelp("A pack's name or folder, or a file of words.", valueName: "pack or list"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    var source: String

    @Option(
        help: ArgumentHelp(
            "espeak-ng, flite, piper, festival, or command:\"program {text} {file}\".", valueName: "engine"),
        completion: .list(SpeechEngineKind.builtIn.map(\.name)))
    var engine = "espeak-ng"

    @Option(help: ArgumentHelp("The engine's own name of a voice; the pack's unless set.", valueName: "voice"))
    var voice: String?

    @Flag(help: "Replace clips from elsewhere too.")
    var replace = false

    @OptionGroup var made: MadePackOptions
    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try SpeechEngineKind(engine) }
    }

    func run(on console: Console) async throws {
        let kind = try SpeechEngineKind(engine)
        let site = try BuildSite(
            source, language: made.language, out: made.out, changes: try made.changes(),
            shelf: shelf.shelf(console))
        var pack = site.pack
        // Asked for before anything is written.
        let speaker = try SpeechEngine(kind, voice: voice ?? site.voice(of: kind), environment: console.environment)
        if !site.isInPlace { pack.engine = speaker.identity.trimmed }
        try site.folder.prepare(pack)
        let interruption = try Interruption()
        let builder = PackBuilder(
            pack: pack, folder: site.folder, engine: speaker, jobs: Processors.count, replacesAll: replace,
            environment: console.environment)
        let started = Clocks.boot()
        let progress = WorkProgress(of: pack.prompts.count, "spoken", console: console)
        let report = try builder.build(
            isStopped: {
                guard interruption.hasCome else { return false }
                speaker.stop()
                return true
            }, progress: progress.show)
        progress.end()
        let document = BuildDocument(pack, folder: site.folder, engine: speaker, report, Clocks.boot() - started)
        console.write(output.json ? JSONOutput.text(document) : document.lines.rendered(coloured: console.coloured))
        guard report.left.isEmpty else {
            throw FatalError(
                .temporaryFailure,
                "stopped with \(report.left.count) of \(pack.prompts.count) words left; run it again to go on")
        }
        if !report.failed.isEmpty { throw SilentFailure() }
    }
}

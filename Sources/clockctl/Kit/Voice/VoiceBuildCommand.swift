package import ArgumentParser

package struct VoiceBuildCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
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
    package var source: String

    @Option(
        help: ArgumentHelp(
            "espeak-ng, hibari, piper, festival, flite, or command:\"program {text} {file}\".", valueName: "engine"),
        completion: .list(SpeechEngineNames.all))
    package var engine = "espeak-ng"

    @Option(help: ArgumentHelp("The engine's own name of a voice; the pack's unless set.", valueName: "voice"))
    package var voice: String?

    @Flag(help: "Replace clips from elsewhere too.")
    package var replace = false

    @OptionGroup package var made: MadePackOptions
    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    package init() {}
}

/// The speech engines that clockctl knows by name.
enum SpeechEngineNames {
    static let all = ["espeak-ng", "hibari", "piper", "festival", "flite"]
}

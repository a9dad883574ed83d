package import ArgumentParser
package import ClockDomain
internal import ClockRuntime

package struct RenderCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Write what a node would play to a WAV file.",
        usage: """
            clockctl render --at <time> [--zone <zone>] [--chime <chime>] [--voice <voice>] [--volume <percent>]
                            [--voices <folder>] [--plot <file>] [--json] <file>
            clockctl render --ring <sound> [--seconds <seconds>] [--volume <percent>]
                            [--voices <folder>] [--plot <file>] [--json] <file>
            """,
        discussion: """
            The first form writes the announcement of a time, the second an alarm's sound. Nothing is asked of a node or \
            a coordinator. Printed are the anchor, which is the moment that a node plays exactly on the time, the peak \
            and the mean level, and where each clip begins. The file is 16-bit, mono, 44.1 kHz; a node adds nothing to \
            it but the dither of its output.

            TIME is a time of day (18:00), a date and a time ("2026-11-21 18:00"), or RFC 3339 with its offset.

            Examples:
              clockctl render --at 18:00 --chime westminster out.wav
              clockctl render --at "2026-11-21 18:00" --plot out.svg out.wav
              clockctl render --at 7:45 --zone Europe/London --json out.wav
              clockctl render --ring marimba --seconds 20 out.wav
            """)

    @Argument(help: ArgumentHelp("The WAV file; replaced if it is there.", valueName: "file"), completion: .file())
    package var file: String

    @Option(help: ArgumentHelp("The time that is announced.", valueName: "time"))
    package var at: String?

    @Option(
        help: ArgumentHelp("Zone of the time, such as Europe/Berlin; this machine's unless set.", valueName: "zone"))
    package var zone: String?

    @Option(
        help: ArgumentHelp("none, strike, count, westminster, or an own one; strike unless set.", valueName: "chime"),
        completion: .list(Chime.builtIn.map(\.rawValue)))
    package var chime: String?

    @Option(help: ArgumentHelp("The voice pack; english unless set.", valueName: "voice"))
    package var voice: String?

    @Option(
        help: ArgumentHelp(
            "Folder of voice packs, chimes and sounds, in place of the usual ones.", valueName: "folder"),
        completion: .directory)
    package var voices: String?

    @Option(help: ArgumentHelp("The node's volume, 0 to 100; 80 unless set.", valueName: "percent"))
    package var volume: Int?

    @Option(
        help: ArgumentHelp("An alarm's sound, built in or a file in the folder sounds.", valueName: "sound"),
        completion: .list(AlarmSound.allCases.map(\.rawValue)))
    package var ring: String?

    @Option(help: ArgumentHelp("How long it rings, 1 to 600; 10 unless set.", valueName: "seconds"))
    package var seconds: Int?

    @Option(help: ArgumentHelp("Draw the waveform to this SVG file too.", valueName: "file"), completion: .file())
    package var plot: String?

    @OptionGroup package var output: OutputOptions

    private static let lengths = 1...600

    package func validate() throws {
        guard (at == nil) != (ring == nil) else {
            throw ValidationError("what shall be rendered? Say --at and a time, or --ring and a sound")
        }
        if ring != nil, let option = [("zone", zone), ("chime", chime), ("voice", voice)].first(where: { $0.1 != nil })
        {
            throw ValidationError("--\(option.0) is for --at")
        }
        if at != nil, seconds != nil { throw ValidationError("--seconds is for --ring") }
        if let seconds, !RenderCommand.lengths.contains(seconds) {
            throw ValidationError("--seconds \(seconds) is not in 1 to 600")
        }
        _ = try settings()
        try readingLine { () throws(FatalError) in
            try OutputFile.check(file, as: "wav")
            if let plot { try OutputFile.check(plot, as: "svg") }
        }
    }

    package func settings() throws -> (volume: Volume, chime: Chime, voice: String) {
        guard let volume = Volume(percent: volume ?? Volume.standard.percent) else {
            throw ValidationError("--volume \(volume ?? 0) is not in 0 to 100")
        }
        let voice = voice ?? NodeSettings.standard.voice
        guard NodeSettings.isVoiceName(voice) else {
            throw ValidationError("--voice \"\(voice)\": a voice's name has 1 to 64 of a-z, A-Z, 0-9, - and _")
        }
        do throws(SettingWords.Refusal) {
            return (volume, try chime.map(SettingWords.chime) ?? NodeSettings.standard.chime, voice)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    package init() {}
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSound

struct RenderCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
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
    var file: String

    @Option(help: ArgumentHelp("The time that is announced.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp("Zone of the time, such as Europe/Berlin; this machine's unless set.", valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp("none, strike, count, westminster, or an own one; strike unless set.", valueName: "chime"),
        completion: .list(Chime.builtIn.map(\.rawValue)))
    var chime: String?

    @Option(help: ArgumentHelp("The voice pack; english unless set.", valueName: "voice"))
    var voice: String?

    @Option(
        help: ArgumentHelp("Folder of voice packs, chimes and sounds.", valueName: "folder"), completion: .directory)
    var voices = "/usr/share/clocksmith/voices"

    @Option(help: ArgumentHelp("The node's volume, 0 to 100; 80 unless set.", valueName: "percent"))
    var volume: Int?

    @Option(
        help: ArgumentHelp("An alarm's sound, built in or a file in the folder sounds.", valueName: "sound"),
        completion: .list(AlarmSound.allCases.map(\.rawValue)))
    var ring: String?

    @Option(help: ArgumentHelp("How long it rings, 1 to 600; 10 unless set.", valueName: "seconds"))
    var seconds: Int?

    @Option(help: ArgumentHelp("Draw the waveform to this SVG file too.", valueName: "file"), completion: .file())
    var plot: String?

    @OptionGroup var output: OutputOptions

    private static let lengths = 1...600

    func validate() throws {
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
    }

    func run(on console: Console) async throws {
        let sound = try rendered(console)
        sound.problems.forEach(console.warn)
        try write(WaveFile.bytes(sound.frames), to: file)
        if let plot { try write(Array(SoundPlot(sound).svg().utf8), to: plot) }
        let facts = RenderDocument(sound, file: file)
        console.write(output.json ? JSONOutput.text(facts) : facts.text)
    }

    private func rendered(_ console: Console) throws -> RenderedSound {
        let settings = try settings()
        let folders = VoiceFolders(root: voices)
        if let ring {
            return RenderedSound(
                ring: RingSounds(folder: "\(voices)/sounds").sound(named: ring), name: ring, seconds: seconds ?? 10,
                volume: settings.volume)
        }
        let moment = try moment(console)
        guard let voiceFolder = folders.folder(ofVoice: settings.voice) else {
            throw FatalError(
                .noInput, "there is no voice \"\(settings.voice)\" in \(voices); name its folder by --voices")
        }
        var ownChime: OwnChime?
        if case .own(let name) = settings.chime {
            let folder = folders.folder(ofChime: name)
            ownChime = OwnChime(name: name, folder: folder, anchors: try ChimeFile.anchors(folder: folder))
        }
        let library = SoundLibrary(voiceFolder: voiceFolder, chime: settings.chime, ownChime: ownChime)
        return RenderedSound(library, moment: moment, chime: settings.chime, volume: settings.volume)
    }

    private func settings() throws -> (volume: Volume, chime: Chime, voice: String) {
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

    private func moment(_ console: Console) throws(FatalError) -> RenderedSound.Moment {
        var rules = console.zones.local
        if let zone {
            guard let named = console.zones.named(zone) else {
                throw FatalError(.usage, "--zone: this system knows no zone \"\(zone)\"; say one like Europe/Berlin")
            }
            rules = named
        }
        do throws(SinceWords.Refusal) {
            let instant = try SinceWords.instant(at ?? "", now: Clocks.wall(), zone: rules)
            return RenderedSound.Moment(instant: instant, zone: rules)
        } catch {
            throw FatalError(.usage, "--at: \(error)")
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(FatalError) {
        do throws(SystemError) {
            try AtomicFile.replace(path, with: bytes)
        } catch {
            throw FatalError(error, exitCode: .cannotCreate)
        }
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSound
internal import ClockVoice

struct VoiceSayCommand: ClockctlCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Say a time, a date or a duration with a pack: to a file, here, or in rooms.",
        usage: """
            clockctl voice say <what> [--pack <pack>] [--out <file>] [--words] [<options>]
            clockctl voice say <what> [--pack <pack>] --node <node> [--at <time>] [--volume <percent>] [<options>]
            """,
        discussion: """
            WHAT is a time of day (15:45), a date (2026-11-21) or a duration (90s, 1h20m). The words are printed, \
            and heard unless --out or --words is given.

            Examples:
              clockctl voice say 15:45 --pack german --words
              clockctl voice say 15:45 --out quarter.wav
              clockctl voice say 2026-11-21 --pack french --node kitchen
            """)

    @Argument(help: ArgumentHelp("15:45, 2026-11-21 or 90s.", valueName: "what"))
    var what: String

    @Option(
        help: ArgumentHelp("The pack's name or folder; english unless set.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    var pack = NodeSettings.standard.voice

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a WAV file instead of playing.", valueName: "file"),
        completion: .file())
    var out: String?

    @Flag(help: "Only print the words.")
    var words = false

    @OptionGroup var listening: ListeningOptions
    @OptionGroup var shelf: PackShelfOptions
    @OptionGroup var output: OutputOptions

    /// What can be said.
    private enum Subject {
        case time(LocalTime)
        case date(CivilDate)
        case duration(Duration)
    }

    private struct Document: Encodable {
        var pack: String
        var clips: [String]
        var text: String
        /// Absent where there is none.
        var file: String?
    }

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try subject() }
        try readingLine { () throws(FatalError) in try listening.check() }
        if (out != nil || words) && listening.isInRooms {
            throw ValidationError("--out and --words play nothing; leave them out, or the rooms")
        }
    }

    func run(on console: Console) async throws {
        let found = try shelf.shelf(console).find(pack)
        let clips = try clips(found.pack)
        let texts = Dictionary(found.pack.prompts.map { ($0.name, $0.text) }) { first, _ in first }
        let text = clips.map { texts[$0] ?? $0 }.joined(separator: " ")
        let row = words ? nil : try ClipRow(clips, of: found)
        if let out, let row {
            do throws(SystemError) {
                try AtomicFile.replace(out, with: WaveFile.bytes(row.frames))
            } catch {
                throw FatalError(error, exitCode: .cannotCreate)
            }
        }
        let isPlayedInRooms = row != nil && out == nil && listening.isInRooms
        if output.json, !isPlayedInRooms {
            console.write(JSONOutput.text(Document(pack: found.pack.name, clips: clips, text: text, file: out)))
        } else if !output.json {
            console.write([StyledText(text)])
        }
        if let row, out == nil { try await listening.play(row, label: text, on: console, json: output.json) }
    }

    private func clips(_ pack: VoicePack) throws(FatalError) -> [String] {
        guard let grammar = pack.grammar else {
            throw FatalError(.badData, "\(pack.name) is a set of prompts and tells no times; play its clips by name")
        }
        let subject = try subject()
        do throws(GrammarProblem) {
            switch subject {
            case .time(let time): return try grammar.clips(time: time)
            case .date(let date): return try grammar.clips(date: date)
            case .duration(let duration): return try grammar.clips(duration: duration)
            }
        } catch {
            throw FatalError(.badData, "\(pack.name) cannot say \(what): \(error)")
        }
    }

    private func subject() throws(FatalError) -> Subject {
        if let time = LocalTime(hourAndMinute: what) { return .time(time) }
        let parts = what.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        if parts.count == 3, what.utf8.count == 10, Grammar.years.contains(parts[0]), (1...12).contains(parts[1]),
            (1...CivilDate.days(inMonth: parts[1], of: parts[0])).contains(parts[2])
        {
            return .date(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
        }
        // A time that is none, such as 25:00, is no duration either.
        guard !what.contains(":"),
            let seconds = try? DurationInput.seconds(what, in: 0...Grammar.maximumHours * 3600)
        else {
            throw FatalError(
                .usage, "\"\(what.prefix(40))\" is no time (15:45), no date (2026-11-21) and no duration (90s, 1h20m)")
        }
        return .duration(.seconds(seconds))
    }
}

package import ArgumentParser
package import ClockDomain
internal import ClockInput
package import ClockRuntime
internal import ClockVoice

package struct VoiceSayCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Say a time, a date or a duration with a pack: to a file, here, or in rooms.",
        usage: """
            clockctl voice say <what> [--pack <pack>] [--out <file>] [--words] [<options>]
            clockctl voice say <what> [--pack <pack>] --room <room> … [--at <time>] [--volume <percent>] [<options>]
            """,
        discussion: """
            WHAT is a time of day (15:45, 3:45pm), a date (2026-11-21) or a duration (90s, 1h20m). The words are printed, \
            and heard unless --out or --words is given.

            Examples:
              clockctl voice say 15:45 --pack german --words
              clockctl voice say 15:45 --out quarter.wav
              clockctl voice say 2026-11-21 --pack french --room kitchen
            """)

    @Argument(help: ArgumentHelp("15:45, 2026-11-21 or 90s.", valueName: "what"))
    package var what: String

    @Option(
        help: ArgumentHelp("The pack's name or folder; english unless set.", valueName: "pack"),
        completion: .custom { _, _, _ in PackCompletion.names() })
    package var pack = NodeSettings.standard.voice

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a WAV file instead of playing.", valueName: "file"),
        completion: .file())
    package var out: String?

    @Flag(help: "Only print the words.")
    package var words = false

    @OptionGroup package var listening: ListeningOptions
    @OptionGroup package var shelf: PackShelfOptions
    @OptionGroup package var output: OutputOptions

    /// The values that the command can say.
    package enum Subject {
        case time(LocalTime)
        case date(CivilDate)
        case duration(Duration)
    }

    package func validate() throws {
        _ = try readingLine { () throws(FatalError) in try subject() }
        try readingLine { () throws(FatalError) in
            try listening.check()
            if let out { try OutputFile.check(out, as: "wav") }
        }
        if (out != nil || words) && listening.isInRooms {
            throw ValidationError("--out and --words play nothing; leave them out, or the rooms")
        }
    }

    package func subject() throws(FatalError) -> Subject {
        if let time = LocalTime(hourAndMinute: what) { return .time(time) }
        // A bare number is a duration, of minutes.
        if what.contains(where: \.isLetter), case .clock(let time, on: nil) = try? TimeInput(what) {
            return .time(time)
        }
        let parts = what.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        if parts.count == 3, what.utf8.count == 10, Grammar.years.contains(parts[0]), (1...12).contains(parts[1]),
            (1...CivilDate.days(inMonth: parts[1], of: parts[0])).contains(parts[2])
        {
            return .date(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
        }
        // An impossible time, such as 25:00, is no duration either.
        guard !what.contains(":"),
            let seconds = try? DurationInput.seconds(what, in: 0...Grammar.maximumHours * 3600)
        else {
            throw FatalError(
                .usage,
                "\"\(what.prefix(40))\" is no time (15:45, 3:45pm), no date (2026-11-21) and no duration (90s, 1h20m)")
        }
        return .duration(.seconds(seconds))
    }

    package init() {}
}

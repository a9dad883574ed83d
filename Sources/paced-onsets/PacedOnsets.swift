import ArgumentParser
import PacedRecording

@main
struct PacedOnsets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paced-onsets",
        abstract: "Print when each sound in the recordings of a paced output was heard.",
        discussion: """
            One line per sound that begins after silence: recording, run, wall time (UTC), frame, peak in dBFS. \
            The lines are in order of time.
            """
    )

    @Argument(help: "The folder that the output records into.", completion: .directory)
    var folder: String

    @Flag(help: "Print a JSON array instead of lines.")
    var json = false

    // Levels are negative, so the next argument is the value even though it begins with a dash.
    @Option(parsing: .unconditional, help: ArgumentHelp("Level from which it is a sound.", valueName: "dBFS"))
    var threshold = -60.0

    @Option(help: ArgumentHelp("Silence that separates two sounds.", valueName: "ms"))
    var gap = 50.0

    @Option(
        help: ArgumentHelp("Also write all recordings to a WAV file on their common timeline.", valueName: "file"),
        completion: .file(extensions: ["wav"]))
    var wav: String?

    func validate() throws {
        guard threshold <= 0 else {
            throw ValidationError("--threshold is \(threshold), but a level in dBFS is at most 0")
        }
        guard gap > 0, gap <= 3_600_000 else {
            throw ValidationError("--gap is \(gap), but must be above 0 and at most 3600000 ms")
        }
    }

    func run() throws {
        let recordings = try Recording.list(in: folder)
        let detector = OnsetDetector(thresholdDecibels: threshold, minimumGapMilliseconds: gap)
        var rows: [OnsetRow] = []
        for recording in recordings {
            rows += try detector.onsets(in: recording).map { OnsetRow(recording: recording, onset: $0) }
        }
        rows.sort { $0.monotonicNanoseconds < $1.monotonicNanoseconds }
        if json {
            print(try OnsetRow.json(rows))
        } else {
            for row in rows { print(row.line) }
        }
        if let wav { try TimelineWAV.write(recordings, to: wav) }
    }
}

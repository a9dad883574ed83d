package import ArgumentParser
package import ClockDomain
package import ClockRuntime
internal import ClockWire

/// Measures the delay of a room's sound, and corrects it. Its parts stand beside: `Train*` plays and listens, `Ear*` is
/// for judging without a microphone.
package struct CalibrateCommand: VoicePartCommand {
    package static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Make rooms sound at the same instant where an output is heard late.",
        usage: """
            clockctl calibrate (<node> … | --all) [--volume <percent>]
            clockctl calibrate [<node> …] --recording <file> [--reference <node>] [--distance <node=2.5m> …] [--apply]
            clockctl calibrate <node> --by-ear [--reference <node>] [--nudge <+5ms>]
            """,
        discussion: """
            An amplifier, a television or a wireless speaker may add a delay that the output does not tell. With a \
            microphone it is found to a tenth of a millisecond: put a phone or a laptop between the rooms, start to \
            record, and run the first form. The rooms click in turn. Then hand the recording to the second form: it \
            prints how late each room is heard and the trim that makes up for it, and sets the trims with --apply. \
            Any WAV, FLAC or Ogg file will do, with any sample rate.

            Sound takes 1 ms for 34 cm. Put the microphone equally far from all speakers, or say how far each one is \
            with --distance, and that is taken out.

            Without a microphone use the third form: two rooms click together, once a second. If you hear two clicks, \
            nudge the room: a trim of +5 ms sends its sound 5 ms earlier.

            Examples:
              clockctl calibrate kitchen bedroom office
              clockctl calibrate --recording house.wav --distance kitchen=2m,office=4m
              clockctl calibrate --recording house.wav --apply
              clockctl calibrate bedroom --by-ear --reference kitchen
              clockctl calibrate bedroom --by-ear --reference kitchen --nudge +5ms
            """)

    @Argument(help: ArgumentHelp("Nodes; 2 to 16 for the clicks.", valueName: "node"), completion: NodeCompletion.kind)
    var places: [String] = []

    @OptionGroup var rooms: RoomOptions

    @Flag(help: "Every node that is online.")
    package var all = false

    @Option(
        help: ArgumentHelp("The recording that was made while the rooms clicked.", valueName: "file"),
        completion: .file())
    package var recording: String?

    @Option(
        help: ArgumentHelp("The room that the others are fitted to; the earliest unless said.", valueName: "node"),
        completion: NodeCompletion.kind)
    package var reference: String?

    @Option(help: ArgumentHelp("How far a room's speaker is from the microphone.", valueName: "node=2.5m"))
    package var distance: [String] = []

    @Flag(help: "Set the trims that were found.")
    package var apply = false

    @Flag(help: "Have two rooms click together, once a second.")
    var byEar = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Change the room's trim by this first; + is earlier, - is later.", valueName: "+5ms"))
    package var nudge: String?

    @Option(help: ArgumentHelp("How loud, in place of each node's own volume, 0-100.", valueName: "percent"))
    package var volume: String?

    @OptionGroup package var output: OutputOptions
    @OptionGroup(title: "Connection") package var connection: ConnectionOptions

    /// The rooms, as typed.
    package var nodes: [String] { NodeWords.names(places + rooms.room) }

    /// The task that the options select.
    package enum Task: Hashable {
        case play
        case listen(file: String)
        case clickTogether
    }

    package func validate() throws {
        if all, !nodes.isEmpty { throw ValidationError("name nodes or say --all, not both") }
        switch try readingLine({ () throws(FatalError) in try task() }) {
        case .play: if !all, nodes.isEmpty { throw ValidationError("which rooms? Name 2 to 16 nodes, or say --all") }
        case .listen: _ = try readingLine { () throws(FatalError) in try DistanceWords.metres(distance) }
        case .clickTogether: _ = try readingLine { () throws(FatalError) in try nudgeMicroseconds() }
        }
        _ = try readingLine { () throws(FatalError) in try clickVolume() }
    }

    /// - Throws: ``FatalError`` for options that exclude each other.
    package func task() throws(FatalError) -> Task {
        let listening = [(apply, "--apply"), (!distance.isEmpty, "--distance")].filter(\.0).map(\.1)
        if byEar {
            if recording != nil { throw FatalError(.usage, "--by-ear needs no --recording") }
            if let option = listening.first { throw FatalError(.usage, "\(option) goes with --recording") }
            guard nodes.count == 1, !all else { throw FatalError(.usage, "name the one room that --by-ear is for") }
            return .clickTogether
        }
        if nudge != nil { throw FatalError(.usage, "--nudge goes with --by-ear") }
        if let recording {
            if volume != nil { throw FatalError(.usage, "--volume goes with the clicks, not with --recording") }
            return .listen(file: recording)
        }
        if let option = listening.first { throw FatalError(.usage, "\(option) goes with --recording") }
        if reference != nil { throw FatalError(.usage, "--reference goes with --recording or --by-ear") }
        return .play
    }

    package func nudgeMicroseconds() throws(FatalError) -> Int? {
        guard let nudge else { return nil }
        guard let microseconds = TrimWords.microseconds(nudge), NodeSettings.trimRange.contains(microseconds) else {
            throw FatalError(.usage, "--nudge: \"\(nudge.prefix(40))\" is no time; say one like +5ms or -0.5ms")
        }
        return microseconds
    }

    package func clickVolume() throws(FatalError) -> Volume? {
        guard let volume else { return nil }
        return try InputWords.volume(volume, "--volume")
    }

    package init() {}
}

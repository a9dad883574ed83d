internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockSound
internal import ClockWire
internal import Glibc

struct PlayCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Have a sound file or a bell heard in rooms, everywhere at the same instant.",
        usage: """
            clockctl play <node> … <file> [--at <time>] [--volume <percent>] [--as-is] [--json] [<connection options>]
            clockctl play --all <file> [<options>]
            clockctl play --group <group> bells [<options>]
            """,
        discussion: """
            WAV, FLAC, Ogg, AIFF, CAF or MP3 of any rate, up to two minutes and 32 MiB. The file goes to the \
            coordinator, which makes it mono at 44100 Hz, brings it to the loudness of the words (-18 LUFS) and carries \
            it to the nodes; it begins in all of them at once, as soon as they can have it or at the given time. Muted \
            rooms and quiet hours do not hold it back: somebody asked for it. The command waits for every node's word on what became of it.

            In place of a file, \(sounds) is one round of that sound: a bell that rings now.

            Examples:
              clockctl play kitchen doorbell.wav
              clockctl play --group classrooms bells
              clockctl play kitchen bedroom chime.flac --at 18:00
              clockctl play --all announcement.ogg --at "tomorrow 8:00" --volume 70
            """)

    private static let sounds = AlarmSound.allCases.map(\.rawValue).joined(separator: ", ")

    static let standardTimeout: Duration = .seconds(30)

    @Argument(
        help: ArgumentHelp("Nodes, and last the file.", valueName: "words"),
        completion: .custom { words, _, typed in NodeCompletion.names(words) + FileCompletion.sounds(typed) })
    var words: [String] = []

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var targets: PlayTargets

    @Flag(help: "Keep the file's own loudness.")
    var asIs = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws { _ = try readingLine { () throws(FatalError) in try parsed() } }

    private func parsed() throws(FatalError) -> (nodes: [String], path: String) {
        // With the rooms behind --room the file may stand before or after them.
        let words = rooms.room + words
        guard let path = words.last else { throw FatalError(.usage, "what shall be played? Say nodes, then a file") }
        let nodes = Array(words.dropLast())
        try targets.check(nodes: nodes)
        return (nodes, path)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let (nodes, path) = try parsed()
        let bytes = try read(path)
        let names = NodeNames(link: link)
        let sender = SoundSender(link: link)
        let how = try targets.options(nodes: nodes, names: names, console: console)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var progress = UploadProgress(name: name, console: console)
        let file = try sender.upload(bytes) { progress.show($0, of: $1) }
        progress.finish()
        let result = try names.explainingUnknown(how.targets?.nodes ?? []) {
            try sender.play(PlayRequest(sound: file, label: Label.fitted(name), isAsIs: asIs, how: how))
        }
        try PlayFollower(sender: sender, console: console, json: output.json).follow(result)
    }

    /// Returns the file's bytes, if it is a sound: no other file need go anywhere.
    private func read(_ path: String) throws(FatalError) -> [UInt8] {
        do throws(SoundFile.Problem) {
            if AlarmSound(rawValue: path) != nil, access(path, F_OK) != 0 {
                let ring = RingSounds(folder: "/").sound(named: path)
                return try SoundFileWriter.bytes(
                    of: ring.frames + ring.tail, maximumBytes: UploadRequest.maximumFileBytes)
            }
            _ = try SoundFile.read(path: path, maximumSeconds: Blob.maximumSeconds)
        } catch {
            throw FatalError(access(path, F_OK) == 0 ? .badData : .noInput, "\(path) \(error.reason): \(error.remedy)")
        }
        do throws(SystemError) {
            return try AtomicFile.read(path, limit: UploadRequest.maximumFileBytes)
        } catch {
            guard error.code == EFBIG else { throw FatalError(.noInput, "\(error)") }
            throw FatalError(
                .badData,
                "\(path) has over \(UploadRequest.maximumFileBytes >> 20) MiB: convert it, for example with flac or sox"
            )
        }
    }
}

/// A line for a person who waits for a large file.
private struct UploadProgress {
    let name: String
    let console: Console
    private let started = Clocks.boot()
    private var isShown = false

    init(name: String, console: Console) {
        self.name = name.withoutControlCharacters
        self.console = console
    }

    /// Shows nothing in the first second.
    mutating func show(_ done: Int, of all: Int) {
        guard console.canAsk, Clocks.boot() - started >= .seconds(1) else { return }
        isShown = true
        console.writeError("\r\(name): \(done * 100 / all) % of \(all >> 10) KiB sent")
    }

    func finish() {
        if isShown { console.writeError("\r\u{1B}[K") }
    }
}

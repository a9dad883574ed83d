internal import ArgumentParser
internal import ClockDomain
internal import ClockInput
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct MuteCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Have rooms announce nothing for a while.",
        usage: "clockctl mute [<room> … | --all] [<length> | until <time>] [<options>]",
        discussion: """
            The room decides by its own clock when it speaks again, also over a restart and without the coordinator. \
            Alarms and timers ring. Without a length it lasts until clockctl set ROOM mute off. Without a room it is \
            the person's own (room in clockctl.yaml), or the site's only one.

            Examples:
              clockctl mute 2h
              clockctl mute kitchen bedroom until 7:00
              clockctl mute --all an hour and a half
            """)

    @Argument(
        help: ArgumentHelp("Rooms and groups, then how long.", valueName: "words"), completion: NodeCompletion.kind)
    var words: [String] = []

    @Flag(help: "Every room of the site.")
    var all = false

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var waiting: WaitOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let (now, zone) = (Clocks.wall(), console.zones.local)
        let typed = rooms.room + words
        // The longest end of the line that is a length: "kitchen an hour and a half".
        let place = typed.indices.first { reads(typed[$0...].joined(separator: " "), now, zone) }
        let named = NodeWords.names(Array(typed[..<(place ?? typed.endIndex)]))
        let length = place.map { typed[$0...].joined(separator: " ") } ?? "on"
        let names = NodeNames(link: link)
        guard !all || named.isEmpty else { throw FatalError(.usage, "name rooms or say --all, not both") }
        let question = "which room? Name one or several, or say --all"
        let places = all ? ["all"] : named.isEmpty ? try names.standard(question) : named
        let line = places + ["mute"] + length.split(separator: " ").map(String.init)
        var set = try SetCommand.parse(line)
        (set.output, set.waiting, set.connection) = (output, waiting, connection)
        try await set.run(on: console, asking: link)
    }

    /// A refusal leaves other readings.
    private func reads(_ text: String, _ now: WallTime, _ zone: TimeZoneRules) -> Bool {
        (try? MuteInput(text, now: now, zone: zone)) != nil
    }
}

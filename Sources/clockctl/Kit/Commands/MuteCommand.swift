internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct MuteCommand: ChangeCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Have rooms announce nothing for a while.",
        usage: "clockctl mute [<room> … | --all] [<length> | until <time> | off] [<options>]",
        discussion: """
            The room decides by its own clock when it speaks again, also over a restart and without the coordinator. \
            Alarms and timers ring. Without a length it lasts until clockctl mute ROOM off. Without a room it is \
            the person's own (room in clockctl.yaml), or the site's only one.

            Examples:
              clockctl mute 2h
              clockctl mute kitchen bedroom until 7:00
              clockctl mute --all an hour and a half
              clockctl mute kitchen off
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
        let words = console.words(at: Clocks.wall())
        let typed = rooms.room + self.words
        var change = SettingsPatch()
        // The longest end of the line that is a length: "kitchen an hour and a half".
        let place = typed.indices.first { place in
            // A refusal leaves other readings.
            (try? SettingWords.mute(
                typed[place...].joined(separator: " "), into: &change, now: words.now, zone: words.zone)) != nil
        }
        if place == nil { change.mute = .on }
        let named = NodeWords.names(Array(typed[..<(place ?? typed.endIndex)]))
        guard !all || named.isEmpty else { throw FatalError(.usage, "name rooms or say --all, not both") }
        let question = "which room? Name one or several, or say --all"
        let standard = all || !named.isEmpty ? named : try NodeNames(link: link).standard(question)
        try set(all ? .all : .named(standard), change, on: console, asking: link, words)
    }
}

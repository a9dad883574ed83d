internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct SayCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Have a text spoken in rooms, everywhere at the same instant.",
        usage: """
            clockctl say [<node> …] <text> [--at <time>] [--volume <percent>] [--json] [<connection options>]
            clockctl say --all <text> [<options>]
            """,
        discussion: """
            The speech engine on the coordinator's machine (speech.command in its configuration, espeak-ng unless set) \
            makes a sound of the text, which is carried to the nodes and begins in all of them at once, some three \
            seconds later. Muted rooms and quiet hours do not hold it back: somebody asked for it. The command waits \
            for every node's word on what became of it.

            Without quotes the first words that are rooms or groups are the place, and the others the text. A site \
            with one room, and a person with a room of their own (room in clockctl.yaml), need no place. The text "-" is read from standard input.

            Examples:
              clockctl say kitchen Dinner is ready
              clockctl say kitchen bedroom "The door bell rang" --volume 60
              clockctl say --all "School starts in five minutes" --at 7:55
              fortune | clockctl say bedroom -
            """)

    static let standardTimeout: Duration = .seconds(30)

    @Argument(help: ArgumentHelp("Nodes, and then the text.", valueName: "words"), completion: NodeCompletion.kind)
    var words: [String] = []

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var targets: PlayTargets
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in
            guard !typed.isEmpty else { throw FatalError(.usage, "what shall be said? Say nodes, then a text") }
            try targets.checkHow()
            if let quoted = SaidWords(quotedIn: typed) { try check(quoted) }
        }
    }

    /// With the rooms behind --room the text may stand before or after them.
    private var typed: [String] { rooms.room + words }

    private var isPlaced: Bool { targets.all || !targets.group.isEmpty }

    private func check(_ said: SaidWords) throws(FatalError) {
        guard said.text == "-" || SayRequest.isText(said.text) else {
            throw FatalError(
                .usage,
                "a text of \(said.text.count) characters cannot be said; use 1 to \(SayRequest.maximumCharacters)")
        }
        if !said.places.isEmpty { try targets.check(nodes: said.places) }
    }

    /// Returns the places and the text; asks for the site's rooms where only they tell the two apart.
    private func parsed(_ names: NodeNames) throws -> SaidWords {
        if let quoted = SaidWords(quotedIn: typed), isPlaced || !quoted.places.isEmpty { return quoted }
        if isPlaced { return SaidWords(places: [], text: typed.joined(separator: " ")) }
        let known = try names.known()
        let places = try names.leadingPlaces(of: typed, among: known)
        let said = SaidWords(places: places, text: typed.dropFirst(places.count).joined(separator: " "))
        guard !said.text.isEmpty else {
            throw FatalError(
                .usage, "what shall be said in \(said.places.joined(separator: ", "))? Say nodes, then a text")
        }
        if !said.places.isEmpty { return said }
        if known.count > 1, names.link.settings.rooms.isEmpty, typed.count > 1 {
            throw NodeNames.unknown(typed[0], among: known, site: names.link.settings.site)
        }
        return SaidWords(places: try names.standard(PlayTargets.noPlace.message, among: known), text: said.text)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let names = NodeNames(link: link)
        var said = try parsed(names)
        if said.text == "-" { said.text = try SaidWords.standardInput() }
        try check(said)
        let how = try targets.options(nodes: said.places, names: names, console: console)
        let result = try names.explainingUnknown(how.targets?.nodes ?? []) {
            try link.request(SayRequest(text: said.text, how: how)).result
        }
        try PlayFollower(sender: SoundSender(link: link), console: console, json: output.json).follow(result)
    }
}

internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockWire

struct SayCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Have a text spoken in rooms, everywhere at the same instant.",
        usage: """
            clockctl say <node> … <text> [--at <time>] [--volume <percent>] [--json] [<connection options>]
            clockctl say --all <text> [<options>]
            """,
        discussion: """
            The speech engine on the coordinator's machine (speech.command in its configuration, espeak-ng unless set) \
            makes a sound of the text, which is carried to the nodes and begins in all of them at once, some three \
            seconds later. Muted rooms and quiet hours do not hold it back: somebody asked for it. The command waits \
            for every node's word on what became of it.

            Examples:
              clockctl say kitchen "Dinner is ready"
              clockctl say kitchen bedroom "The door bell rang" --volume 60
              clockctl say --all "School starts in five minutes" --at 7:55
            """)

    static let standardTimeout: Duration = .seconds(30)

    @Argument(
        help: ArgumentHelp("Nodes, and last the text, in quotes.", valueName: "words"), completion: NodeCompletion.kind)
    var words: [String] = []

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var targets: PlayTargets
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        _ = try readingLine { () throws(FatalError) in try parsed() }
    }

    private func parsed() throws(FatalError) -> (nodes: [String], text: String) {
        // With the rooms behind --room the text may stand before or after them.
        let words = rooms.room + words
        guard let text = words.last else {
            throw FatalError(.usage, "what shall be said? Say nodes, then a text in quotes")
        }
        let nodes = Array(words.dropLast())
        if targets.all, !nodes.isEmpty {
            throw FatalError(.usage, "with --all there is only the text; put it in quotes")
        }
        guard SayRequest.isText(text) else {
            throw FatalError(
                .usage, "a text of \(text.count) characters cannot be said; use 1 to \(SayRequest.maximumCharacters)")
        }
        if nodes.isEmpty, !targets.all, targets.group.isEmpty, NodeID(text) != nil {
            throw FatalError(.usage, "what shall be said in \(text)? Say nodes, then a text in quotes")
        }
        try targets.check(nodes: nodes)
        return (nodes, text)
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let (nodes, text) = try parsed()
        let names = NodeNames(link: link)
        let how = try targets.options(nodes: nodes, names: names, console: console)
        let result = try names.explainingUnknown(how.targets?.nodes ?? []) {
            try link.request(.say, SayRequest(text: text, how: how), as: PlayResult.self).result
        }
        try PlayFollower(sender: SoundSender(link: link), console: console, json: output.json).follow(result)
    }
}

internal import ArgumentParser
internal import ClockWire

struct AnnounceCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "announce",
        abstract: "Have nodes say the time now.",
        usage: "clockctl announce [<node> … | --all] [--json] [<connection options>]",
        discussion: """
            Without a name every node that is online speaks, all at the same instant. A muted node speaks too: \
            somebody asked for it. The command waits for every node's word on what became of it. Near a quarter hour \
            that announcement says the time in its place.

            Examples:
              clockctl announce
              clockctl announce kitchen
              clockctl announce kitchen bedroom
            """)

    @Argument(help: ArgumentHelp("Nodes.", valueName: "node"), completion: NodeCompletion.kind)
    var nodes: [String] = []

    @Flag(help: "Every node that is online, as without a name.")
    var all = false

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        if all, !(nodes + rooms.room).isEmpty { throw ValidationError("name nodes or say --all, not both") }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let names = NodeNames(link: link)
        let ids = try names.identify(NodeWords.names(nodes + rooms.room))
        let result = try names.explainingUnknown(ids) {
            try link.request(AnnounceRequest(nodes: ids)).result
        }
        try PlayFollower(sender: SoundSender(link: link), console: console, json: output.json).follow(result)
    }
}

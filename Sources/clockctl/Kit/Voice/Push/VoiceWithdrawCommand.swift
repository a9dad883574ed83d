internal import ArgumentParser
internal import ClockDomain
internal import ClockSite
internal import ClockWire

struct VoiceWithdrawCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Take a pushed voice pack away from nodes again.",
        usage: """
            clockctl voice withdraw <pack> <node> … [--json] [<connection options>]
            clockctl voice withdraw <pack> --all [<options>]
            """,
        discussion: """
            A voice that is installed on a node stays. A pack that a node speaks with is not taken away: choose another \
            voice first. A node that is off loses it when it is back.

            Examples:
              clockctl voice withdraw german kitchen
              clockctl voice withdraw german --all
            """)

    @Argument(help: ArgumentHelp("The pack's name.", valueName: "pack"))
    var pack: String

    @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
    var nodes: [String] = []

    @Flag(help: "Every node that has it.")
    var all = false

    @OptionGroup var rooms: RoomOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func validate() throws {
        guard all == NodeWords.names(nodes + rooms.room).isEmpty else {
            throw ValidationError(
                all ? "name nodes or say --all, not both" : "which node? Name one or several, or say --all")
        }
    }

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        let names = NodeNames(link: link)
        let ids = try names.identify(NodeWords.names(nodes + rooms.room))
        let result = try names.explainingUnknown(ids) {
            try link.request(WithdrawRequest(name: pack, nodes: ids).asked(by: link.settings.person)).result
        }
        guard !output.json else { return console.write(JSONOutput.text(result)) }
        let width = result.nodes.map(\.node.rawValue.count).max() ?? 0
        console.write(
            result.nodes.map { node in
                StyledText(node.node.rawValue, .bold).padded(to: width + 2)
                    + StyledText("is no longer to have \(pack)") + StyledText(" (revision \(node.revision))", .dim)
            })
    }
}

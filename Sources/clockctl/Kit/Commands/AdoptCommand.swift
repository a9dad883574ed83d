internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct AdoptCommand: CoordinatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Take over what rooms hold and the coordinator's store does not have.",
        usage: "clockctl adopt [<store>] [--room <room> ...] [--replace] [--yes] [--json] [<connection options>]",
        discussion: """
            When the coordinator's store was lost, or turned back to an older copy, rooms ring on by what they hold, and \
            the coordinator leaves them alone. This shows what they hold, side by side where rooms differ from each other \
            or from the store, and asks. Then it takes their alarms, timers, names, settings and voices over. Each room \
            speaks for itself alone: afterwards it rings what it rang before, and no other room rings anything else.

            Groups, holiday calendars, stopwatches, scores and history are in no room: the store keeps its own. Holidays \
            become exceptions of the alarms. A room that is offline keeps what it holds: adopt again when it is back.

            With --replace the rooms get what this coordinator has, and what they hold is gone.

            Examples:
              clockctl adopt
              clockctl adopt --room kitchen office --yes
              clockctl adopt --replace
            """)

    @Argument(help: ArgumentHelp("The store, where rooms hold those of several.", valueName: "store"))
    var store: String?

    @Option(
        name: [.customLong("room"), .customLong("node")], parsing: .upToNextOption,
        help: ArgumentHelp("The rooms, by id, where not all are meant.", valueName: "room"),
        completion: NodeCompletion.kind)
    var node: [String] = []

    @Flag(help: "Give the rooms what this coordinator has instead.")
    var replace = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Connection") var connection: ConnectionOptions

    func run(on console: Console, asking link: CoordinatorLink) async throws {
        var request = AdoptRequest(store: store, nodes: try nodes(), replace: replace)
        if replace {
            guard
                try yes
                    || isConfirmed("Give the rooms what this coordinator has? What they hold is gone then.", console)
            else { throw FatalError(.failure, "the rooms keep what they hold") }
        } else {
            request.look = true
            let look = try link.request(request).result
            if !output.json {
                console.write(AdoptView(look: look, own: try link.status().result.coordinator.store).lines())
            }
            guard try yes || isConfirmed("Take this over?", console) else {
                throw FatalError(.failure, "the rooms keep what they hold, and ring on by it")
            }
            (request.look, request.store, request.seen) = (false, look.store, look.documents)
        }
        let result = try link.request(request).result
        guard !output.json else { return console.write(JSONOutput.text(result)) }
        let rooms = result.nodes.map(\.rawValue).joined(separator: ", ")
        guard !replace else {
            return console.write([StyledText("\(rooms): what they held of store \(result.store) is replaced")])
        }
        var lines = [
            StyledText(
                "taken over from \(rooms): alarms \(result.alarms), timers \(result.timers), rooms \(result.nodes.count)"
            )
        ]
        if !result.left.isEmpty {
            lines.append(
                StyledText(
                    "! not taken over, as they did not answer or have changed: "
                        + "\(result.left.map(\.rawValue).joined(separator: ", ")); they ring on by what they hold. Adopt again "
                        + "when they are back.", .warning))
        }
        console.write(lines)
    }

    private func nodes() throws(FatalError) -> [NodeID]? {
        let names = NodeWords.names(node)
        guard !names.isEmpty else { return nil }
        return try names.map { name throws(FatalError) in
            guard let id = NodeID(name) else {
                throw FatalError(.usage, "\"\(name.prefix(40))\" is not the id of a room, which has \(NodeID.rule)")
            }
            return id
        }
    }

    private func isConfirmed(_ question: String, _ console: Console) throws(FatalError) -> Bool {
        guard console.canAsk else {
            throw FatalError(.usage, "nobody is there to ask whether this is meant; say --yes to do it")
        }
        return console.confirms(question)
    }
}

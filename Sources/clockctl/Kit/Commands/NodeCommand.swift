internal import ArgumentParser
internal import ClockDomain
internal import ClockRuntime
internal import ClockSite
internal import ClockWire

struct NodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "node",
        abstract: "List, show, accept, rename, group and remove nodes.",
        subcommands: [
            List.self, Show.self, Pair.self, Accept.self, Rename.self, NodeGroupCommand.self, Forget.self,
        ])

    struct List: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the site's nodes with what they are.",
            usage: "clockctl node list [--json] [<connection options>]",
            discussion: """
                Administrators are also told of rooms that want to join.

                Examples:
                  clockctl node list
                  clockctl node list --json | jq -r '.nodes[].id'
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            try link.followDoor()
            let status = try link.status().result
            let waiting = link.roomsAtDoor ?? []
            output.write(NodeList(site: status.site, nodes: status.nodes, waiting: waiting), on: console) {
                let words = console.words(at: status.now)
                return NodeListView(nodes: status.nodes, words: words, width: console.columns).lines()
                    + waiting.map { room in
                        StyledText("a new room wants to join: ")
                            + StyledText("\(room.number.prefix(3)) \(room.number.suffix(3))", .bold)
                            + StyledText(" (\(room.address), since \(words.moment(room.since)))", .dim)
                    }
            }
        }
    }

    /// The output of `node list --json`.
    struct NodeList: Encodable {
        var site: SiteID
        var nodes: [NodeStatus]
        /// Rooms that want to join.
        var waiting: [WaitingRooms.Room]
    }

    struct Rename: ChangeCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename",
            abstract: "Give a node's room another name for people.",
            usage: "clockctl node rename <node> <room> [--wait] [--json] [<connection options>]",
            discussion: """
                The node keeps its id, by which commands call it.

                Examples:
                  clockctl node rename kitchen "Dining kitchen"
                """)

        @Argument(help: ArgumentHelp("The node.", valueName: "node"), completion: NodeCompletion.kind)
        var node: String

        @Argument(help: ArgumentHelp("The room's new name, 1 to 64 characters.", valueName: "room"))
        var room: String

        @OptionGroup var output: OutputOptions
        @OptionGroup var waiting: WaitOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func validate() throws {
            guard RenameRequest.isRoomName(room) else {
                throw ValidationError("a room's name has 1 to 64 characters and no control characters")
            }
        }

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            let names = NodeNames(link: link)
            let id = try names.identify(one: node)
            let result = try names.explainingUnknown([id]) {
                try link.request(RenameRequest(node: id, room: room).asked(by: link.settings.person)).result
            }
            let revision = result.nodes.first.map { " (revision \($0.revision))" } ?? ""
            try teller(link, console).report(
                result, [StyledText("\(id)", .bold) + StyledText(" is now \(room)") + StyledText(revision, .dim)])
        }
    }

    struct Forget: CoordinatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "rm",
            abstract: "Remove nodes, their settings and their history.",
            usage: "clockctl node rm <node> … [--yes] [--json] [<connection options>]",
            discussion: """
                A node that still runs comes back with standard settings at its next report.

                Examples:
                  clockctl node rm attic
                  clockctl node rm attic --yes
                """)

        @Argument(help: ArgumentHelp("The nodes.", valueName: "node"), completion: NodeCompletion.kind)
        var nodes: [String]

        @Flag(help: "Do not ask.")
        var yes = false

        @OptionGroup var output: OutputOptions
        @OptionGroup(title: "Connection") var connection: ConnectionOptions

        func run(on console: Console, asking link: CoordinatorLink) async throws {
            try link.followDoor()
            let names = NodeNames(link: link)
            let ids = try names.identify(NodeWords.names(nodes))
            let known = try names.known()
            func isKnown(_ id: NodeID) -> Bool { known.contains { $0.id == id } }
            func unknown(_ id: NodeID) -> FatalError {
                NodeNames.unknown(id.rawValue, among: known, site: link.settings.site)
            }
            // The door may know a room that it accepted and that has not come.
            let hasDoor = link.roomsAtDoor != nil
            if !hasDoor, let stranger = ids.first(where: { !isKnown($0) }) { throw unknown(stranger) }
            if !hasDoor, link.settings.broker.hasProof {
                console.warn(
                    "no door answers: where it let a room in, the room's certificate stays valid; repeat this once "
                        + "clock-door runs")
            }
            if !yes {
                let list = ids.map(\.rawValue).joined(separator: ", ")
                guard console.canAsk else {
                    throw FatalError(.usage, "nobody is there to ask whether to forget \(list); say --yes to do it")
                }
                let whose = ids.count == 1 ? "its settings and its history" : "their settings and their history"
                guard console.confirms("Forget \(list), \(whose)?") else {
                    throw FatalError(.failure, "\(list) \(ids.count == 1 ? "is" : "are") kept")
                }
            }
            var gone: [ForgetResult] = []
            // A name that nobody knows is refused before a room is forgotten.
            for id in ids.filter({ !isKnown($0) }) + ids.filter(isKnown) {
                // The certificate of a room that the door let in goes first: after a failure this can be repeated.
                let revoked = hasDoor ? try link.askDoor(PairRequest(.forget, node: id)).revoked ?? 0 : 0
                guard isKnown(id) || revoked > 0 else { throw unknown(id) }
                let result =
                    isKnown(id)
                    ? try link.request(ForgetRequest(node: id).asked(by: link.settings.person)).result
                    : ForgetResult(node: id)
                gone.append(result)
                if !output.json { console.write([StyledText("\(result.node)", .bold) + StyledText(" is forgotten")]) }
            }
            if output.json { console.write(JSONOutput.text(oneOrSeveral: gone)) }
        }
    }
}
